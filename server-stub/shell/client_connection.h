#pragma once

#include "server-stub/hub/hub.h"
#include "server-stub/shell/arrival.h"
#include "server-stub/shell/frame_writer.h"
#include "server-stub/shell/server_options.h"

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

/// What the close frame tells the client.
enum class CloseReason { Normal, GoingAway, Garbage, TextFrame, NotSignedIn };

/// One client's WebSocket: bounds what waits for it, and notices when it is dead. It never makes others wait.
///
/// Above the soft backlog heads wait in a map, the newest per conversation, and go as one Notify when the
/// client has caught up; above the hard backlog the connection is cut.
class ClientConnection : public QObject {
    Q_OBJECT

public:
    /// Takes over `webSocket`; `socket` is the one under it.
    ClientConnection(ConnectionId id, QWebSocket* webSocket, QTcpSocket* socket, const ServerOptions& options,
                     const Arrival& arrival);
    ~ClientConnection() override;

    [[nodiscard]] ConnectionId id() const { return m_id; }
    /// False once it is closing: what is sent then is dropped.
    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    [[nodiscard]] const QHostAddress& address() const { return m_address; }
    /// Bytes that the client has yet to take.
    [[nodiscard]] qint64 backlog() const { return m_writer.backlog(); }
    [[nodiscard]] bool isSlow() const { return backlog() > m_limits.softBacklogBytes; }
    [[nodiscard]] std::size_t waitingHeads() const { return m_waitingHeads.size(); }

    /// Queues one encoded frame for flush(); cuts the connection instead when too much is waiting already.
    void send(std::string_view frame);
    /// Keeps `head` until the client has caught up. For a connection that is slow.
    void keepHead(std::uint32_t session, const protocol::Head& head);
    /// The same with the newest totals of the user of a session.
    void keepTotals(std::uint32_t session, const protocol::TotalsNow& totals);
    /// Whether something waits for flush().
    [[nodiscard]] bool hasUnflushed() const { return m_writer.hasUnflushed(); }
    /// Hands what is queued to the system.
    void flush();

    /// A session has begun: the sign-in timeout no longer applies.
    void markSignedIn() { m_isSignedIn = true; }
    /// The reason to give, should the hub decide to close.
    void setCloseReason(CloseReason reason) { m_closeReason = reason; }
    /// Closes after what is queued has been sent, but cuts when that takes longer than the close timeout.
    void close();
    /// Closes at once; what is queued is lost.
    void cut(const char* why);
    /// Acts on what `now` has made overdue: sign-in, silence, closing.
    void checkTime(Instant now);

Q_SIGNALS:
    void frameReceived(const QByteArray& bytes);
    void textReceived();
    /// The last signal, exactly once.
    void closed();

private:
    void heard();
    void checkSilence(Instant now);
    void sendWaitingHeads();
    void onDisconnected();

    ConnectionId m_id;
    std::unique_ptr<QWebSocket> m_webSocket;
    QPointer<QTcpSocket> m_socket;
    FrameWriter m_writer;
    QHostAddress m_address;
    const ShellLimits& m_limits;
    Milliseconds m_heartbeat;

    bool m_isOpen = true;
    bool m_hasClosed = false;
    bool m_isSignedIn = false;
    CloseReason m_closeReason = CloseReason::Normal;
    Instant m_since;
    Instant m_lastHeard;
    Instant m_closingSince;
    std::optional<Instant> m_pinged; ///< since when an answer to a ping is missing
    std::map<std::pair<std::uint32_t, ConversationId>, protocol::Head> m_waitingHeads;
    std::map<std::uint32_t, protocol::TotalsNow> m_waitingTotals;
};

} // namespace tidemark::server
