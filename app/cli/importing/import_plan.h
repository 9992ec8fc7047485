#pragma once

#include "app/cli/importing/import_authors.h"
#include "app/cli/importing/import_queue.h"
#include "core/base/backoff.h"
#include "core/base/random.h"
#include "core/domain/protocol.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace tidemark::cli {

struct ImportSettings {
    std::string callerToken;
    DeviceId callerDevice;
    std::string secret; ///< the authors' accounts are derived from it
    std::vector<std::string> rooms;
    std::uint32_t window = 512;        ///< the maximum number of unanswered messages
    std::uint32_t maxSessions = 15000; ///< authors signed in at once; see also the server's limit
    double speed = 0;                  ///< times real time; 0: as fast as possible
    std::uint64_t jitterSeed = 1;
};

/// The progress of a run. A later run trusts the mark only if each room still has the same log: the same log
/// epoch, and a head that is not lower.
struct ImportMark {
    std::uint64_t line = 0; ///< everything through this line of the file is acknowledged
    struct Room {
        ConversationId conversation;
        LogEpoch logEpoch;
        Seq head; ///< the highest acknowledged seq
        friend bool operator==(const Room&, const Room&) = default;
    };
    std::map<std::string, Room> rooms;
    friend bool operator==(const ImportMark&, const ImportMark&) = default;
};

/// Decides what an import sends, and when: the sign-ins, joins and messages of all authors, as sessions of
/// one connection, in the log's order and without waiting for each answer. Pure: no sockets and no clock, and
/// no files except the lines passed to it.
/// The server keeps the order, because each message names its predecessor in its room. After a transient
/// refusal, the plan waits for all answers and then sends again, starting at the first unacknowledged
/// message.
class ImportPlan {
public:
    /// `nextLine` returns the log's lines from the start.
    ImportPlan(ImportSettings settings, ImportMark mark, ImportQueue::NextLine nextLine);

    void connected();
    void disconnected();
    void receive(const protocol::ServerEnvelope& envelope, Instant now);
    /// Returns the frames to send now, in order.
    [[nodiscard]] std::vector<protocol::ClientEnvelope> takeSends(Instant now);
    /// Returns the time to call takeSends() again if nothing arrives before.
    [[nodiscard]] std::optional<Instant> wakeUp() const { return m_wakeUp; }
    /// Returns whether this connection has reached its maximum of sessions and must be replaced.
    [[nodiscard]] bool wantsNewConnection() const
    {
        return m_connected && m_isFull && m_pendingRequests.empty();
    }

    enum class State : std::uint8_t {
        Running,
        Done,
        Failed,
        StartOver, ///< the server has lost acknowledged messages: create a new plan without a mark
    };
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const std::string& failure() const { return m_failure; } ///< human-readable
    /// Counts messages, including those of earlier runs.
    [[nodiscard]] std::uint64_t acknowledged() const { return m_queue.acknowledged(); }
    /// Counts messages that the server did not have before.
    [[nodiscard]] std::uint64_t sent() const { return m_sent; }
    [[nodiscard]] ImportMark mark() const;

private:
    enum class Kind : std::uint8_t { CallerHello, Group, Register, Hello, Join, Send };
    struct PendingRequest {
        Kind kind = Kind::Send;
        std::string room;
        std::string author;
        std::uint64_t line = 0;
    };

    void introduce();
    void sendDue(Instant now);
    void send(const ImportMessage& message);
    void signIn(ImportAuthor& author, const ImportLine& line);
    void sendRequest(std::uint32_t session, PendingRequest pending, protocol::ClientFrame frame);

    void onWelcome(const PendingRequest& pending, const protocol::Welcome& welcome);
    void onStates(const PendingRequest& pending, const protocol::States& states);
    void onAck(const PendingRequest& pending, const protocol::SendAck& ack);
    void onError(const PendingRequest& pending, const protocol::Error& error, Instant now);
    void onRegisterError(const PendingRequest& pending, const protocol::Error& error, Instant now);
    void onSendError(const PendingRequest& pending, const protocol::Error& error, Instant now);
    void tryAgain(const protocol::Error& error, Instant now);
    void startNextRound();
    void fail(const std::string& what, const protocol::Error& error);

    ImportSettings m_settings;
    ImportMark m_mark; ///< the lines through `line` were skipped
    ImportQueue m_queue;
    ImportAuthors m_authors;
    State m_state = State::Running;
    std::string m_failure;
    std::uint64_t m_sent = 0;

    // the connection
    bool m_connected = false;
    bool m_introduced = false; ///< the server has welcomed the caller
    bool m_isFull = false;     ///< no further author can sign in
    std::size_t m_confirmedRooms = 0;
    std::unordered_map<RequestId, PendingRequest> m_pendingRequests; ///< unanswered
    std::size_t m_onTheirWay = 0;                                    ///< the number of sends among them
    std::uint64_t m_lastRequest = 0;
    std::vector<protocol::ClientEnvelope> m_sends;

    // after a refusal
    std::optional<Instant> m_nextRound; ///< when to send again, once all answers have arrived
    bool m_hadProgress = false;         ///< in this round
    int m_barrenRounds = 0;
    std::uint32_t m_window;
    SplitMix64 m_jitter;
    Backoff m_backoff{Milliseconds(50), Milliseconds(5000)};
    std::optional<Instant> m_wakeUp;
};

} // namespace tidemark::cli
