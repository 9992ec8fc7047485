#include "server-stub/hub/reading.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tidemark::server {

using protocol::ErrorCode;

Answer Reading::read(const Caller& caller, const protocol::Read& read)
{
    std::set<ConversationId> named;
    for (const protocol::ReadIntent& intent : read.intents) {
        const auto found = membership(caller, intent.conversation, intent.generation);
        if (!found) {
            return Unexpected(found.error());
        }
        if (intent.cursor.readSeq > found->conversation.head) {
            return refusal(ErrorCode::CursorBeyondHead);
        }
        named.insert(intent.conversation);
    }
    for (const protocol::ReadIntent& intent : read.intents) {
        apply(caller, intent);
    }
    std::vector<ConversationState> states;
    states.reserve(named.size());
    for (const ConversationId conversation : named) {
        states.push_back(m_context.state(conversation, caller.user));
    }
    return protocol::ServerFrame(m_context.states(std::move(states)));
}

void Reading::apply(const Caller& caller, const protocol::ReadIntent& intent)
{
    auto row = m_context.store().member(intent.conversation, caller.user);
    if (!row) {
        return;
    }
    const MemberRecord before = *row;
    if (intent.cursor > row->cursor && intent.cursor.epoch <= row->cursor.epoch) {
        row->cursor.readSeq = intent.cursor.readSeq;
    }
    // A read of a past epoch cannot move the cursor, but it was a look all the same (I7).
    row->seen = std::max(row->seen, intent.cursor.readSeq);
    if (*row == before) {
        return;
    }
    if (row->seen > before.seen) {
        m_context.turn.seenMoved(intent.conversation, caller.user, row->seen);
    }
    store(caller, std::move(*row));
}

Answer Reading::markUnread(const Caller& caller, const protocol::MarkUnread& mark)
{
    auto found = membership(caller, mark.conversation, mark.generation);
    if (!found) {
        return Unexpected(found.error());
    }
    MemberRecord& member = found->member;
    const bool isRetry = mark.uuid.isValid() && mark.uuid == member.lastMark;
    if (!isRetry) {
        ++member.cursor.epoch;
        member.cursor.readSeq = std::min(previous(mark.from), found->conversation.head);
        member.lastMark = mark.uuid;
        store(caller, member);
    }
    return m_context.stateAnswer(mark.conversation, caller);
}

Answer Reading::setSettings(const Caller& caller, const protocol::SetSettings& wish)
{
    auto found = membership(caller, wish.conversation, wish.generation);
    if (!found) {
        return Unexpected(found.error());
    }
    if (found->member.settings != wish.settings) {
        found->member.settings = wish.settings;
        store(caller, found->member);
    }
    return m_context.stateAnswer(wish.conversation, caller);
}

Answer Reading::readers(const Caller& caller, const protocol::GetReaders& question)
{
    const auto found = m_context.membership(question.conversation, caller.user);
    if (!found) {
        return Unexpected(found.error());
    }
    if (!question.seq.isValid() || question.seq > found->conversation.head) {
        return refusal(ErrorCode::NoSuchEntry);
    }
    const std::vector<UserId> readers =
        m_context.store().readers(question.conversation, question.seq, caller.user);
    return protocol::ServerFrame(
        protocol::Readers{question.conversation, question.seq, m_context.store().users(readers)});
}

Expected<Membership, protocol::Error> Reading::membership(const Caller& caller, ConversationId conversation,
                                                          Generation generation)
{
    auto found = m_context.membership(conversation, caller.user);
    if (found && found->member.generation != generation) {
        return refusal(ErrorCode::OldGeneration);
    }
    return found;
}

void Reading::store(const Caller& caller, MemberRecord member)
{
    ++member.version;
    m_context.store().putMember(member);
    m_context.turn.stateChanged(caller.user, member.conversation, caller.target);
}

} // namespace tidemark::server
