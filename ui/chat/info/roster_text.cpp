#include "ui/chat/info/roster_text.h"

#include "core/models/words/isolated_text.h"
#include "core/models/words/moment.h"

#include <QCoreApplication>

namespace tidemark {

namespace {

class RosterText {
    Q_DECLARE_TR_FUNCTIONS(RosterText)
};

} // namespace

QString typingText(const QStringList& names)
{
    switch (names.size()) {
    case 0:
        return {};
    case 1:
        return RosterText::tr("%1 is typing…").arg(isolatedLine(names.first()));
    case 2:
        return RosterText::tr("%1 and %2 are typing…")
            .arg(isolatedLine(names.first()), isolatedLine(names.last()));
    default:
        return RosterText::tr("%Ln people are typing…", nullptr, static_cast<int>(names.size()));
    }
}

QString memberReadText(const protocol::Member& member, QDate today)
{
    if (!member.seen.isValid()) {
        return RosterText::tr("No read receipt yet");
    }
    if (member.seenAll) {
        return RosterText::tr("Has read everything");
    }
    const QString clock = clockTime(member.seenSentAt);
    if (clock.isEmpty()) {
        return RosterText::tr("Has read part of it");
    }
    if (dayOf(member.seenSentAt) == today) {
        return RosterText::tr("Read up to %1").arg(clock);
    }
    return RosterText::tr("Read up to %1, %2").arg(clock, listTime(member.seenSentAt, today));
}

} // namespace tidemark
