#include "server-stub/hub/requests/delivering.h"

#include <unordered_map>

namespace tidemark::server {

Answer Delivering::delivered(const Caller& caller, const protocol::Delivered& frame)
{
    for (const protocol::Reached& reached : frame.reached) {
        // A position beyond the head is refused: check the membership first, because only members may know
        // the head.
        const auto found = m_context.membership(reached.conversation, caller.user);
        if (found && found->conversation.logEpoch == reached.logEpoch
            && reached.through > found->conversation.head) {
            return refusal(protocol::ErrorCode::CursorBeyondHead);
        }
    }
    for (const protocol::Reached& reached : frame.reached) {
        if (const auto found = m_context.membership(reached.conversation, caller.user)) {
            raise(found->conversation, found->member, reached);
        }
    }
    return protocol::ServerFrame(protocol::Done{});
}

void Delivering::held(const std::vector<MemberRecord>& rows, const std::vector<HeldState>& held)
{
    std::unordered_map<ConversationId, const MemberRecord*> present;
    for (const MemberRecord& row : rows) {
        if (row.isMember) {
            present.emplace(row.conversation, &row);
        }
    }
    for (const HeldState& one : held) {
        const auto row = present.find(one.id);
        if (row == present.end() || one.through <= row->second->delivered) {
            continue;
        }
        if (const auto conversation = m_context.store().conversations().find(one.id)) {
            raise(*conversation, *row->second, {one.id, one.logEpoch, one.through});
        }
    }
}

void Delivering::raise(const ConversationRecord& conversation, const MemberRecord& row,
                       const protocol::Reached& reached)
{
    // If a device holds more than the server, the states show it that.
    if (reached.logEpoch != conversation.logEpoch || reached.through > conversation.head
        || reached.through <= row.delivered || !m_context.sharesReceipts(conversation)
        || m_context.hidesFromMember(conversation, row.user)) {
        return;
    }
    m_context.turn().deliveredMoves(conversation.id,
                                    m_context.store().receipts().furthestDelivered(conversation.id));
    m_context.store().members().raiseDelivered(conversation.id, row.user, reached.through);
    m_context.marks().forget(conversation.id);
}

} // namespace tidemark::server
