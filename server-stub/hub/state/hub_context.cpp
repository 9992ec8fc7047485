#include "server-stub/hub/state/hub_context.h"

#include "server-stub/hub/contract/counts.h"
#include "server-stub/hub/contract/request_cost.h"
#include "server-stub/hub/state/floors.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

namespace {

constexpr std::size_t maxRememberedUuids = 100000;

/// If the mute of `member` has ended, returns the member without it, under the next version; else empty.
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
        m_store.hold(m_lockSet);
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
      limiter(config.limits), guard(config.limits), totals(config.retention), blocks(config.logCacheBytes)
{
}

void HubContext::beginAges()
{
    if (!ages.hasBegun()) {
        AgeRecord stored = store().ages();
        const UnixMs newest = stored.leads.empty() ? store().newestTime() : UnixMs{};
        ages.begin(now, std::move(stored), newest);
    }
}

void HubContext::noteAgingWrite()
{
    ages.noteWrite(now, wall);
    turn.writesAging = true;
}

void HubContext::storeAges()
{
    if (!turn.writesAging) {
        return;
    }
    if (auto record = ages.toStore(now)) {
        store().putAges(*record);
        turn.storedAges = std::move(record);
    }
}

UnixMs HubContext::expiryTime() const
{
    return ages.time(now, wall, config.retention.unreadExpiresAfter.value_or(Milliseconds(0)));
}

Expected<Membership, protocol::Error> HubContext::membership(ConversationId conversation, UserId user)
{
    auto record = store().conversation(conversation);
    if (!record) {
        return refusal(protocol::ErrorCode::NoSuchConversation);
    }
    auto row = store().member(conversation, user);
    if (!row || !row->isMember) {
        return refusal(whyNotMember(*record, row));
    }
    return Membership{std::move(*record), *row};
}

protocol::ErrorCode HubContext::whyNotMember(const ConversationRecord& conversation,
                                             const std::optional<MemberRecord>& row)
{
    return row || isKnownToAll(conversation) ? protocol::ErrorCode::NotMember
                                             : protocol::ErrorCode::NoSuchConversation;
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
        sentVersions.note(user, conversation, row->version);
    }
    return stateOf(store(), *record, *row);
}

std::vector<ConversationState> HubContext::statesOf(const std::set<ConversationId>& conversations,
                                                    UserId user)
{
    std::vector<ConversationState> states;
    states.reserve(conversations.size());
    for (const ConversationId conversation : conversations) {
        if (store().member(conversation, user)) {
            states.push_back(state(conversation, user));
        }
    }
    return states;
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

std::optional<protocol::Error> HubContext::refusalOfAdmission(UserId user, UserId caller)
{
    using protocol::ErrorCode;
    // Other users may use only half of the limit for invitations, so that users keep room for their own
    // choices.
    const std::size_t max = user == caller ? config.limits.maxMemberships : config.limits.maxMemberships / 2;
    if (config.limits.maxMemberships == 0 || store().membershipCount(user) < max) {
        return std::nullopt;
    }
    return protocol::Error{
        user == caller ? ErrorCode::TooManyMemberships : ErrorCode::PersonIsFull, Milliseconds(0), {}};
}

void HubContext::putMember(const MemberRecord& member)
{
    store().putMember(member);
    totals.forget(member.user);
    marks.forget(member.conversation);
    if (member.settings.mutedUntil > UnixMs{}) {
        nextMuteEnd = std::min(nextMuteEnd, member.settings.mutedUntil);
        addHint(hint::MuteSet{member.settings.mutedUntil});
    }
}

void HubContext::settle(const ConversationRecord& conversation, MemberRecord& row,
                        std::optional<Target> answered)
{
    std::optional<MemberRecord> settled = withEndedMute(row, wall);
    if (row.floor < conversation.trimmedThrough || config.retention.unreadExpiresAfter) {
        const MemberRecord& before = settled ? *settled : row;
        if (auto raised =
                withRaisedFloor(store(), config.retention, conversation, before, expiryTime(), wall)) {
            settled = std::move(raised);
        }
    }
    if (settled) {
        row = *std::move(settled);
        putMember(row);
        turn.stateChanged(row.user, row.conversation, answered);
    }
}

protocol::TotalsNow HubContext::totalsOf(UserId user)
{
    TotalsCache::Sum sum = totals.of(store(), user, expiryTime(), wall);
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
    return totals.of(store(), user, expiryTime(), wall).totals;
}

void HubContext::chargeRead(UserId user, std::size_t rows)
{
    charge(user, Operation::Other, costOfRead(rows));
}

void HubContext::charge(UserId user, Operation operation, std::uint32_t cost)
{
    limiter.charge(user, operation, cost, now);
}

void HubContext::chargePush(UserId user)
{
    charge(user, Operation::Other, costOfPushes(sessions.sessionCountOf(user)));
}

bool HubContext::sharesReceipts(const ConversationRecord& conversation) const
{
    return sharesMarks(conversation.kind, conversation.memberCount, config.limits.receiptMembers);
}

Marks HubContext::marksOf(const MemberRecord& row)
{
    if (!isShared) {
        return marks.of(store(), row);
    }
    // A shared store reads the marks of all of a user's conversations together, so no cache is needed.
    return {store().seenByOthers(row.conversation, row.user),
            deliveredToOthers(store().furthestDelivered(row.conversation), row.user)};
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
    const auto add = [&](Subscriptions& lists, const std::vector<Target>& targets) {
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
        const bool wasNotified = watchers.unwatch(target, conversation);
        if (totalsWatchers.unwatch(target, conversation) || wasNotified) {
            turn.touched.insert(target.connection);
        }
    }
}

void HubContext::stopNotifying(Target target)
{
    watchers.forget(target);
    totalsWatchers.forget(target);
    const Session* session = sessions.find(target);
    if (session != nullptr && sessions.sessionCountOf(session->user) == 1) {
        sentVersions.forget(session->user);
    }
}

void HubContext::forgetStored()
{
    lastUuid.clear();
    totals.clear();
    marks.clear();
    blocks.clear();
}

void HubContext::addHint(Hint hint)
{
    if (isShared) {
        turn.hints.push_back(std::move(hint));
    }
}

LogEntry HubContext::append(const NewEntry& entry, LogEpoch logEpoch, std::optional<Target> by)
{
    LogEntry logged = store().appendEntry(entry);
    noteAgingWrite();
    if (lastUuid.size() >= maxRememberedUuids) {
        lastUuid.clear();
    }
    if (entry.uuid.isValid()) {
        lastUuid[entry.conversation] = entry.uuid;
    }
    if (const auto* recall = std::get_if<content::Recall>(&entry.content)) {
        blocks.recalled(entry.conversation, recall->target);
    } else if (const auto* edit = std::get_if<content::Edit>(&entry.content)) {
        blocks.changed(entry.conversation, edit->target);
    }
    turn.appends.push_back({{entry.conversation, logEpoch, logged.entry.seq}, by});
    return logged;
}

} // namespace tidemark::server
