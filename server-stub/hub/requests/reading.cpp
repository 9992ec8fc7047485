#include "server-stub/hub/requests/reading.h"

#include "core/base/require.h"
#include "core/domain/hidden.h"
#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/recent_uuids.h"
#include "server-stub/hub/contract/request_cost.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

/// Counting readers scans the members: this many cost as much as one lookup.
constexpr std::size_t membersPerRow = 20;

} // namespace

Answer Reading::read(const Caller& caller, const protocol::Read& read)
{
    std::set<ConversationId> named;
    std::optional<protocol::Error> refused;
    bool isAnyTaken = read.intents.empty();
    for (const protocol::ReadIntent& intent : read.intents) {
        named.insert(intent.conversation);
        const std::optional<protocol::Error> error = refusalOf(caller, intent);
        if (!error) {
            apply(caller, intent);
            isAnyTaken = true;
        } else if (!refused) {
            refused = error;
        }
    }
    if (!isAnyTaken) {
        return Unexpected(*refused);
    }
    m_context.chargePush(caller.user);
    return protocol::ServerFrame(m_context.states(m_context.statesOf(named, caller.user)));
}

std::optional<protocol::Error> Reading::refusalOf(const Caller& caller, const protocol::ReadIntent& intent)
{
    const auto found = membership(caller, intent.conversation, intent.generation);
    if (!found) {
        return found.error();
    }
    if (intent.cursor.readSeq > found->conversation.head) {
        return protocol::Error{ErrorCode::CursorBeyondHead, Milliseconds(0), {}};
    }
    return std::nullopt;
}

void Reading::apply(const Caller& caller, const protocol::ReadIntent& intent)
{
    auto row = m_context.store().members().find(intent.conversation, caller.user);
    // The server has never made this epoch, so no device can have read in it.
    if (!row || intent.cursor.epoch > row->cursor.epoch) {
        return;
    }
    const MemberRecord before = *row;
    if (intent.cursor > row->cursor) {
        row->cursor.readSeq = intent.cursor.readSeq;
        row->moved = moveBy(caller, intent.cause);
    }
    // A read of an earlier epoch does not move the cursor, but the user has looked at the messages (I7).
    if (intent.cursor.readSeq > row->seen && !intent.isPrivate && !readsPrivately(caller, *row)) {
        row->seen = intent.cursor.readSeq;
        row->seenAt = m_context.wall();
    }
    if (*row == before) {
        return;
    }
    require(row->cursor >= before.cursor && row->seen >= before.seen, "a read never moves a cursor back");
    if (row->seen > before.seen) {
        m_context.turn().seenMoved(intent.conversation, caller.user, row->seen);
    }
    store(caller, std::move(*row));
}

Answer Reading::markUnread(const Caller& caller, const protocol::MarkUnread& mark)
{
    if (!mark.uuid.isValid()) {
        return refusal(ErrorCode::Malformed, "the mark has no UUID");
    }
    auto found = membership(caller, mark.conversation, mark.generation);
    if (!found) {
        return Unexpected(found.error());
    }
    MemberRecord& member = found->member;
    if (!isKnown(member.recentMarks, mark.uuid)) {
        ++member.cursor.epoch;
        member.cursor.readSeq = std::min(previous(mark.from), found->conversation.head);
        remember(member.recentMarks, mark.uuid, maxRecentMarks);
        member.moved = moveBy(caller, mark.cause);
        require(member.cursor.readSeq <= found->conversation.head, "no cursor is beyond the head");
        store(caller, member);
        m_context.chargePush(caller.user);
    }
    return m_context.stateAnswer(mark.conversation, caller);
}

