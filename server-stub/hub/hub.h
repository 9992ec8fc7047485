#pragma once

#include "core/domain/ids.h"
#include "core/domain/protocol.h"
#include "server-stub/hub/hint.h"
#include "server-stub/hub/operator_request.h"
#include "server-stub/hub/store.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace tidemark::server {

struct ConnectionTag;
using ConnectionId = StrongId<ConnectionTag>;
struct TicketTag;
/// Pairs a password job with its result.
using Ticket = StrongId<TicketTag>;

// ---- inputs

struct Connected {
    ConnectionId connection;
    /// From where: who has guessed too many passwords waits, wherever else it is right to. Empty: no such
    /// place (loopback, a proxy).
    std::string address = {};
};
struct Received {
    ConnectionId connection;
    protocol::ClientEnvelope envelope;
};
/// A frame that could not be decoded: answered with Malformed, then the connection is closed.
struct ReceivedGarbage {
    ConnectionId connection;
    std::string detail;
};
struct Closed {
    ConnectionId connection;
};
struct PasswordHashed {
    Ticket ticket;
    std::string hash; ///< empty: not hashed, no memory or too many jobs were waiting
};
struct PasswordVerified {
    Ticket ticket;
    bool matches = false;
    bool attempted = true; ///< false: too many jobs were waiting, nothing was compared
    /// The password's hash with stronger parameters, to be kept in place of the one that matched; empty: that
    /// one is strong enough.
    std::string strongerHash = {};
};
/// Clients are told to come back, here or elsewhere, and closed.
struct ShutDown {
    Milliseconds minDelay{0};
    Milliseconds maxDelay{0};
    /// Those of them that have a session; none: all connections there are.
    std::vector<ConnectionId> connections = {};
};
/// Whoever runs the server asks for something; an OperatorAnswer follows in the same step.
struct OperatorAsked {
    OperatorTicket ticket;
    OperatorRequest request;
};
/// Another server on the same database has told something.
struct Heard {
    NodeId from;
    std::vector<Hint> hints;
};
/// Hints of others may have been lost: whatever the sessions here are told of is looked at again.
struct HintsMissed {};
/// Only lets time pass.
struct Tick {};
/// A variant, compiled once: see protocol::ClientFrame.
class Input : public std::variant<Connected, Received, ReceivedGarbage, Closed, PasswordHashed,
                                  PasswordVerified, ShutDown, OperatorAsked, Heard, HintsMissed, Tick> {
public:
    using variant::variant;
    Input();
    Input(const Input& other);
    Input(Input&& other) noexcept;
    Input& operator=(const Input& other);
    Input& operator=(Input&& other) noexcept;
    ~Input();

    // As in the engine's Input.
    friend bool operator==(const Input&, const Input&) = delete;
    friend bool operator<(const Input&, const Input&) = delete;
};

// ---- effects

struct Target {
    ConnectionId connection;
    std::uint32_t session = 0;
    friend constexpr auto operator<=>(const Target&, const Target&) = default;
};
/// One frame to one session: an answer, never dropped.
struct Reply {
    ConnectionId connection;
    protocol::ServerEnvelope envelope;
};
/// The same push to many sessions: to be encoded once. Never dropped (states of the own user, receipts,
/// GoAway).
struct Push {
    std::vector<Target> targets;
    protocol::ServerFrame frame;
};
/// A head moved: to be encoded once; on a slow connection the newest head per conversation waits (at most one
/// per conversation).
struct PushHead {
    std::vector<Target> targets;
    protocol::Head head;
};
/// The totals of the user of all these sessions, which want them: with the heads that the step pushes to
/// them, or by themselves. On a slow connection the newest waits.
struct PushTotals {
    std::vector<Target> targets;
    protocol::TotalsNow totals;
};
struct CloseConnection {
    ConnectionId connection;
};
/// To be done off the hub's thread; answered by PasswordHashed.
struct HashPassword {
    Ticket ticket;
    std::string password;
};
/// Answered by PasswordVerified. An empty hash stands for an unknown account: do the same work as for any
/// wrong password and answer false.
struct VerifyPassword {
    Ticket ticket;
    std::string password;
    std::string hash;
};
/// A variant, compiled once: see protocol::ClientFrame.
class Effect
    : public std::variant<Reply, Push, PushHead, PushTotals, CloseConnection, HashPassword, VerifyPassword> {
public:
    using variant::variant;
    Effect();
    Effect(const Effect& other);
    Effect(Effect&& other) noexcept;
    Effect& operator=(const Effect& other);
    Effect& operator=(Effect&& other) noexcept;
    ~Effect();
};

