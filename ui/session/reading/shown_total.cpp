#include "ui/session/reading/shown_total.h"

#include "core/models/words/badge.h"
#include "core/models/words/plural.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

const QString unitKey = u"count-of"_s;
const QString mutedKey = u"count-muted"_s;
const QString messagesWord = u"messages"_s;
const QString conversationsWord = u"conversations"_s;
const QString onWord = u"on"_s;
const QString offWord = u"off"_s;

class Totalling {
    Q_DECLARE_TR_FUNCTIONS(Totalling)
};

void take(std::uint64_t& from, std::uint64_t count)
{
    from -= std::min(from, count);
}

} // namespace

QStringList BadgeChoices::keys()
{
    return {unitKey, mutedKey};
}

void BadgeChoices::take(const QString& key, const QString& value)
{
    if (key == unitKey && (value == messagesWord || value == conversationsWord)) {
        unit = value == messagesWord ? Unit::Messages : Unit::Conversations;
    } else if (key == mutedKey && (value == onWord || value == offWord)) {
        countsMuted = value == onWord;
    }
}

QString BadgeChoices::valueOf(const QString& key) const
{
    if (key == unitKey) {
        return unit == Unit::Messages ? messagesWord : conversationsWord;
    }
    if (key == mutedKey) {
        return countsMuted ? onWord : offWord;
    }
    return {};
}

ShownTotal shownTotal(const Totals& totals, const BadgeChoices& choices)
{
    const bool countsMessages = choices.unit == BadgeChoices::Unit::Messages;
    ShownTotal shown{countsMessages ? totals.unread : totals.conversations, totals.mentions, totals.exact,
                     choices.unit};
    if (choices.countsMuted) {
        shown.count += countsMessages ? totals.mutedUnread : totals.mutedConversations;
        shown.mentions += totals.mutedMentions;
        shown.exact = totals.exact && totals.mutedExact;
    }
    return shown;
}

Totals totalsWithout(Totals totals, const ConversationSummary& conversation)
{
    const ReadCounts& counts = conversation.counts;
    const std::uint64_t one = counts.unread > 0 ? 1 : 0;
    const auto [kind, isMember] = std::pair(conversation.kind, conversation.isMember);
    if (countsInTotal(kind, isMember, conversation.settings)) {
        take(totals.unread, counts.unread);
        take(totals.mentions, counts.mentions);
        take(totals.conversations, one);
    } else if (countsAsMuted(kind, isMember, conversation.settings)) {
        take(totals.mutedUnread, counts.unread);
        take(totals.mutedMentions, counts.mentions);
        take(totals.mutedConversations, one);
    }
    return totals;
}

QString hintOf(const ShownTotal& total)
{
    if (total.unit == BadgeChoices::Unit::Messages || total.count == 0) {
        return badgeHint(total.count, total.mentions, total.exact);
    }
    const int number = pluralOf(total.count);
    return total.exact ? Totalling::tr("%Ln conversations with unread messages", nullptr, number)
                       : Totalling::tr("at least %Ln conversations with unread messages", nullptr, number);
}

} // namespace tidemark
