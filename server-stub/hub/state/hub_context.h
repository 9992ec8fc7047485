#pragma once

#include "core/base/expected.h"
#include "server-stub/hub/contract/hub_values.h"
#include "server-stub/hub/contract/rate_limiter.h"
#include "server-stub/hub/state/age_clock.h"
#include "server-stub/hub/state/block_cache.h"
#include "server-stub/hub/state/connection_guard.h"
#include "server-stub/hub/state/finishing_files.h"
#include "server-stub/hub/state/known_heads.h"
#include "server-stub/hub/state/last_appends.h"
#include "server-stub/hub/state/long_answers.h"
#include "server-stub/hub/state/marks_cache.h"
#include "server-stub/hub/state/mute_schedule.h"
#include "server-stub/hub/state/sent_versions.h"
#include "server-stub/hub/state/session_registry.h"
#include "server-stub/hub/state/subscriptions.h"
#include "server-stub/hub/state/totals_cache.h"
#include "server-stub/hub/state/turn.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::server {

/// Begins the transaction at the first use of the store, so that steps without that cost nothing.
class LazyTransaction {
public:
    explicit LazyTransaction(Store& store) : m_store(store) {}

    /// Sets the rows that the next transaction will change.
    void expect(LockSet lockSet) { m_lockSet = std::move(lockSet); }
    Store& store();
    /// Ends the transaction. Returns whether all changes are durable now.
    [[nodiscard]] bool finish();
    /// Ends the transaction without keeping any change.
    void abandon();
    /// Whether finish() will fail.
    [[nodiscard]] bool hasFailed() { return m_begun && m_store.hasFailed(); }
    /// For reading between transactions.
    [[nodiscard]] Store& committed() { return m_store; }

private:
    Store& m_store;
    LockSet m_lockSet;
    bool m_begun = false;
};

/// In conversations up to this size the server notifies all online members of a change at once; in larger
/// ones they learn a title from the notice in the log, and an avatar when they ask.
constexpr std::uint32_t smallGroup = 200;

/// Delay before background work retries after a failed commit.
constexpr Milliseconds retryDelay{1000};

/// The answer to a request, or its refusal.
using Answer = Expected<protocol::ServerFrame, protocol::Error>;

[[nodiscard]] Unexpected<protocol::Error> refusal(protocol::ErrorCode code, std::string detail = {});

/// A conversation and the caller's row in it.
struct Membership {
    ConversationRecord conversation;
    MemberRecord member;
};

/// The state that all parts of the hub share. Each part changes it only by the verbs here and by those of the
/// classes that it returns.
class HubContext {
public:
    HubContext(HubConfig hubConfig, Store& store, Secrets& hubSecrets);

    const bool isShared; ///< other servers may write to the store

    [[nodiscard]] const HubConfig& config() const { return m_config; }
    /// Call between turns. Server name, blocks and cache stay as they were.
    void reconfigure(const HubConfig& config);
    [[nodiscard]] Secrets& secrets() { return m_secrets; }
    [[nodiscard]] LazyTransaction& transaction() { return m_transaction; }
    [[nodiscard]] RateLimiter& limiter() { return m_limiter; }
    [[nodiscard]] ConnectionGuard& guard() { return m_guard; }
    [[nodiscard]] SessionRegistry& sessions() { return m_sessions; }
    [[nodiscard]] const SessionRegistry& sessions() const { return m_sessions; }
    [[nodiscard]] const Subscriptions& watchers() const { return m_watchers; }
    /// The sessions that want only heads and totals.
    [[nodiscard]] const Subscriptions& totalsWatchers() const { return m_totalsWatchers; }
    [[nodiscard]] TotalsCache& totals() { return m_totals; }
    [[nodiscard]] MarksCache& marks() { return m_marks; }
    [[nodiscard]] BlockCache& blocks() { return m_blocks; }
    [[nodiscard]] const BlockCache& blocks() const { return m_blocks; }
    [[nodiscard]] LongAnswers& longAnswers() { return m_longAnswers; }
    // Used only on a shared store; else empty.
    [[nodiscard]] KnownHeads& heads() { return m_heads; }
    [[nodiscard]] const KnownHeads& heads() const { return m_heads; }
    [[nodiscard]] SentVersions& sentVersions() { return m_sentVersions; }
    [[nodiscard]] AgeClock& ages() { return m_ages; }
    [[nodiscard]] FinishingFiles& finishingFiles() { return m_finishingFiles; }
    [[nodiscard]] MuteSchedule& mutes() { return m_mutes; }
    /// Removes the record, and the bytes when that is committed.
    void dropUpload(const UploadRecord& upload);
    /// Removes the bytes of a file after the commit, unless there is a record of it or a job is making it.
    void dropIfUnknown(const BlobHash& hash);
    [[nodiscard]] const MuteSchedule& mutes() const { return m_mutes; }