struct Effects {
    std::vector<Effect> effects; ///< in order
    /// To the OperatorAsked of the step. A failed commit answers Unavailable.
    std::vector<OperatorAnswer> operatorAnswers = {};
    /// For all other servers on the database; none where the store is not shared.
    std::vector<Hint> hints = {};
    std::optional<Instant> wakeUp;
    bool commitFailed = false; ///< nothing of the step was kept; who asked has been told to try again
};

/// What the hub needs from outside besides the store.
class Secrets {
public:
    virtual ~Secrets() = default;
    /// SHA-256 of a token.
    [[nodiscard]] virtual TokenHash hashOf(const std::string& token) = 0;
    /// Unpredictable 64 bits, for log epochs and tokens.
    [[nodiscard]] virtual std::uint64_t random64() = 0;
};

/// What the server keeps, and for how long it counts. Nothing is said: everything, for ever.
struct RetentionPolicy {
    std::optional<std::uint64_t> keepEntries; ///< the newest of each conversation
    std::optional<Milliseconds> keepFor;      ///< entries that are not older
    /// Unread messages that are older do not count.
    std::optional<Milliseconds> unreadExpiresAfter;
    Milliseconds interval{3600000};      ///< from one look for what is to be trimmed to the next
    std::uint32_t entriesPerTurn = 4000; ///< trimmed in one step at most

    [[nodiscard]] bool trims() const { return keepEntries || keepFor; }
    [[nodiscard]] bool movesFloors() const { return trims() || unreadExpiresAfter; }
};

struct HubConfig {
    std::string serverName = "tidemark-server";
    Limits limits;
    bool registrationOpen = false;
    RetentionPolicy retention = {};
    /// Who was not heard of for so long comes back with no unread notice to everybody.
    Milliseconds noticesForgetAfter{std::int64_t{30} * 24 * 60 * 60 * 1000};
    /// A device whose token is as old is given a new one when it comes; 0: never.
    Milliseconds rotateTokensAfter{std::int64_t{30} * 24 * 60 * 60 * 1000};
    bool notifiesInBlocks = true; ///< false: every head at once, to measure what blocks save
    /// On a shared store: from one look for heads of which no hint was heard to the next.
    Milliseconds lookForHeadsEvery{5000};
    std::size_t logCacheBytes = std::size_t{64} * 1024 * 1024; ///< of logs kept in memory for readers
};

/// What the hub has done, for those who watch over a server; nothing is decided by it.
struct HubStats {
    std::uint64_t appends = 0;       ///< entries that were committed
    std::uint64_t announcements = 0; ///< heads that were pushed, to however many
    std::uint64_t notifies = 0;      ///< the same, once for each session that was told
    std::uint64_t pulls = 0;
    std::uint64_t entriesPulled = 0;
    std::uint64_t blockHits = 0;   ///< pages that were in memory
    std::uint64_t blockMisses = 0; ///< pages that were read from the store
    std::uint64_t refusedTooFast = 0;
    std::uint64_t signInsHeldBack = 0; ///< passwords not looked at because too many were wrong before
    std::uint64_t disagreements = 0;   ///< devices that held something else than the server, and were told
    std::uint64_t hintsTold = 0;
    std::uint64_t hintsHeard = 0;
    std::uint64_t headsFound = 0; ///< of which no hint was heard
    std::size_t blockBytes = 0;   ///< of logs in memory, now
    std::size_t sessions = 0;     ///< signed in, now
};

class HubState;

/// Decides for the server: frames in, frames out, everything durable through `Store`. No sockets, clock,
/// threads, SQL or randomness of its own; the same inputs on the same store give the same effects. One
/// thread.
class Hub {
public:
    Hub(HubConfig config, Store& store, Secrets& secrets);
    ~Hub();
    Hub(const Hub&) = delete;
    Hub& operator=(const Hub&) = delete;

    /// Handles everything that arrived in one turn of the loop as one transaction (group commit): effects are
    /// valid, and may be carried out, only because the commit has happened (I12). When the commit fails every
    /// request of the turn is answered with Unavailable. `now` never goes back; `wall` is for display only
    /// (I16).
    [[nodiscard]] Effects step(std::span<const Input> inputs, Instant now, UnixMs wall);

    /// Goes on with another configuration from the next step on. Name, blocks and cache stay as they were;
    /// everybody's rates begin anew.
    void reconfigure(const HubConfig& config);

    /// What has happened since the start.
    [[nodiscard]] HubStats stats() const;

private:
    std::unique_ptr<HubState> m_state;
};

} // namespace tidemark::server
