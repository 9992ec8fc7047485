#pragma once

#include "server-stub/hub/contract/rate_limiter.h"
#include "server-stub/hub/hub.h"
#include "server-stub/shell/sockets/buffer_budget.h"
#include "server-stub/shell/sockets/connection_origin.h"
#include "server-stub/shell/sockets/frame_reader.h"
#include "server-stub/shell/sockets/frame_writer.h"
#include "server-stub/shell/sockets/server_options.h"

#include <QByteArray>
#include <QHostAddress>
#include <QObject>
#include <QPointer>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

class QTcpSocket;
class QWebSocket;

namespace tidemark::server {

/// The reason that the close frame gives to the client.
enum class CloseReason { Normal, GoingAway, Garbage, TextFrame, TooLong, NotSignedIn, Flooding };

/// One client's WebSocket. Bounds the data that waits for the client, notices a dead client, and never
/// blocks.
///
/// Above the soft backlog heads wait in a map, only the newest of each conversation, and go as one Notify
/// when the client has caught up. They count in the hard backlog, above which the connection is cut. Received
/// data is held only while a message is incomplete, and before sign-in only within a budget that all such
/// connections share.
///
/// Reads and writes frames without the QWebSocket, which has no bounds: it answers every ping, does not bound
/// headers, and accepts frames that are not masked.
class ClientConnection : public QObject {
    Q_OBJECT

public:
    /// Takes ownership of `webSocket`; `socket` is the socket under it. `budget` must outlive this object.
    ClientConnection(ConnectionId id, QWebSocket* webSocket, QTcpSocket* socket, const ServerOptions& options,
                     const ConnectionOrigin& origin, std::shared_ptr<BufferBudget> budget);
    ~ClientConnection() override;

    [[nodiscard]] ConnectionId id() const { return m_id; }
    /// False once the connection is closing: frames sent after that are dropped.
    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    [[nodiscard]] const QHostAddress& address() const { return m_address; }
    /// Bytes that the client has not taken yet.
    [[nodiscard]] qint64 backlog() const { return m_writer.backlog(); }
    [[nodiscard]] bool isSlow() const { return backlog() > m_limits.softBacklogBytes; }
    /// The approximate memory of a waiting head or of waiting totals.
    static constexpr qint64 waitingBytes = 96;
    [[nodiscard]] std::size_t waitingHeads() const { return m_waitingHeads.size(); }

    // send(), keepHead() and keepTotals() cut the connection instead if too much is waiting already, heads
    // and totals included.

    /// Queues one encoded frame for flush().
    void send(std::string_view frame);
    /// Keeps `head` until the client has caught up. Use it for a slow connection.
    void keepHead(std::uint32_t session, const protocol::Head& head);
    /// Keeps the newest totals of a session's user until the client has caught up.
    void keepTotals(std::uint32_t session, const protocol::TotalsNow& totals);
    /// Reads up to the next message, which a signal reports. Returns false if no whole message is left to
    /// read; `readable` follows when more has come. `bytes`: what was read.
    [[nodiscard]] bool readMessage(std::size_t& bytes);
    /// Whether bytes have come that readMessage() has not read.
    [[nodiscard]] bool hasUnread();
    /// Whether anything waits for flush().
    [[nodiscard]] bool hasUnflushed() const { return m_writer.hasUnflushed(); }
    /// Passes the queued frames to the system.
    void flush();

    /// Counts a request that was refused before the hub saw it. Closes the connection after too many of them,
    /// as the hub does after too many of its own refusals. `cost`: see ConnectionGuard::costOf().
    void countRefusal(std::uint32_t cost);
    /// Call when a session has begun: the sign-in timeout no longer applies.
    void markSignedIn();
    /// Sets the reason to give if the hub decides to close.
    void setCloseReason(CloseReason reason) { m_closeReason = reason; }
    /// Closes after the queued frames have been sent. Cuts if that takes longer than the close timeout.
    void close();
    /// Closes at once; queued frames are lost.
    void cut(const char* why);
    /// Handles the timeouts that `now` has passed: sign-in, silence, closing.
    void checkTime(Instant now);

Q_SIGNALS:
    /// Bytes wait for readMessage(). Until they are read, the system slows the client down.
    void readable();
    void frameReceived(const QByteArray& bytes);
    void textReceived();
    /// The last signal, exactly once.
    void closed();

private:
    /// Returns false if the connection is closing. Cuts it, and returns false, if too much is waiting.
    [[nodiscard]] bool mayAdd();
    void onReadable();
    /// Returns whether the frame is a message.
    bool take(FrameReader::Frame&& frame);
    /// Counts a received ping or pong. Returns false if there were too many.
    [[nodiscard]] bool mayControl();
    void refuseFrame(FrameReader::Fault fault);
    /// Counts the held bytes, and closes if there are too many.
    void countHeld();
    /// Takes `bytes` in total from the budget. Returns false, and changes nothing, if the budget does not
    /// allow that.
    [[nodiscard]] bool hold(std::size_t bytes);
    void release(); ///< gives all bytes back to the budget
    void sendPong();
    void closeFor(CloseReason reason, const char* why);
    void checkSilence(Instant now);
    void sendWaitingHeads();
    void onDisconnected();
    void end();

    ConnectionId m_id;
    std::unique_ptr<QWebSocket> m_webSocket;
    QPointer<QTcpSocket> m_socket;
    FrameReader m_reader;
    QByteArray m_chunk;        ///< bytes of the socket
    std::string_view m_unread; ///< the part of m_chunk that m_reader has not taken
    FrameWriter m_writer;
    TokenBucket m_controlFrames;            ///< pings and pongs that the client may still send
    TokenBucket m_refusals;                 ///< requests of the client that may still be refused
    std::optional<QByteArray> m_ping;       ///< the newest ping that is not answered
    std::shared_ptr<BufferBudget> m_budget; ///< shared: a closed connection may outlive the server for a turn
    std::size_t m_heldBytes = 0;            ///< as counted in m_budget
    QHostAddress m_address;
    const ShellLimits& m_limits;
    Milliseconds m_heartbeat;

    bool m_isOpen = true;
    bool m_hasClosed = false;
    bool m_isDisconnected = false; ///< has ended, but its last messages are not read
    bool m_isSignedIn = false;
    CloseReason m_closeReason = CloseReason::Normal;
    Instant m_since;
    Instant m_lastReceived;
    Instant m_closingSince;
    std::optional<Instant> m_pinged; ///< when the unanswered ping was sent
    std::map<std::pair<std::uint32_t, ConversationId>, protocol::Head> m_waitingHeads;
    std::map<std::uint32_t, protocol::TotalsNow> m_waitingTotals;
};

} // namespace tidemark::server