    /// Begins a turn. If `now` is before the time of the last turn, the last turn's time stays.
    void beginTurn(Instant now, UnixMs wall);
    /// Replaces the turn by what remains of it if nothing of it is kept.
    void undoTurn() { m_turn = m_turn.undone(); }
    [[nodiscard]] Turn& turn() { return m_turn; }
    [[nodiscard]] const Turn& turn() const { return m_turn; }
    [[nodiscard]] Instant now() const { return m_now; }
    [[nodiscard]] UnixMs wall() const { return m_wall; }

    /// Adds to one of the counters.
    void count(std::uint64_t HubStats::*counter, std::uint64_t number = 1) { m_stats.*counter += number; }
    [[nodiscard]] const HubStats& stats() const { return m_stats; }

    [[nodiscard]] Store& store() { return m_transaction.store(); }
    /// Begins `ages` if it has not begun.
    void beginAges();
    /// Call when `wall` is stored as the time of data that is removed or expires because of its age.
    void noteAgingWrite();
    /// Call at the end of the turn: stores the record of `ages`, if the turn wrote data that ages.
    void storeAges();
    /// The time by which unread messages expire.
    [[nodiscard]] UnixMs expiryTime() const;

    /// The conversation with the membership of `user`, or NoSuchConversation, or NotMember.
    [[nodiscard]] Expected<Membership, protocol::Error> membership(ConversationId conversation, UserId user);
    /// The same, or NotAllowed if the conversation is not a group.
    [[nodiscard]] Expected<Membership, protocol::Error> groupMembership(ConversationId conversation,
                                                                        UserId user);
    /// The error code for a user who is not a member: NoSuchConversation if the user may not know of the
    /// conversation.
    [[nodiscard]] static protocol::ErrorCode whyNotMember(const ConversationRecord& conversation,
                                                          const std::optional<MemberRecord>& row);
    /// The present state of `user` in `conversation`; without a row, a bare state that is not a membership.
    [[nodiscard]] ConversationState state(ConversationId conversation, UserId user);
    /// The present states of those of `conversations` in which the user is or was a member.
    [[nodiscard]] std::vector<ConversationState> statesOf(const std::set<ConversationId>& conversations,
                                                          UserId user);
    /// A frame with these states and their peers' names.
    [[nodiscard]] protocol::States states(std::vector<ConversationState> states);
    /// The usual answer: the caller's state of one conversation.
    [[nodiscard]] Answer stateAnswer(ConversationId conversation, const Caller& caller);
    /// The reason why `user` cannot be admitted to one more conversation, by themselves or by `caller`; empty
    /// if there is room.
    [[nodiscard]] std::optional<protocol::Error> refusalOfAdmission(UserId user, UserId caller);
    /// Use this for every change of a member: it also drops the user's cached counts.
    void putMember(const MemberRecord& member);
    /// Call before sending the state of a member. If the floor of `row` must rise (see floors.h) or its mute
    /// has ended, changes that for all devices of the user. `answered` is as in Turn::stateChanged().
    void settle(const ConversationRecord& conversation, MemberRecord& row,
                std::optional<Target> answered = std::nullopt);
    /// The totals of a user. First raises floors and ends mutes that are due.
    [[nodiscard]] protocol::TotalsNow totalsOf(UserId user);
    /// Charges the user for the memberships that a request made the server read.
    void chargeRead(UserId user, std::size_t rows);
    /// Charges the user for costs of a request that were unknown before (see request_cost.h).
    void charge(UserId user, Operation operation, std::uint32_t cost);
    /// Charges the user for a push to their own sessions.
    void chargePush(UserId user);
    /// The user as a reader, with the users whom they ignore.
    [[nodiscard]] Viewer viewer(UserId user) { return viewerOf(user, store().ignores().of(user)); }
    /// Whether `user` has blocked `other`.
    [[nodiscard]] bool isBlocked(UserId other, UserId user)
    {
        return levelIn(store().ignores().of(user), other) == IgnoreLevel::Blocked;
    }
    /// Whether `user` has blocked a member of the conversation, who must not learn what the user reads and
    /// receives there. Charges the user for the rows that this reads.
    [[nodiscard]] bool hidesFromMember(const ConversationRecord& conversation, UserId user);
    /// The account's settings, as they are sent to the user's devices: with the policy for adding that
    /// applies.
    [[nodiscard]] AccountSettings settingsOf(const AccountRecord& account) const;
    /// The user's set of ignored users, as it is sent to the user's devices.
    [[nodiscard]] protocol::IgnoredUsers ignoredUsers(UserId user);
    /// Whether members see each other's receipts and delivered marks.
    [[nodiscard]] bool sharesReceipts(const ConversationRecord& conversation) const;
    /// The others' receipts and delivered marks, as the member sees them.
    [[nodiscard]] Marks marksOf(const MemberRecord& row);
    /// Inserts a conversation and draws an epoch for its log.
    ConversationId insertConversation(ConversationRecord record, MessageUuid creation);
    /// Begins or ends notifying the user's sessions of the conversation; if the commit fails, their
    /// connections are closed.
    void watch(UserId user, ConversationId conversation);
    /// The same for one session.
    void watch(Target target, bool totalsOnly, ConversationId conversation);
    void unwatch(UserId user, ConversationId conversation);
    /// Call when the session has ended.
    void stopNotifying(Target target);
    /// Drops all cached data of the store, because it may be wrong.
    void forgetStored();
    /// Adds a hint that is sent after the commit; does nothing if the store is not shared.
    void addHint(Hint hint);
    /// Appends the entry for session `by` and marks the new head to be pushed.
    LogEntry append(const NewEntry& entry, LogEpoch logEpoch, std::optional<Target> by);
    /// Removes the reactions to the messages of (after, through], which were recalled or trimmed.
    void removeReactions(ConversationId conversation, Seq after, Seq through);
    /// Whether the message `uuid` is known to be the last one that was appended to the conversation.
    [[nodiscard]] bool isLastAppended(ConversationId conversation, MessageUuid uuid) const
    {
        return m_lastAppends.isLast(conversation, uuid);
    }

private:
    HubConfig m_config;
    LazyTransaction m_transaction;
    Secrets& m_secrets;
    RateLimiter m_limiter;
    ConnectionGuard m_guard;
    SessionRegistry m_sessions;
    Subscriptions m_watchers;
    Subscriptions m_totalsWatchers;
    LastAppends m_lastAppends;
    TotalsCache m_totals;
    MarksCache m_marks;
    BlockCache m_blocks;
    LongAnswers m_longAnswers;
    KnownHeads m_heads;
    SentVersions m_sentVersions;
    AgeClock m_ages;
    FinishingFiles m_finishingFiles;
    MuteSchedule m_mutes;
    HubStats m_stats;
    Turn m_turn;
    Instant m_now;
    UnixMs m_wall;
};

} // namespace tidemark::server
