#include "server-stub/hub/state/hub_context.h"

#include "core/base/require.h"
#include "server-stub/hub/contract/counts.h"
#include "server-stub/hub/contract/request_cost.h"
#include "server-stub/hub/state/floors.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

namespace {

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

void LazyTransaction::abandon()
{
    if (std::exchange(m_begun, false)) {
        m_store.rollback();
    }
}

Unexpected<protocol::Error> refusal(protocol::ErrorCode code, std::string detail)
{
    return Unexpected(protocol::Error{code, Milliseconds(0), std::move(detail)});
}

HubContext::HubContext(HubConfig hubConfig, Store& store, Secrets& hubSecrets)
    : isShared(store.isShared()), m_config(std::move(hubConfig)), m_transaction(store), m_secrets(hubSecrets),
      m_limiter(m_config.limits), m_guard(m_config.limits), m_totals(m_config.retention),
      m_blocks(m_config.logCacheBytes)
{
}

void HubContext::reconfigure(const HubConfig& config)
{
    m_config.limits = config.limits;
    m_config.registrationOpen = config.registrationOpen;
    m_config.adding = config.adding;
    m_config.retention = config.retention;
    m_config.noticesForgetAfter = config.noticesForgetAfter;
    m_config.rotateTokensAfter = config.rotateTokensAfter;
    m_config.maxBlobBytes = config.maxBlobBytes;
    m_limiter.setLimits(config.limits);
    m_guard.setLimits(config.limits);
    m_totals.clear();
}

void HubContext::beginTurn(Instant now, UnixMs wall)
{
    m_turn = Turn();
    m_now = std::max(m_now, now);
    m_wall = wall;
}

void HubContext::beginAges()
{
    if (!m_ages.hasBegun()) {
        AgeRecord stored = store().ages().find();
        const UnixMs newest = stored.leads.empty() ? store().conversations().newestTime() : UnixMs{};
        m_ages.begin(m_now, std::move(stored), newest);
    }
}

void HubContext::noteAgingWrite()
{
    m_ages.noteWrite(m_now, m_wall);
    m_turn.noteAgingWrite();
}

void HubContext::storeAges()
{
    if (!m_turn.writesAging()) {
        return;
    }
    if (auto record = m_ages.toStore(m_now)) {
        store().ages().put(*record);
        m_turn.storeAges(*std::move(record));
    }
}

UnixMs HubContext::expiryTime() const
{
    return m_ages.time(m_now, m_wall, m_config.retention.unreadExpiresAfter.value_or(Milliseconds(0)));
}

Expected<Membership, protocol::Error> HubContext::membership(ConversationId conversation, UserId user)
{
    auto record = store().conversations().find(conversation);
    if (!record) {
        return refusal(protocol::ErrorCode::NoSuchConversation);
    }
    auto row = store().members().find(conversation, user);
    if (!row || !row->isMember) {
        return refusal(whyNotMember(*record, row));
    }
    return Membership{std::move(*record), *row};
}

Expected<Membership, protocol::Error> HubContext::groupMembership(ConversationId conversation, UserId user)
{
    auto found = membership(conversation, user);
    if (found && found->conversation.kind != ConversationKind::Group) {
        return refusal(protocol::ErrorCode::NotAllowed);
    }
    return found;
}

protocol::ErrorCode HubContext::whyNotMember(const ConversationRecord& conversation,
                                             const std::optional<MemberRecord>& row)
{
    return row || isKnownToAll(conversation) ? protocol::ErrorCode::NotMember
                                             : protocol::ErrorCode::NoSuchConversation;
}

ConversationState HubContext::state(ConversationId conversation, UserId user)
{
    const auto record = store().conversations().find(conversation);
    auto row = store().members().find(conversation, user);
    if (!record || !row) {
        ConversationState none;
        none.id = conversation;
        return none;
    }
    settle(*record, *row);
    if (isShared) {
        m_sentVersions.note(user, conversation, row->version);
    }
    return stateOf(store(), *record, *row);
}

std::vector<ConversationState> HubContext::statesOf(const std::set<ConversationId>& conversations,
                                                    UserId user)
{
    std::vector<ConversationState> states;
    states.reserve(conversations.size());
    for (const ConversationId conversation : conversations) {
        if (store().members().find(conversation, user)) {
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
    return {std::move(states), peers.empty() ? std::vector<User>() : store().accounts().users(peers), 0};
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
    const std::size_t max =
        user == caller ? m_config.limits.maxMemberships : m_config.limits.maxMemberships / 2;
    if (m_config.limits.maxMemberships == 0 || store().members().countOfUser(user) < max) {
        return std::nullopt;
    }
    return protocol::Error{
        user == caller ? ErrorCode::TooManyMemberships : ErrorCode::PersonIsFull, Milliseconds(0), {}};
}

void HubContext::putMember(const MemberRecord& member)
{
    require(member.conversation.isValid() && member.user.isValid() && member.generation.isValid(),
            "a member row belongs to a user who has joined a conversation");
    store().members().put(member);
    m_totals.forget(member.user);
    m_longAnswers.changed(member);
    m_marks.forget(member.conversation);
    if (member.settings.mutedUntil > UnixMs{}) {
        m_mutes.note(member.settings.mutedUntil);
        addHint(hint::MuteSet{member.settings.mutedUntil});
    }
}

void HubContext::settle(const ConversationRecord& conversation, MemberRecord& row,
                        std::optional<Target> answered)
{
    std::optional<MemberRecord> settled = withEndedMute(row, m_wall);
    if (row.floor < conversation.trimmedThrough || m_config.retention.unreadExpiresAfter) {
        const MemberRecord& before = settled ? *settled : row;
        if (auto raised =
                withRaisedFloor(store(), m_config.retention, conversation, before, expiryTime(), m_wall)) {
            settled = std::move(raised);
        }
    }
    if (settled) {
        row = *std::move(settled);
        putMember(row);
        m_turn.stateChanged(row.user, row.conversation, answered);
    }
}

protocol::TotalsNow HubContext::totalsOf(UserId user)
{
    TotalsCache::Sum sum = m_totals.of(store(), user, expiryTime(), m_wall);
    if (sum.due.empty()) {
        return sum.totals;
    }
    for (const ConversationId id : sum.due) {
        const auto conversation = store().conversations().find(id);
        auto row = store().members().find(id, user);
        if (conversation && row) {
            settle(*conversation, *row);
        }
    }
    return m_totals.of(store(), user, expiryTime(), m_wall).totals;
}

void HubContext::chargeRead(UserId user, std::size_t rows)
{
    charge(user, Operation::Other, costOfRead(rows));
}

void HubContext::charge(UserId user, Operation operation, std::uint32_t cost)
{
    m_limiter.charge(user, operation, cost, m_now);
    if (cost > 0) {
        m_turn.charged(user, cost);
    }
}

void HubContext::chargePush(UserId user)
{
    charge(user, Operation::Other, costOfPushes(m_sessions.sessionCountOf(user)));
}

bool HubContext::hidesFromMember(const ConversationRecord& conversation, UserId user)
{
    std::vector<UserId> blocked;
    for (const IgnoredUser& one : store().ignores().of(user).users) {
        if (one.level == IgnoreLevel::Blocked) {
            blocked.push_back(one.user);
        }
    }
    if (blocked.empty() || conversation.kind == ConversationKind::NoticeList) {
        return false;
    }
    if (conversation.kind == ConversationKind::Direct) {
        const UserId peer = conversation.directLow == user ? conversation.directHigh : conversation.directLow;
        return std::ranges::binary_search(blocked, peer);
    }
    if (conversation.memberCount < blocked.size()) {
        chargeRead(user, conversation.memberCount);
        return std::ranges::any_of(store().members().present(conversation.id), [&](UserId member) {
            return std::ranges::binary_search(blocked, member);
        });
    }
    chargeRead(user, blocked.size());
    return std::ranges::any_of(blocked, [&](UserId other) {
        const auto row = store().members().find(conversation.id, other);
        return row && row->isMember;
    });
}

AccountSettings HubContext::settingsOf(const AccountRecord& account) const
{
    AccountSettings settings = account.settings;
    if (settings.adding == AddingPolicy::Default) {
        settings.adding = m_config.adding;
    }
    return settings;
}

protocol::IgnoredUsers HubContext::ignoredUsers(UserId user)
{
    const IgnoredSet set = store().ignores().of(user);
    return {set.version, set.users, store().accounts().users(viewerOf(user, set).ignored)};
}

bool HubContext::sharesReceipts(const ConversationRecord& conversation) const
{
    return sharesMarks(conversation.kind, conversation.memberCount, m_config.limits.receiptMembers);
}

Marks HubContext::marksOf(const MemberRecord& row)
{
    if (!isShared) {
        return m_marks.of(store(), row);
    }
    // A shared store reads the marks of all of a user's conversations together, so no cache is needed.
    return {store().receipts().seenByOthers(row.conversation, row.user),
            deliveredToOthers(store().receipts().furthestDelivered(row.conversation), row.user)};
}

ConversationId HubContext::insertConversation(ConversationRecord record, MessageUuid creation)
{
    while (!record.logEpoch.isValid()) {
        record.logEpoch = LogEpoch(m_secrets.random64());
    }
    record.lastActivity = m_wall;
    return store().conversations().insert(record, creation);
}

void HubContext::watch(UserId user, ConversationId conversation)
{
    const auto add = [&](Subscriptions& lists, const std::vector<Target>& targets) {
        for (const Target target : targets) {
            if (lists.watch(target, conversation)) {
                m_turn.touch(target.connection);
            }
        }
    };
    add(m_watchers, m_sessions.listenersOf(user));
    add(m_totalsWatchers, m_sessions.totalsListenersOf(user));
}

void HubContext::watch(Target target, bool totalsOnly, ConversationId conversation)
{
    if ((totalsOnly ? m_totalsWatchers : m_watchers).watch(target, conversation)) {
        m_turn.touch(target.connection);
    }
}

void HubContext::unwatch(UserId user, ConversationId conversation)
{
    for (const Target target : m_sessions.sessionsOf(user)) {
        const bool wasNotified = m_watchers.unwatch(target, conversation);
        if (m_totalsWatchers.unwatch(target, conversation) || wasNotified) {
            m_turn.touch(target.connection);
        }
    }
}

void HubContext::stopNotifying(Target target)
{
    m_longAnswers.forget(target);
    m_watchers.forget(target);
    m_totalsWatchers.forget(target);
    const Session* session = m_sessions.find(target);
    if (session != nullptr && m_sessions.sessionCountOf(session->user) == 1) {
        m_sentVersions.forget(session->user);
    }
}

void HubContext::forgetStored()
{
    m_lastAppends.clear();
    m_totals.clear();
    m_marks.clear();
    m_longAnswers.forgetRows();
    m_blocks.clear();
}

void HubContext::addHint(Hint hint)
{
    if (isShared) {
        m_turn.addHint(std::move(hint));
    }
}

LogEntry HubContext::append(const NewEntry& entry, LogEpoch logEpoch, std::optional<Target> by)
{
    LogEntry logged = store().log().append(entry);
    require(logged.own <= logged.countable, "no author has more messages than the log");
    noteAgingWrite();
    m_lastAppends.note(entry.conversation, logged.entry.seq, entry.uuid);
    if (const auto* recall = std::get_if<content::Recall>(&entry.content)) {
        m_blocks.recalled(entry.conversation, recall->target);
        removeReactions(entry.conversation, previous(recall->target), recall->target);
    } else if (const auto* edit = std::get_if<content::Edit>(&entry.content)) {
        m_blocks.changed(entry.conversation, edit->target);
    }
    m_turn.appended({entry.conversation, logEpoch, logged.entry.seq}, by);
    return logged;
}

void HubContext::removeReactions(ConversationId conversation, Seq after, Seq through)
{
    for (const UserId author : store().reactions().remove(conversation, after, through)) {
        auto row = store().members().find(conversation, author);
        if (row && row->isMember) {
            ++row->version;
            putMember(*row);
            m_turn.stateChanged(author, conversation, std::nullopt);
        }
    }
}

void HubContext::dropUpload(const UploadRecord& upload)
{
    store().blobs().removeUpload(upload.key);
    m_turn.add(BlobJob{{}, blob::DropUpload{upload.key}});
    dropIfUnknown(upload.hash);
    m_turn.noteBlobWork();
}

void HubContext::dropIfUnknown(const BlobHash& hash)
{
    if (!store().blobs().blob(hash) && !m_finishingFiles.contains(hash)) {
        m_turn.add(BlobJob{{}, blob::DropFile{hash}});
    }
}

} // namespace tidemark::server
