#include "core/models/moment.h"

#include <QDateTime>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

QDateTime localOf(UnixMs at)
{
    return QDateTime::fromMSecsSinceEpoch(at.value);
}

} // namespace

QDate dayOf(UnixMs at)
{
    return at.value == 0 ? QDate() : localOf(at).date();
}

QString clockTime(UnixMs at)
{
    if (at.value == 0)
        return {};
    const QLocale locale;
    // The C locale writes seconds, which no conversation needs.
    if (locale.language() == QLocale::C)
        return localOf(at).time().toString(u"HH:mm"_s);
    return locale.toString(localOf(at).time(), QLocale::ShortFormat);
}

QString listTime(UnixMs at, QDate today)
{
    const QDate day = dayOf(at);
    if (!day.isValid())
        return {};
    const qint64 age = day.daysTo(today);
    if (age == 0)
        return clockTime(at);
    const QLocale locale;
    if (age > 0 && age < 7)
        return locale.toString(day, u"ddd"_s);
    if (day.year() == today.year())
        return locale.toString(day, u"d MMM"_s);
    return locale.toString(day, u"yyyy-MM-dd"_s);
}

QString dayLabel(QDate day, QDate today)
{
    const qint64 age = day.daysTo(today);
    if (age == 0)
        return u"Today"_s;
    if (age == 1)
        return u"Yesterday"_s;
    return QLocale().toString(day, day.year() == today.year() ? u"dddd, d MMMM"_s : u"dddd, d MMMM yyyy"_s);
}

QString pastMoment(UnixMs at, QDate today)
{
    const QDate day = dayOf(at);
    if (!day.isValid())
        return {};
    const QString clock = u"at "_s + clockTime(at);
    const qint64 age = day.daysTo(today);
    if (age == 0)
        return clock;
    if (age == 1)
        return u"yesterday "_s + clock;
    const QString format = day.year() == today.year() ? u"d MMMM"_s : u"d MMMM yyyy"_s;
    return u"on %1 %2"_s.arg(QLocale().toString(day, format), clock);
}

QString untilMoment(UnixMs at, QDate today)
{
    const QDate day = dayOf(at);
    if (!day.isValid())
        return {};
    const qint64 ahead = today.daysTo(day);
    if (ahead == 0)
        return u"until "_s + clockTime(at);
    if (ahead == 1)
        return u"until tomorrow at "_s + clockTime(at);
    const QString format = day.year() == today.year() ? u"d MMMM"_s : u"d MMMM yyyy"_s;
    return u"until %1 at %2"_s.arg(QLocale().toString(day, format), clockTime(at));
}

QString copiedMoment(UnixMs at)
{
    return at.value == 0 ? QString() : localOf(at).toString(u"yyyy-MM-dd HH:mm"_s);
}

QString fullMoment(UnixMs at)
{
    if (at.value == 0)
        return {};
    return QLocale().toString(localOf(at).date(), u"dddd, d MMMM yyyy"_s) + u", "_s + clockTime(at);
}

} // namespace tidemark
