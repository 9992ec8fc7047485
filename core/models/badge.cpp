#include "core/models/badge.h"

#include <QLocale>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr quint64 largestShown = 99;

QString grouped(quint64 count)
{
    QLocale locale;
    locale.setNumberOptions(QLocale::DefaultNumberOptions);
    return locale.language() == QLocale::C ? QLocale(QLocale::English).toString(count)
                                           : locale.toString(count);
}

bool isUnknown(quint64 count, bool exact)
{
    return count == 0 && !exact;
}

} // namespace

QString badgeText(quint64 count, bool exact)
{
    if (isUnknown(count, exact))
        return u"…"_s;
    if (count == 0)
        return {};
    if (count > largestShown)
        return u"99+"_s;
    const QString number = QString::number(count);
    return exact ? number : QString(u"≥ "_s + number);
}

QString badgeHint(quint64 count, quint64 mentions, bool exact)
{
    if (isUnknown(count, exact))
        return u"Unread messages are still being counted"_s;
    if (count == 0)
        return {};
    const QString noun = count == 1 ? u"unread message"_s : u"unread messages"_s;
    QString hint = (exact ? QString() : u"at least "_s) + grouped(count) + u' ' + noun;
    if (mentions == 1)
        hint += u", 1 mentions you"_s;
    else if (mentions > 1)
        hint += u", "_s + grouped(mentions) + u" mention you"_s;
    return hint;
}

QString badgeSpoken(quint64 count, quint64 mentions, bool exact)
{
    if (isUnknown(count, exact))
        return u"unread number not known yet"_s;
    if (count == 0)
        return {};
    QString spoken = (exact ? QString() : u"at least "_s) + grouped(count) + u" unread"_s;
    if (mentions > 0)
        spoken += u", mentioned"_s;
    return spoken;
}

} // namespace tidemark
