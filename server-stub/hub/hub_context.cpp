#include "server-stub/hub/hub_context.h"

#include "server-stub/hub/counts.h"
#include "server-stub/hub/floors.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

namespace {

constexpr std::size_t maxRememberedUuids = 100000;

/// `member` without its mute, under the next version, when that is over; else nothing.
std::optional<MemberRecord> withEndedMute(const MemberRecord& member, UnixMs wall)
{
    if (!member.isMember || endOfMute(member) > wall) {
        return std::nullopt;
    }
    MemberRecord ended = member;
    ended.settings.muted = false;
    ended.settings.mutedUntil = {};
    ++ended.version;
    return ended;
}

} // namespace

Store& LazyTransaction::store()
{
    if (!m_begun) {
        m_store.begin();
        m_begun = true;
        m_store.hold(m_holding);
    }
    return m_store;
}

bool LazyTransaction::finish()
{
    return !std::exchange(m_begun, false) || m_store.commit();
}

Unexpected<protocol::Error> refusal(protocol::ErrorCode code, std::string detail)
{
    return Unexpected(protocol::Error{code, Milliseconds(0), std::move(detail)});
}

HubContext::HubContext(HubConfig hubConfig, Store& store, Secrets& hubSecrets)
    : config(std::move(hubConfig)), isShared(store.isShared()), transaction(store), secrets(hubSecrets),
      limiter(config.limits), totals(config.retention), blocks(config.logCacheBytes)
{
}

Expected<Membership, protocol::Error> HubContext::membership(ConversationId conversation, UserId user)
{
    auto record = store().conversation(conversation);
    if (!record) {
        return refusal(protocol::ErrorCode::NoSuchConversation);
    }
    auto row = store().member(conversation, user);
    if (!row || !row->isMember) {
        return refusal(protocol::ErrorCode::NotMember);
    }
    return Membership{std::move(*record), *row};
}

ConversationState HubContext::state(ConversationId conversation, UserId user)
{
    const auto record = store().conversation(conversation);
    auto row = store().member(conversation, user);
    if (!record || !row) {
        ConversationState none;
        none.id = conversation;
        return none;
    }
    settle(*record, *row);
    if (isShared) {
        toldVersions.note(user, conversation, row->version);
    }
    return stateOf(store(), *record, *row);
}

protocol::States HubContext::states(std::vector<ConversationState> states)
{
    std::vector<UserId> peers;
    for (const ConversationState& one : states) {
        if (one.peer.isValid()) {
            peers.push_back(one.peer);
        }
    }
    std::sort(peers.begin(), peers.end());
    peers.erase(std::unique(peers.begin(), peers.end()), peers.end());
    return {std::move(states), peers.empty() ? std::vector<User>() : store().users(peers), 0};
}

Answer HubContext::stateAnswer(ConversationId conversation, const Caller& caller)
{
    return protocol::ServerFrame(states({state(conversation, caller.user)}));
}

void HubContext::putMember(const MemberRecord& member)
{
    store().putMember(member);
    totals.forget(member.user);
    if (member.settings.mutedUntil > UnixMs{}) {
        nextMuteEnd = std::min(nextMuteEnd, member.settings.mutedUntil);
        tell(hint::MuteSet{member.settings.mutedUntil});
    }
}

void HubContext::settle(const ConversationRecord& conversation, MemberRecord& row, std::optional<Target> told)
{
    std::optional<MemberRecord> settled = withEndedMute(row, wall);
    if (row.floor < conversation.trimmedUpto || config.retention.unreadExpiresAfter) {
        const MemberRecord& before = settled ? *settled : row;
        if (auto raised = withRaisedFloor(store(), config.retention, conversation, before, wall)) {
            settled = std::move(raised);
        }
    }
    if (settled) {
        row = *std::move(settled);
        putMember(row);
        turn.stateChanged(row.user, row.conversation, told);
    }
}

protocol::TotalsNow HubContext::totalsOf(UserId user)
{
    TotalsCache::Sum sum = totals.of(store(), user, wall);
    if (sum.due.empty()) {
        return sum.totals;
    }
    for (const ConversationId id : sum.due) {
        const auto conversation = store().conversation(id);
        auto row = store().member(id, user);
        if (conversation && row) {
            settle(*conversation, *row);
        }
    }
    return totals.of(store(), user, wall).totals;
}

bool HubContext::tellsReceipts(const ConversationRecord& conversation) const
{
    return conversation.kind != ConversationKind::NoticeList
           && conversation.memberCount <= config.limits.receiptMembers;
}

ConversationId HubContext::insertConversation(ConversationRecord record, MessageUuid creation)
{
    while (!record.logEpoch.isValid()) {
        record.logEpoch = LogEpoch(secrets.random64());
    }
    record.lastActivity = wall;
    return store().insertConversation(record, creation);
}

void HubContext::watch(UserId user, ConversationId conversation)
{
    const auto add = [&](WatchLists& lists, const std::vector<Target>& targets) {
        for (const Target target : targets) {
            if (lists.watch(target, conversation)) {
                turn.touched.insert(target.connection);
            }
        }
    };
    add(watchers, sessions.listenersOf(user));
    add(totalsWatchers, sessions.totalsListenersOf(user));
}

void HubContext::unwatch(UserId user, ConversationId conversation)
{
    for (const Target target : sessions.sessionsOf(user)) {
        const bool wasTold = watchers.unwatch(target, conversation);
        if (totalsWatchers.unwatch(target, conversation) || wasTold) {
            turn.touched.insert(target.connection);
        }
    }
}

void HubContext::stopTelling(Target target)
{
    watchers.forget(target);
    totalsWatchers.forget(target);
    const Session* session = sessions.find(target);
    if (session != nullptr && sessions.sessionsOf(session->user).size() == 1) {
        toldVersions.forget(session->user);
    }
}

void HubContext::forgetStored()
{
    lastUuid.clear();
    totals.clear();
    blocks.clear();
}

void HubContext::tell(Hint hint)
{
    if (isShared) {
        turn.hints.push_back(std::move(hint));
    }
}

LogEntry HubContext::append(const NewEntry& entry, LogEpoch logEpoch, std::optional<Target> by)
{
    LogEntry logged = store().appendEntry(entry);
    if (lastUuid.size() >= maxRememberedUuids) {
        lastUuid.clear();
    }
    if (entry.uuid.isValid()) {
        lastUuid[entry.conversation] = entry.uuid;
    }
    if (entry.target.isValid()) {
        blocks.changed(entry.conversation, entry.target);
    }
    turn.appends.push_back({{entry.conversation, logEpoch, logged.entry.seq}, by});
    return logged;
}

} // namespace tidemark::server
