#pragma once

#include "core/base/random.h"
#include "core/domain/limits.h"
#include "core/sync/effects.h"
#include "core/sync/engine.h"
#include "core/sync/local_state.h"
#include "core/sync/pending_queue.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tidemark {

/// A command that waits until (after, upto] is held.
struct RangeDemand {
    CommandId command;
    Seq after;
    Seq upto;
};

/// A conversation and what the engine keeps about it besides its durable state.
struct Tracked {
    LocalConversation conversation;
    RangeSet held;
    std::optional<ReadIntent> intent;

    bool dirty = false; ///< touched in this step
    RequestId pull;     ///< the range pull in flight (single-flight)
    RequestId intentRequest;
    bool intentAlone = false; ///< a batch with this intent was refused: send it by itself
    bool markSent = false;    ///< the server may already know the intent's mark
    bool stateWanted = false; ///< ask for the absolute state
    RequestId stateRequest;
    std::optional<Seq> olderWanted; ///< the view wants what is below this seq
    std::vector<RangeDemand> demands;
    Totals share;              ///< what this conversation adds to the total
    std::uint64_t missing = 0; ///< entries of it that are not held
    Seq deliveredTold;         ///< how far the server knows this device to hold the log
    Instant sendNotBefore{};   ///< the server asked this conversation's sends to wait
    Instant pullNotBefore{};   ///< the last pull was of no use
};

namespace request {

struct Authenticate {
    CommandId command;
    std::string name;
};
struct Hello {};
struct Sync {
    /// Nothing has moved since the digest that differed was sent, nor come while it was on its way.
    bool isUnexplained = false;
};
struct GetStates {
    std::vector<ConversationId> conversations;
};
struct Pull {
    ConversationId conversation;
};
struct Send {
    MessageUuid uuid;
};
struct Read {
    std::vector<protocol::ReadIntent> intents;
};
struct Mark {
    ConversationId conversation;
    MessageUuid uuid;
};
struct Delivered {
    std::vector<protocol::Reached> reached;
};
struct Totals {};
struct SeeDot {
    std::string name;
    std::uint64_t version = 0;
};
struct OpenFeed {
    std::vector<protocol::FeedSnapshot> snapshots;
};
struct Command {
    CommandId command;
};
struct SignOut {
    CommandId command;
};
struct Heartbeat {
    std::uint64_t digest = 0;
};

} // namespace request

/// A variant, compiled once: see protocol::ClientFrame.
class RequestKind
    : public std::variant<request::Authenticate, request::Hello, request::Sync, request::GetStates,
                          request::Pull, request::Send, request::Read, request::Mark, request::Delivered,
                          request::Totals, request::SeeDot, request::OpenFeed, request::Command,
                          request::SignOut, request::Heartbeat> {
public:
    using variant::variant;
    RequestKind();
    RequestKind(const RequestKind& other);
    RequestKind(RequestKind&& other) noexcept;
    RequestKind& operator=(const RequestKind& other);
    RequestKind& operator=(RequestKind&& other) noexcept;
    ~RequestKind();
};

/// What of a conversation was known when a request left: an answer with less tells of a server that lost data
/// (I14).
struct KnownAtRequest {
    Seq head;
    std::uint64_t version = 0;
};

struct Request {
    RequestId id;
    RequestKind kind;
    Instant waitsSince; ///< sent, or answered in part
    Instant deadline;
    std::map<ConversationId, KnownAtRequest> known; ///< on requests that are answered by states or a range
};

/// What the parts of the engine share: the conversations, the requests in flight and the effects of the step
/// at hand.
class EngineContext {
public:
    EngineContext(EngineConfig engineConfig, Snapshot snapshot, const LogReader& reader);

    const EngineConfig config;
    const LogReader& log;
    const DeviceId device;
    SplitMix64 random;

    std::optional<Account> account;
    Limits limits;
    std::map<ConversationId, Tracked> conversations;
    PendingQueue outbox;
    Totals totals;
    std::map<std::string, LocalDot> dots;
    std::uint64_t missing = 0; ///< entries that are not held, over all conversations, as of flushDirty()
    bool online = false;       ///< caught up: intents, sends and pulls may go
    /// Conversations that may want a pull or a state, so that a step need not look at all of them.
    std::map<ConversationId, Tracked*> attention;
    std::set<ConversationId> withIntent;
    /// Channels whose snapshot was raised here and the server does not know it.
    std::set<ConversationId> unsentSnapshots;
    /// Conversations in which entries of others have come that the server may not yet know to be held here.
    std::set<ConversationId> arrived;
    /// Conversations may have been left, or logs trimmed, since the outbox has looked.
    bool reachLost = true;

    // Of the step at hand.
    bool connectionEnded = false; ///< what was in flight is lost
    Effects effects;
    Instant now{};
    UnixMs wall;

    [[nodiscard]] UserId self() const { return account ? account->user.id : UserId(); }
    [[nodiscard]] Tracked* find(ConversationId id);

    RequestId send(protocol::ClientFrame frame, RequestKind kind);
    /// A part of the answer has come: the rest has its full time again.
    void prolong(Request& request) const;
    /// For frames that have no answer.
    void sendUnanswered(protocol::ClientFrame frame);
    [[nodiscard]] KnownAtRequest knownOf(const Tracked& tracked) const;
    /// Takes a request out of those in flight; none: unknown, answered before, or of an older connection.
    std::optional<Request> take(RequestId id);
    [[nodiscard]] std::map<RequestId, Request>& requests() { return m_requests; }
    void forgetRequests();

    template <typename W>
    void write(W one)
    {
        effects.writes.emplace_back(std::move(one));
    }
    template <typename C>
    void report(C one)
    {
        effects.changes.emplace_back(std::move(one));
    }
    void finish(CommandId command, std::optional<protocol::ErrorCode> error = std::nullopt,
                ConversationId conversation = {});
    /// Ask for the absolute state of `tracked`.
    void wantState(Tracked& tracked);
    /// The user is not, or no longer, a member of `tracked`.
    void endMembership(Tracked& tracked);
    /// Tells those who wait for ranges of `tracked` that these will not come.
    void endDemands(Tracked& tracked, protocol::ErrorCode error);
    void learn(const std::vector<User>& users);
    void wakeAt(Instant at);
    /// Notes that the durable state of `tracked` has changed in this step.
    void touch(Tracked& tracked);
    /// Tells the views of all dots.
    void reportDots();
    /// Writes what was touched, and the total with it (I11).
    void flushDirty();
    /// Everything that belongs to one account is forgotten.
    void eraseAccountData();

private:
    void resum(Tracked& tracked);

    std::map<RequestId, Request> m_requests;
    std::vector<ConversationId> m_dirty;
    Totals m_sum; ///< of all shares; its `exact` is unused
    std::size_t m_inexact = 0;
    std::size_t m_mutedInexact = 0;
    std::size_t m_feedInexact = 0;
    std::uint64_t m_lastRequest = 0;
    std::unordered_map<UserId, std::string> m_names;
};

} // namespace tidemark
