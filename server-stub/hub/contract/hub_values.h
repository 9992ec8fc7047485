#pragma once

#include "core/domain/ids.h"
#include "core/domain/protocol.h"
#include "server-stub/hub/contract/blob_jobs.h"
#include "server-stub/hub/contract/hint.h"
#include "server-stub/hub/contract/operator_request.h"
#include "server-stub/hub/contract/stores/store.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
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
    /// The client's address, by which SignInGuard counts wrong passwords. Empty if clients share the address
    /// (loopback, a proxy).
    std::string address = {};
};
struct Received {
    ConnectionId connection;
    protocol::ClientEnvelope envelope;
    std::size_t bytes = 0; ///< size of the encoded frame
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
    std::string hash; ///< empty: not hashed, because there was no memory or too many jobs were waiting
};
struct PasswordVerified {
    Ticket ticket;
    bool matches = false;
    bool attempted = true; ///< false: too many jobs were waiting, so nothing was compared
    /// The password hashed with stronger parameters, to replace the hash that matched; empty if that hash is
    /// strong enough.
    std::string strongerHash = {};
};
/// The result of a BlobJob.
struct BlobJobDone {
    Ticket ticket;
    blob::Result result;
};
/// Asks clients to reconnect, here or to another server, and closes their connections.
struct ShutDown {
    Milliseconds minDelay{0};
    Milliseconds maxDelay{0};
    /// The connections to close if they have a session; empty: all connections.
    std::vector<ConnectionId> connections = {};
};
/// A request of the operator; an OperatorAnswer follows in the same step.
struct OperatorAsked {
    OperatorTicket ticket;
    OperatorRequest request;
};
/// Another server on the same database has sent hints.
struct HintsReceived {
    NodeId from;
    std::vector<Hint> hints;
};
/// Hints of other servers may have been lost: read all data that sessions on this server are notified of
/// again.
struct HintsMissed {};
/// No event: lets the hub do the work that is due.
struct Tick {};
/// The connection's unfinished answer may go on (see Effects::unfinished). The shell charges the work.
struct AnswerGoesOn {
    ConnectionId connection;
};
/// A class derived from the variant, so that it is compiled once: see protocol::ClientFrame.
class Input : public std::variant<Connected, Received, ReceivedGarbage, Closed, PasswordHashed,
                                  PasswordVerified, BlobJobDone, ShutDown, OperatorAsked, HintsReceived,
                                  HintsMissed, Tick, AnswerGoesOn> {
public:
    using variant::variant;
    Input();
    Input(const Input& other);
    Input(Input&& other) noexcept;
    Input& operator=(const Input& other);
    Input& operator=(Input&& other) noexcept;
    ~Input();

    // Deleted for the same reason as in the engine's Input.
    friend bool operator==(const Input&, const Input&) = delete;
    friend bool operator<(const Input&, const Input&) = delete;
};

// ---- effects

struct Target {
    ConnectionId connection;
    std::uint32_t session = 0;
    friend constexpr auto operator<=>(const Target&, const Target&) = default;
};
/// One frame to one session: an answer. Never dropped.
struct Reply {
    ConnectionId connection;
    protocol::ServerEnvelope envelope;
};
/// The same push to many sessions, to be encoded once. Never dropped (states of the own user, receipts,
/// GoAway).
struct Push {
    std::vector<Target> targets;
    protocol::ServerFrame frame;
};
/// A moved head, to be encoded once. On a slow connection only the newest head of each conversation waits.
struct PushHead {
    std::vector<Target> targets;
    protocol::Head head;
};
/// The totals of one user for those of the user's sessions that want them. They travel with the heads that
/// the step pushes to these sessions, or alone. On a slow connection only the newest totals wait.
struct PushTotals {
    std::vector<Target> targets;
    protocol::TotalsNow totals;
};
struct CloseConnection {
    ConnectionId connection;
};
/// A job to be done off the hub's thread; its result is PasswordHashed.
struct HashPassword {
    Ticket ticket;
    std::string password;
};
/// A job whose result is PasswordVerified. An empty hash stands for an unknown account: do the same work as
/// for a wrong password and answer false.
struct VerifyPassword {
    Ticket ticket;
    std::string password;
    std::string hash;
};
/// A job for the store of files; its result is BlobJobDone. Jobs are done in this order.
struct BlobJob {
    Ticket ticket; ///< invalid: the job has no result
    blob::Work work;
};
/// A class derived from the variant, so that it is compiled once: see protocol::ClientFrame.
class Effect : public std::variant<Reply, Push, PushHead, PushTotals, CloseConnection, HashPassword,
                                   VerifyPassword, BlobJob> {
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
    std::vector<Effect> effects; ///< execute them in this order
    /// Answers to the OperatorAsked inputs of the step. A failed commit answers Unavailable.
    std::vector<OperatorAnswer> operatorAnswers = {};
    /// Hints for all other servers on the database; empty if the store is not shared.
    std::vector<Hint> hints = {};
    std::optional<Instant> wakeUp;
    /// Connections with an answer that was begun in this step or went on in it, and is not at its end. Give
    /// the hub AnswerGoesOn for each of them, and no request of the connection before that answer's end: that
    /// would make the hub give the rest of it at once.
    std::vector<ConnectionId> unfinished = {};
    /// The tokens that requests of the step cost beyond their prices, by the users who pay them.
    std::vector<std::pair<UserId, std::uint32_t>> charged = {};
    /// True: nothing of the step was kept, and the requests were answered with Unavailable.
    bool commitFailed = false;
    /// The checks of the hub's own work that failed in the step, with file and line. If there is one before
    /// the commit, nothing of the step was kept, and the requests were answered with Unavailable.
    std::vector<std::string> violations = {};
};

