#include "core/sync/keepers/mark_keeper.h"

#include <algorithm>

namespace tidemark {

void MarkKeeper::onReceipts(const protocol::Receipts& receipts)
{
    for (const protocol::Receipt& receipt : receipts.receipts) {
        Tracked* tracked = m_conversations.find(receipt.conversation);
        if (tracked == nullptr || tracked->conversation().logEpoch != receipt.logEpoch) {
            continue;
        }
        // Standing receipts replace the marks; otherwise they only rise.
        const Marks before = receipts.isStanding ? Marks() : receivedOf(receipt.conversation);
        m_received[receipt.conversation] = {std::max(before.seen, receipt.seen),
                                            std::max(before.delivered, receipt.delivered)};
        if (tracked->raiseMarks({receipt.seen, receipt.delivered})) {
            m_conversations.touch(*tracked);
        }
    }
}

void MarkKeeper::take(const ConversationState& state)
{
    m_received[state.id] = {state.seenByOthers, state.deliveredToOthers};
}

std::uint64_t MarkKeeper::digest() const
{
    std::vector<ConversationMarks> marks;
    for (const auto& [id, tracked] : m_conversations.all()) {
        const LocalConversation& conversation = tracked.conversation();
        if (conversation.isMember
            && sharesMarks(conversation.kind, conversation.memberCount, m_context.limits().receiptMembers)) {
            marks.push_back({id, conversation.logEpoch, receivedOf(id)});
        }
    }
    return digestOfMarks(marks);
}

Marks MarkKeeper::receivedOf(ConversationId id) const
{
    const auto found = m_received.find(id);
    return found == m_received.end() ? Marks() : found->second;
}

} // namespace tidemark
