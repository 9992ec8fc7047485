#pragma once

#include "core/base/expected.h"
#include "server-stub/hub/contract/hub_values.h"
#include "server-stub/hub/contract/rate_limiter.h"
#include "server-stub/hub/state/age_clock.h"
#include "server-stub/hub/state/block_cache.h"
#include "server-stub/hub/state/connection_guard.h"
#include "server-stub/hub/state/known_heads.h"
#include "server-stub/hub/state/marks_cache.h"
#include "server-stub/hub/state/sent_versions.h"
#include "server-stub/hub/state/session_registry.h"
#include "server-stub/hub/state/subscriptions.h"
#include "server-stub/hub/state/totals_cache.h"
#include "server-stub/hub/state/turn.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
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
    /// For reading between transactions.
    [[nodiscard]] Store& committed() { return m_store; }

private:
    Store& m_store;
    LockSet m_lockSet;
    bool m_begun = false;
};

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

/// The data that all parts of the hub share.
struct HubContext {
    HubContext(HubConfig hubConfig, Store& store, Secrets& hubSecrets);

    HubConfig config;    ///< changes only between turns
    const bool isShared; ///< other servers may write to the store
    LazyTransaction transaction;
    Secrets& secrets;
    RateLimiter limiter;
    ConnectionGuard guard;
    SessionRegistry sessions;
    Subscriptions watchers;
    Subscriptions totalsWatchers; ///< the sessions that want only heads and totals
    /// The uuid of the last message appended to a conversation. Saves a lookup for pipelined sends.
    std::unordered_map<ConversationId, MessageUuid> lastUuid;
    TotalsCache totals;
    MarksCache marks;
    BlockCache blocks;
    // Used only on a shared store; else empty.
    KnownHeads heads;
    SentVersions sentVersions;
    HubStats stats;
    Turn turn;
    Instant now;
    UnixMs wall;
    AgeClock ages;
    UnixMs nextMuteEnd; ///< the end of the first mute; 0 at first: unknown

    [[nodiscard]] Store& store() { return transaction.store(); }
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
    /// Whether members see each other's receipts and delivered marks.
    [[nodiscard]] bool sharesReceipts(const ConversationRecord& conversation) const;
    /// The others' receipts and delivered marks, as the member sees them.
    [[nodiscard]] Marks marksOf(const MemberRecord& row);
    /// Inserts a conversation and draws an epoch for its log.
    ConversationId insertConversation(ConversationRecord record, MessageUuid creation);
    /// Begins or ends notifying the user's sessions of the conversation; if the commit fails, their
    /// connections are closed.
    void watch(UserId user, ConversationId conversation);
    void unwatch(UserId user, ConversationId conversation);
    /// Call when the session has ended.
    void stopNotifying(Target target);
    /// Drops all cached data of the store, because it may be wrong.
    void forgetStored();
    /// Adds a hint that is sent after the commit; does nothing if the store is not shared.
    void addHint(Hint hint);
    /// Appends the entry for session `by` and marks the new head to be pushed.
    LogEntry append(const NewEntry& entry, LogEpoch logEpoch, std::optional<Target> by);
};

} // namespace tidemark::server
