#include "core/sync/local_state.h"

namespace tidemark {

std::optional<SeqRange> obtainable(std::optional<SeqRange> gap, const LocalConversation& conversation)
{
    if (!gap || gap->last <= conversation.trimmedUpto) {
        return std::nullopt;
    }
    return SeqRange{std::max(gap->first, next(conversation.trimmedUpto)), gap->last};
}

void addToTotals(Totals& totals, const LocalConversation& conversation)
{
    if (!conversation.isMember) {
        return;
    }
    if (countsInTotal(conversation.isMember, conversation.settings)) {
        totals.unread += conversation.counts.unread;
        totals.mentions += conversation.counts.mentions;
        totals.conversations += conversation.counts.unread > 0 ? 1 : 0;
        totals.exact = totals.exact && conversation.exact;
    } else if (conversation.settings.muted && !conversation.settings.archived) {
        totals.mutedUnread += conversation.counts.unread;
        totals.mutedMentions += conversation.counts.mentions;
        totals.mutedConversations += conversation.counts.unread > 0 ? 1 : 0;
        totals.mutedExact = totals.mutedExact && conversation.exact;
    }
}

Totals totalsOf(const std::vector<LocalConversation>& conversations)
{
    Totals totals;
    for (const LocalConversation& conversation : conversations) {
        addToTotals(totals, conversation);
    }
    return totals;
}

} // namespace tidemark
