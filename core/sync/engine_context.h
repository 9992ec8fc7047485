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

/// A command that waits until the device holds (after, through].
struct RangeDemand {
    CommandId command;
    Seq after;
    Seq through;
};

/// A conversation and the engine's transient data about it.
struct Tracked {
    LocalConversation conversation;
    RangeSet held;
    std::optional<CursorIntent> intent;

    bool dirty = false; ///< touched in this step
    RequestId pull;     ///< the range pull in flight (single-flight)
    RequestId intentRequest;
    bool intentAlone = false; ///< the server refused a batch with this intent: send it alone
    bool markSent = false;    ///< the server may already know the intent's mark
    bool stateWanted = false; ///< request the absolute state
    RequestId stateRequest;
    std::optional<Seq> olderWanted; ///< the view wants entries below this seq
    std::vector<RangeDemand> demands;
    Totals share;              ///< this conversation's contribution to the totals
    std::uint64_t missing = 0; ///< number of its entries that are not held
    Marks receivedMarks;       ///< the marks last received from the server on this connection
    Seq deliveredReported;     ///< the server knows that this device holds the log through here
    Instant sendNotBefore{};   ///< the server asked the client to wait with sends to this conversation
    Instant pullNotBefore{};   ///< set after a pull that brought nothing usable
};

namespace request {

struct Authenticate {
    CommandId command;
    std::string name;
};
struct Hello {};
struct Sync {
    /// The state did not change between the heartbeat and its answer, so a pending change cannot explain the
    /// digest mismatch.
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

/// A variant that is compiled once: see protocol::ClientFrame.
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

/// The client's knowledge of a conversation at the time of a request. An answer with less shows that the
/// server lost data (I14).
struct KnownAtRequest {
    Seq head;
    std::uint64_t version = 0;
};

struct Request {
    RequestId id;
    RequestKind kind;
    Instant waitsSince; ///< when it was sent, or when the last part of its answer arrived
    Instant deadline;
    /// Only for requests that are answered by states or a range.
    std::map<ConversationId, KnownAtRequest> known;
};

/// The state that the parts of the engine share: conversations, requests in flight, and the effects of the
/// current step.
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
    std::uint64_t missing = 0; ///< entries that are not held in all conversations, as of flushDirty()
    bool online = false;       ///< caught up: intents, sends and pulls may be sent
    /// Conversations that may need a pull or a state, so that a step does not scan all of them.
    std::map<ConversationId, Tracked*> attention;
    std::set<ConversationId> withIntent;
    /// Channels whose snapshot this device raised without the server's acknowledgement.
    std::set<ConversationId> unsentSnapshots;
    /// Conversations with new entries of others; the server may not know yet that this device holds them.
    std::set<ConversationId> arrived;
    /// Set when a conversation may have been left or a log trimmed since the outbox last checked.
    bool reachLost = true;

    // The current step.
    bool connectionEnded = false; ///< the requests in flight are lost
    Effects effects;
    Instant now{};
    UnixMs wall;

    [[nodiscard]] UserId self() const { return account ? account->user.id : UserId(); }
    [[nodiscard]] Tracked* find(ConversationId id);

    RequestId send(protocol::ClientFrame frame, RequestKind kind);
    /// Restarts the request's timeout because a part of its answer has arrived.
    void prolong(Request& request) const;
    /// Sends a frame that has no answer.
    void sendUnanswered(protocol::ClientFrame frame);
    [[nodiscard]] KnownAtRequest knownOf(const Tracked& tracked) const;
    /// Removes a request from those in flight; empty if it is unknown, already answered, or of an older
    /// connection.
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
    /// Requests the absolute state of `tracked` with the next flush.
    void wantState(Tracked& tracked);
    /// Call when the user is not, or is no longer, a member of `tracked`.
    void endMembership(Tracked& tracked);
    /// Fails the commands that wait for ranges of `tracked`.
    void endDemands(Tracked& tracked, protocol::ErrorCode error);
    void learn(const std::vector<User>& users);
    void wakeAt(Instant at);
    /// Notes that the durable state of `tracked` changed in this step.
    void touch(Tracked& tracked);
    /// Reports all dots to the views.
    void reportDots();
    /// Writes the touched conversations together with the totals (I11).
    void flushDirty();
    /// Forgets everything that belongs to the account.
    void eraseAccountData();

private:
    void resum(Tracked& tracked);

    std::map<RequestId, Request> m_requests;
    std::vector<ConversationId> m_dirty;
    Totals m_sum; ///< sum of all shares; its `exact` is unused
    std::size_t m_inexact = 0;
    std::size_t m_mutedInexact = 0;
    std::size_t m_feedInexact = 0;
    std::uint64_t m_lastRequest = 0;
    std::unordered_map<UserId, std::string> m_names;
};

} // namespace tidemark
