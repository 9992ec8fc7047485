#include "server-stub/hub/reading.h"

#include <algorithm>
#include <map>
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
        row->moved = moveBy(caller, intent.cause);
    }
    // A read of a past epoch cannot move the cursor, but it was a look all the same (I7).
    if (intent.cursor.readSeq > row->seen && !intent.isPrivate && !readsPrivately(caller, *row)) {
        row->seen = intent.cursor.readSeq;
        row->seenAt = m_context.wall;
    }
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
        member.moved = moveBy(caller, mark.cause);
        store(caller, member);
    }
    return m_context.stateAnswer(mark.conversation, caller);
}

void Reading::setMute(ConversationSettings& wish, std::optional<std::uint32_t> seconds,
                      const ConversationSettings& now) const
{
    const UnixMs heldEnd = std::exchange(wish.mutedUntil, UnixMs{});
    if (!wish.muted || seconds == 0U) {
        return;
    }
    if (seconds) {
        wish.mutedUntil = UnixMs{m_context.wall.value + std::int64_t{*seconds} * 1000};
    } else if (now.muted) {
        wish.mutedUntil = now.mutedUntil;
    } else if (heldEnd > UnixMs{}) {
        // The device had not yet heard that it is over.
        wish.muted = false;
    }
}

Answer Reading::setSettings(const Caller& caller, const protocol::SetSettings& wish)
{
    auto found = membership(caller, wish.conversation, wish.generation);
    if (!found) {
        return Unexpected(found.error());
    }
    m_context.settle(found->conversation, found->member, caller.target);
    ConversationSettings settings = wish.settings;
    setMute(settings, wish.muteSeconds, found->member.settings);
    if (found->member.settings != settings) {
        found->member.settings = settings;
        store(caller, found->member);
    }
    return m_context.stateAnswer(wish.conversation, caller);
}

Answer Reading::setAccountSettings(const Caller& caller, const protocol::SetAccountSettings& wish)
{
    const auto account = m_context.store().account(caller.user);
    if (!account) {
        return refusal(ErrorCode::NoSuchUser);
    }
    AccountSettings settings = account->settings;
    settings.receipts = wish.receipts.value_or(settings.receipts);
    settings.reading = wish.reading.value_or(settings.reading);
    settings.quietWhileActive = wish.quietWhileActive.value_or(settings.quietWhileActive);
    if (settings != account->settings) {
        ++settings.version;
        m_context.store().putAccountSettings(caller.user, settings);
        m_context.tell(hint::AccountChanged{caller.user});
        std::vector<Target> others = m_context.sessions.listenersOf(caller.user);
        std::erase(others, caller.target);
        if (!others.empty()) {
            m_context.turn.effects.emplace_back(Push{std::move(others), settings});
        }
    }
    return protocol::ServerFrame(settings);
}

Answer Reading::totals(const Caller& caller)
{
    return protocol::ServerFrame(m_context.totalsOf(caller.user));
}

Answer Reading::readers(const Caller& caller, const protocol::GetReaders& question)
{
    const auto found = m_context.membership(question.conversation, caller.user);
    if (!found) {
        return Unexpected(found.error());
    }
    if (!mayListMembers(found->conversation, found->member)) {
        return refusal(ErrorCode::NotAllowed);
    }
    if (question.seq <= found->member.hiddenUpto || question.seq > found->conversation.head) {
        return refusal(ErrorCode::NoSuchEntry);
    }
    protocol::Readers answer{question.conversation, question.seq, {}, {}, found->conversation.memberCount};
    const std::vector<Reader> readers =
        m_context.store().readers(question.conversation, question.seq, caller.user);
    std::vector<UserId> ids;
    ids.reserve(readers.size());
    for (const Reader& reader : readers) {
        ids.push_back(reader.user);
    }
    std::map<UserId, User> users;
    for (User& user : m_context.store().users(ids)) {
        const UserId id = user.id;
        users.emplace(id, std::move(user));
    }
    for (const Reader& reader : readers) {
        if (const auto user = users.find(reader.user); user != users.end()) {
            answer.users.push_back(std::move(user->second));
            answer.readAt.push_back(reader.at);
        }
    }
    return protocol::ServerFrame(std::move(answer));
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

CursorMove Reading::moveBy(const Caller& caller, CursorCause cause) const
{
    const Session* session = m_context.sessions.find(caller.target);
    return session == nullptr ? CursorMove{cause, {}, {}, m_context.wall}
                              : CursorMove{cause, session->device, session->deviceName, m_context.wall};
}

bool Reading::readsPrivately(const Caller& caller, const MemberRecord& row)
{
    const auto conversation = m_context.store().conversation(row.conversation);
    if (conversation && conversation->kind == ConversationKind::NoticeList) {
        return true; // nobody is there to be told
    }
    const auto account = m_context.store().account(caller.user);
    return tidemark::readsPrivately(account ? account->settings : AccountSettings(), row.settings);
}

void Reading::store(const Caller& caller, MemberRecord member)
{
    ++member.version;
    m_context.putMember(member);
    m_context.turn.stateChanged(caller.user, member.conversation, caller.target);
}

} // namespace tidemark::server
