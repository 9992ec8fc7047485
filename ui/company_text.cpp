#include "ui/company_text.h"

#include "core/models/moment.h"

#include <QCoreApplication>

namespace tidemark {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("Company", text);
}

} // namespace

QString typingText(const QStringList& names)
{
    switch (names.size()) {
    case 0:
        return {};
    case 1:
        return words("%1 is typing…").arg(names.first());
    case 2:
        return words("%1 and %2 are typing…").arg(names.first(), names.last());
    default:
        return words("%1 people are typing…").arg(names.size());
    }
}

QString memberReadText(const protocol::Member& member, QDate today)
{
    if (!member.seen.isValid())
        return words("Not read yet, or in private");
    if (member.seenAll)
        return words("Has read everything");
    const QString clock = clockTime(member.seenSentAt);
    if (clock.isEmpty())
        return words("Has read a part");
    if (dayOf(member.seenSentAt) == today)
        return words("Read up to %1").arg(clock);
    return words("Read up to %1, %2").arg(clock, listTime(member.seenSentAt, today));
}

} // namespace tidemark
