#include "core/models/words/moment.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

class Moment {
    Q_DECLARE_TR_FUNCTIONS(Moment)
};

QDateTime localOf(UnixMs at)
{
    return QDateTime::fromMSecsSinceEpoch(at.value);
}

QString withoutYear(QString pattern)
{
    static const QRegularExpression year(u"[,،]?[\\s/.-]*y+(年|\\s*'[^']*')?[,،]?"_s);
    return pattern.remove(year).trimmed();
}

QString withoutWeekday(QString pattern)
{
    static const QRegularExpression weekday(u"[,،]?\\s*dddd[,،]?"_s);
    return pattern.remove(weekday).trimmed();
}

/// Returns "Thursday, 19 November", with the year if it differs from that of `today`.
QString longDate(QDate day, QDate today)
{
    const QLocale locale;
    const QString pattern = locale.dateFormat(QLocale::LongFormat);
    return locale.toString(day, day.year() == today.year() ? withoutYear(pattern) : pattern);
}

/// Returns "19 November", with the year if it differs from that of `today`.
QString plainDate(QDate day, QDate today)
{
    const QLocale locale;
    const QString pattern = withoutWeekday(locale.dateFormat(QLocale::LongFormat));
    return locale.toString(day, day.year() == today.year() ? withoutYear(pattern) : pattern);
}

/// Returns "19 Nov".
QString shortDay(QDate day)
{
    const QLocale locale;
    QString pattern = withoutYear(withoutWeekday(locale.dateFormat(QLocale::LongFormat)));
    return locale.toString(day, pattern.replace(u"MMMM"_s, u"MMM"_s));
}

} // namespace

QDate dayOf(UnixMs at)
{
    return at.value == 0 ? QDate() : localOf(at).date();
}

QString clockTime(UnixMs at)
{
    return at.value == 0 ? QString() : QLocale().toString(localOf(at).time(), QLocale::ShortFormat);
}

QString listTime(UnixMs at, QDate today)
{
    const QDate day = dayOf(at);
    if (!day.isValid()) {
        return {};
    }
    const qint64 age = day.daysTo(today);
    if (age == 0) {
        return clockTime(at);
    }
    if (age > 0 && age < 7) {
        return QLocale().toString(day, u"ddd"_s);
    }
    return day.year() == today.year() ? shortDay(day) : QLocale().toString(day, QLocale::ShortFormat);
}

QString dayLabel(QDate day, QDate today)
{
    const qint64 age = day.daysTo(today);
    if (age == 0) {
        return Moment::tr("Today");
    }
    if (age == 1) {
        return Moment::tr("Yesterday");
    }
    return longDate(day, today);
}

QString pastMoment(UnixMs at, QDate today)
{
    const QDate day = dayOf(at);
    if (!day.isValid()) {
        return {};
    }
    const qint64 age = day.daysTo(today);
    if (age == 0) {
        return Moment::tr("at %1", "a time of today, within a sentence").arg(clockTime(at));
    }
    if (age == 1) {
        return Moment::tr("yesterday at %1").arg(clockTime(at));
    }
    return Moment::tr("on %1 at %2", "date and time, within a sentence")
        .arg(plainDate(day, today), clockTime(at));
}

QString untilMoment(UnixMs at, QDate today)
{
    const QDate day = dayOf(at);
    if (!day.isValid()) {
        return {};
    }
    const qint64 ahead = today.daysTo(day);
    if (ahead == 0) {
        return Moment::tr("until %1", "a time of today").arg(clockTime(at));
    }
    if (ahead == 1) {
        return Moment::tr("until tomorrow at %1").arg(clockTime(at));
    }
    return Moment::tr("until %1 at %2", "date and time").arg(plainDate(day, today), clockTime(at));
}

QString copiedMoment(UnixMs at)
{
    return at.value == 0 ? QString() : localOf(at).toString(u"yyyy-MM-dd HH:mm"_s);
}

QString fullMoment(UnixMs at)
{
    if (at.value == 0) {
        return {};
    }
    const QDate day = localOf(at).date();
    return Moment::tr("%1, %2", "date and time")
        .arg(QLocale().toString(day, QLocale::LongFormat), clockTime(at));
}

} // namespace tidemark