Answer Reading::clear(const Caller& caller, const protocol::ClearHistory& request)
{
    const auto conversation = m_context.store().conversations().find(request.conversation);
    auto row = m_context.store().members().find(request.conversation, caller.user);
    if (!conversation || !row) {
        return Unexpected(m_context.membership(request.conversation, caller.user).error());
    }
    if (conversation->logEpoch != request.logEpoch) {
        if (row->isMember) {
            return refusal(ErrorCode::LogEpochChanged);
        }
        // Users who have left get the same answer for every position.
        return m_context.stateAnswer(request.conversation, caller);
    }
    if (row->generation != request.generation) {
        return refusal(ErrorCode::OldGeneration);
    }
    const Seq through = std::min(request.through, row->isMember ? conversation->head : row->atLeaving.head);
    if (through > row->clearedThrough) {
        row->clearedThrough = through;
        row->hiddenThrough = std::max(row->hiddenThrough, through);
        if (through > row->floor) {
            row->floor = through;
            row->floorMoved = moveBy(caller, CursorCause::Cleared);
        }
        store(caller, *std::move(row));
        m_context.chargePush(caller.user);
    }
    return m_context.stateAnswer(request.conversation, caller);
}

Answer Reading::hide(const Caller& caller, const protocol::HideMessages& request)
{
    auto found = membership(caller, request.conversation, request.generation);
    if (!found) {
        return Unexpected(found.error());
    }
    if (found->conversation.logEpoch != request.logEpoch) {
        return refusal(ErrorCode::LogEpochChanged);
    }
    std::vector<Seq> asked = request.seqs;
    std::ranges::sort(asked);
    asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
    if (!asked.empty() && (!asked.front().isValid() || asked.back() > found->conversation.head)) {
        return refusal(ErrorCode::NoSuchEntry);
    }
    MemberRecord& member = found->member;
    const std::vector<Seq> hidden = above(united(member.hidden, asked), goneFor(found->conversation, member));
    if (hidden.size() > caps::maxHidden) {
        return refusal(ErrorCode::TooManyHidden);
    }
    if (!missingIn(member.hidden, hidden).empty()) {
        member.hidden = hidden;
        store(caller, member);
        m_context.chargePush(caller.user);
    }
    return m_context.stateAnswer(request.conversation, caller);
}

void Reading::setMute(ConversationSettings& request, std::optional<std::uint32_t> seconds,
                      const ConversationSettings& now) const
{
    const UnixMs heldEnd = std::exchange(request.mutedUntil, UnixMs{});
    if (!request.muted || seconds == 0U) {
        return;
    }
    if (seconds) {
        request.mutedUntil = UnixMs{m_context.wall().value + std::int64_t{*seconds} * 1000};
    } else if (now.muted) {
        request.mutedUntil = now.mutedUntil;
    } else if (heldEnd > UnixMs{}) {
        // The device did not know that the mute has ended.
        request.muted = false;
    }
}

Answer Reading::setSettings(const Caller& caller, const protocol::SetSettings& request)
{
    auto found = membership(caller, request.conversation, request.generation);
    if (!found) {
        return Unexpected(found.error());
    }
    m_context.settle(found->conversation, found->member, caller.target);
    const ConversationSettings& now = found->member.settings;
    ConversationSettings settings = request.onlyPinOrder ? now : request.settings;
    if (!request.onlyPinOrder) {
        if (request.keepsReceipts) {
            settings.receipts = now.receipts;
        }
        setMute(settings, request.muteSeconds, now);
    }
    settings.pinOrder = request.keepsPinOrder ? now.pinOrder : request.settings.pinOrder;
    if (!settings.pinned) {
        settings.pinOrder = 0;
    }
    if (found->member.settings != settings) {
        found->member.settings = settings;
        store(caller, found->member);
        m_context.chargePush(caller.user);
    }
    return m_context.stateAnswer(request.conversation, caller);
}

Answer Reading::setAccountSettings(const Caller& caller, const protocol::SetAccountSettings& request)
{
    auto account = m_context.store().accounts().find(caller.user);
    if (!account) {
        return refusal(ErrorCode::NoSuchUser);
    }
    AccountSettings settings = account->settings;
    settings.receipts = request.receipts.value_or(settings.receipts);
    settings.reading = request.reading.value_or(settings.reading);
    settings.quietWhileActive = request.quietWhileActive.value_or(settings.quietWhileActive);
    settings.adding = request.adding.value_or(settings.adding);
    if (settings == account->settings) {
        return protocol::ServerFrame(m_context.settingsOf(*account));
    }
    ++settings.version;
    m_context.store().accounts().putSettings(caller.user, settings);
    m_context.addHint(hint::AccountChanged{caller.user});
    account->settings = settings;
    settings = m_context.settingsOf(*account);
    std::vector<Target> others = m_context.sessions().listenersOf(caller.user);
    std::erase(others, caller.target);
    m_context.chargePush(caller.user);
    if (!others.empty()) {
        m_context.turn().add(Push{std::move(others), settings});
    }
    return protocol::ServerFrame(settings);
}