/// The services that the hub needs from outside, besides the store.
class Secrets {
public:
    virtual ~Secrets() = default;
    /// SHA-256 of a token.
    [[nodiscard]] virtual TokenHash hashOf(const std::string& token) = 0;
    /// Unpredictable 64 bits, for log epochs and tokens.
    [[nodiscard]] virtual std::uint64_t random64() = 0;
};

/// The rules for keeping entries and for expiring unread messages. By default the server keeps all entries,
/// and unread messages never expire.
struct RetentionPolicy {
    std::optional<std::uint64_t> keepEntries; ///< number of newest entries to keep in each conversation
    std::optional<Milliseconds> keepFor;      ///< age up to which entries are kept
    /// Unread messages older than this do not count.
    std::optional<Milliseconds> unreadExpiresAfter;
    Milliseconds interval{3600000};      ///< time between two searches for entries to trim
    std::uint32_t entriesPerTurn = 4000; ///< maximum number of entries trimmed in one step

    [[nodiscard]] bool trims() const { return keepEntries || keepFor; }
    [[nodiscard]] bool movesFloors() const { return trims() || unreadExpiresAfter; }
};

struct HubConfig {
    std::string serverName = "tidemark-server";
    Limits limits;
    bool registrationOpen = false;
    /// Applies to accounts that have not chosen who may add them to groups; never Default.
    AddingPolicy adding = AddingPolicy::Everybody;
    RetentionPolicy retention = {};
    /// Maximum size of all files together; empty: no limit but the disk.
    std::optional<std::uint64_t> maxBlobBytes = {};
    /// A user absent for longer than this comes back without unread announcements.
    Milliseconds noticesForgetAfter{std::int64_t{30} * 24 * 60 * 60 * 1000};
    /// A device that connects with a token at least this old is given a new one; 0: never.
    Milliseconds rotateTokensAfter{std::int64_t{30} * 24 * 60 * 60 * 1000};
    bool notifiesInBlocks = true; ///< false: push every head at once, to measure the effect of blocks
    /// On a shared store: time between two searches for heads whose hints were lost.
    Milliseconds headPollInterval{5000};
    /// States that one answer may have in one step; see Effects::unfinished.
    std::size_t statesPerStep = std::numeric_limits<std::size_t>::max();
    /// Maximum size of the logs kept in memory for readers.
    std::size_t logCacheBytes = std::size_t{64} * 1024 * 1024;
};

/// Statistics for monitoring. The hub's decisions do not depend on them.
struct HubStats {
    std::uint64_t appends = 0;       ///< committed entries
    std::uint64_t announcements = 0; ///< pushed heads, each counted once for any number of sessions
    std::uint64_t notifies = 0;      ///< pushed heads, counted once per session
    std::uint64_t pulls = 0;
    std::uint64_t entriesPulled = 0;
    std::uint64_t blockHits = 0;         ///< pulled pages found in memory
    std::uint64_t blockMisses = 0;       ///< pulled pages read from the store
    std::uint64_t fileBytesReceived = 0; ///< in chunks of uploads
    std::uint64_t fileBytesSent = 0;
    std::uint64_t fileJobs = 0; ///< for the store of files, that are running now
    std::uint64_t refusedTooFast = 0;
    std::uint64_t signInsHeldBack = 0; ///< passwords not compared, because too many wrong ones came before
    /// Comparisons in which a device's data differed from the server's; the device was sent the difference.
    std::uint64_t mismatches = 0;
    std::uint64_t violations = 0; ///< failed checks of the hub's own work (see Effects::violations)
    std::uint64_t hintsSent = 0;
    std::uint64_t hintsReceived = 0;
    std::uint64_t headsFound = 0; ///< heads found by reading the store, because their hints were lost
    /// Conversations in which the last search found implausibly many old entries.
    std::size_t trimsHeldBack = 0;
    std::size_t blockBytes = 0; ///< present size of the logs in memory
    std::size_t sessions = 0;   ///< present number of signed-in sessions
};

} // namespace tidemark::server
