#pragma once

#include "core/base/expected.h"
#include "server-stub/hub/block_cache.h"
#include "server-stub/hub/hub.h"
#include "server-stub/hub/known_heads.h"
#include "server-stub/hub/rate_limiter.h"
#include "server-stub/hub/session_registry.h"
#include "server-stub/hub/told_versions.h"
#include "server-stub/hub/totals_cache.h"
#include "server-stub/hub/turn.h"
#include "server-stub/hub/watch_lists.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace tidemark::server {

/// A transaction that begins at the first use of the store, so that steps that need none cost none.
class LazyTransaction {
public:
    explicit LazyTransaction(Store& store) : m_store(store) {}

    /// What the next one is going to change.
    void expect(Holding holding) { m_holding = std::move(holding); }
    Store& store();
    /// Whether all that was done is durable now.
    [[nodiscard]] bool finish();
    /// Only to read, between transactions.
    [[nodiscard]] Store& committed() { return m_store; }

private:
    Store& m_store;
    Holding m_holding;
    bool m_begun = false;
};

/// Between a turn that could not be committed and another look at what was not asked for.
constexpr Milliseconds pauseAfterFailure{1000};

/// The answer to a request, or why it is refused.
using Answer = Expected<protocol::ServerFrame, protocol::Error>;

[[nodiscard]] Unexpected<protocol::Error> refusal(protocol::ErrorCode code, std::string detail = {});

/// A conversation and the caller's row in it.
struct Membership {
    ConversationRecord conversation;
    MemberRecord member;
};

/// What the hub's subjects share.
struct HubContext {
    HubContext(HubConfig hubConfig, Store& store, Secrets& hubSecrets);

    HubConfig config;    ///< changes only between turns
    const bool isShared; ///< others may write to the store
    LazyTransaction transaction;
    Secrets& secrets;
    RateLimiter limiter;
    SessionRegistry sessions;
    WatchLists watchers;
    WatchLists totalsWatchers; ///< the sessions that want heads and totals only
    /// The uuid at the head of conversations that were appended to: saves the lookup for pipelined sends.
    std::unordered_map<ConversationId, MessageUuid> lastUuid;
    TotalsCache totals;
    BlockCache blocks;
    // On a shared store; else empty.
    KnownHeads heads;
    ToldVersions toldVersions;
    HubStats stats;
    Turn turn;
    Instant now;
    UnixMs wall;
    UnixMs nextMuteEnd; ///< when the first mute may have to end; at first it is not known

    [[nodiscard]] Store& store() { return transaction.store(); }

    /// The conversation with the present membership of `user`, or NoSuchConversation, or NotMember.
    [[nodiscard]] Expected<Membership, protocol::Error> membership(ConversationId conversation, UserId user);
    /// The state of `user` in `conversation` as it is now; a bare state without membership where there is no
    /// row.
    [[nodiscard]] ConversationState state(ConversationId conversation, UserId user);
    /// States with the peers' names, complete in one frame.
    [[nodiscard]] protocol::States states(std::vector<ConversationState> states);
    /// The usual answer: the caller's state of one conversation.
    [[nodiscard]] Answer stateAnswer(ConversationId conversation, const Caller& caller);
    /// To be used for every change of a member: what is remembered of the user's counts goes.
    void putMember(const MemberRecord& member);
    /// To be used before the state of a member is told: raises the floor of `row` where it has to be by now
    /// (see floors.h) and ends its mute when that is over, for all devices of the user to know. `told` is as
    /// in Turn::stateChanged().
    void settle(const ConversationRecord& conversation, MemberRecord& row,
                std::optional<Target> told = std::nullopt);
    /// The totals of a user, all floors and mutes where they have to be by now.
    [[nodiscard]] protocol::TotalsNow totalsOf(UserId user);
    /// Whether members learn from each other how far they hold and have read a conversation.
    [[nodiscard]] bool tellsReceipts(const ConversationRecord& conversation) const;
    /// Inserts a conversation whose log is given an epoch.
    ConversationId insertConversation(ConversationRecord record, MessageUuid creation);
    /// From now on the user's sessions are told of the conversation, or no longer; should the commit fail
    /// they are cut.
    void watch(UserId user, ConversationId conversation);
    void unwatch(UserId user, ConversationId conversation);
    /// The session is gone.
    void stopTelling(Target target);
    /// Nothing that was read from the store may be true any more.
    void forgetStored();
    /// To be told to the other servers once the turn is committed, where there may be any.
    void tell(Hint hint);
    /// Appends for `by` and remembers to announce the new head.
    LogEntry append(const NewEntry& entry, LogEpoch logEpoch, std::optional<Target> by);
};

} // namespace tidemark::server