Answer Reading::totals(const Caller& caller)
{
    const std::size_t countedBefore = m_context.totals().counted();
    protocol::TotalsNow totals = m_context.totalsOf(caller.user);
    const std::size_t counted = m_context.totals().counted() - countedBefore;
    m_context.charge(caller.user, Operation::Other, costOfOwnStates(counted));
    m_context.chargeRead(caller.user, m_context.totals().sizeOf(caller.user));
    return protocol::ServerFrame(totals);
}

Answer Reading::readers(const Caller& caller, const protocol::GetReaders& request)
{
    const auto found = m_context.membership(request.conversation, caller.user);
    if (!found) {
        return Unexpected(found.error());
    }
    if (!mayListMembers(found->conversation, found->member)) {
        return refusal(ErrorCode::NotAllowed);
    }
    if (request.seq <= found->member.hiddenThrough || request.seq > found->conversation.head) {
        return refusal(ErrorCode::NoSuchEntry);
    }
    const auto asked = m_context.store().log().entry(request.conversation, request.seq);
    const UserId author = asked ? asked->entry.author : UserId();
    const ReadersOf of{request.conversation, request.seq, {caller.user, author}};
    protocol::Readers answer{request.conversation, request.seq, {}, {}, found->conversation.memberCount};
    m_context.chargeRead(caller.user, answer.memberCount / membersPerRow);
    answer.readerCount = m_context.store().receipts().readerCount(of);
    const std::uint32_t maxLimit = protocol::GetReaders::maxReaders;
    const std::uint32_t limit = request.limit == 0 ? maxLimit : std::min(request.limit, maxLimit);
    // Ask for at most the number of readers: with a greater limit the query would scan all members.
    addReaders(answer,
               m_context.store().receipts().readers(of, request.after, std::min(limit, answer.readerCount)));
    return protocol::ServerFrame(std::move(answer));
}

void Reading::addReaders(protocol::Readers& answer, const std::vector<Reader>& readers)
{
    std::vector<UserId> ids;
    ids.reserve(readers.size());
    for (const Reader& reader : readers) {
        ids.push_back(reader.user);
    }
    std::map<UserId, User> users;
    for (User& user : m_context.store().accounts().users(ids)) {
        const UserId id = user.id;
        users.emplace(id, std::move(user));
    }
    for (const Reader& reader : readers) {
        const auto user = users.find(reader.user);
        if (user != users.end()) {
            answer.users.push_back(std::move(user->second));
            answer.readAt.push_back(reader.at);
        }
    }
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
    const Session* session = m_context.sessions().find(caller.target);
    return session == nullptr ? CursorMove{cause, {}, {}, m_context.wall()}
                              : CursorMove{cause, session->device, session->deviceName, m_context.wall()};
}

bool Reading::readsPrivately(const Caller& caller, const MemberRecord& row)
{
    const auto conversation = m_context.store().conversations().find(row.conversation);
    if (conversation && conversation->kind == ConversationKind::NoticeList) {
        return true; // announcements have no receipts
    }
    if (conversation && m_context.hidesFromMember(*conversation, caller.user)) {
        return true;
    }
    const auto account = m_context.store().accounts().find(caller.user);
    return tidemark::readsPrivately(account ? account->settings : AccountSettings(), row.settings);
}

void Reading::store(const Caller& caller, MemberRecord member)
{
    ++member.version;
    m_context.putMember(member);
    m_context.turn().stateChanged(caller.user, member.conversation, caller.target);
}

} // namespace tidemark::server
