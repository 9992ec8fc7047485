#pragma once

#include "server-stub/shell/sockets/address_limiter.h"
#include "server-stub/shell/sockets/buffer_budget.h"
#include "server-stub/shell/sockets/connection_origin.h"
#include "server-stub/shell/sockets/server_options.h"

#include <QHash>
#include <QPair>
#include <QPointer>
#include <QTcpServer>
#include <QWebSocketServer>

#include <memory>
#include <optional>

class QSocketNotifier;
class QSslSocket;
class QTcpSocket;
class QWebSocket;

namespace tidemark::server {

/// Listens for connections and turns them into WebSockets: first the TLS handshake, if configured, then the
/// WebSocket handshake. Owns the sockets until it hands them out. Runs in the thread of its event loop.
///
/// QWebSocketServer is not used for listening: its backlog is 50, and it leaves Nagle's algorithm on.
/// QTcpServer is not used for accepting: it keeps the first error of its socket, "no connection waits". So it
/// never reports that descriptors are used up, but retries at once, forever.
class Acceptor : public QTcpServer {
    Q_OBJECT

public:
    /// `options` and `addresses` must outlive this object. `budget` bounds the memory of upgrade requests.
    Acceptor(const ServerOptions& options, AddressLimiter& addresses, std::shared_ptr<BufferBudget> budget,
             QObject* parent = nullptr);
    ~Acceptor() override;

    /// Call these instead of listen() and close().
    [[nodiscard]] bool start(const QHostAddress& address, quint16 port = 0);
    void stop();
    /// Sets the TLS configuration of sockets accepted from now on.
    void setTls(const QSslConfiguration& tls) { m_tls = tls; }
    /// Sets the number of handed-out sockets that are still open; they count against the limit of
    /// connections.
    void setOpenConnections(std::size_t count) { m_openConnections = count; }
    /// Sets the limit for new connections.
    void setMaxConnections(std::size_t count) { m_maxConnections = count; }
    /// Closes sockets whose handshake has taken longer than the sign-in timeout.
    void closeOverdue(Instant now);
    /// Number of sockets that are still in a handshake.
    [[nodiscard]] std::size_t handshakes() const { return static_cast<std::size_t>(m_handshakes.size()); }
    /// Closes all sockets that are still in a handshake.
    void closeAll();

Q_SIGNALS:
    /// The receiver owns `webSocket`. `socket` is the socket under it and is deleted with it.
    void accepted(QWebSocket* webSocket, QTcpSocket* socket,
                  const tidemark::server::ConnectionOrigin& origin);

protected:
    void incomingConnection(qintptr descriptor) override;

private:
    using Peer = QPair<QHostAddress, quint16>;
    struct Handshake {
        QPointer<QTcpSocket> socket;
        ConnectionOrigin origin;
        std::optional<protocol::Error> refusal; ///< to be sent once there is a WebSocket
        bool isFromProxy = false;               ///< the client's address is yet to be read from the request
        std::size_t heldBytes = 0;              ///< of the request, as counted in m_budget
    };

    [[nodiscard]] bool hasRoom();
    /// Closes a socket for which there is no room. Sends an HTTP `status` first if that costs little.
    void turnAway(QTcpSocket* socket, const QByteArray& status);
    void begin(QTcpSocket* socket);
    /// Counts the connection against `address` as long as `socket` exists. Returns the refusal, if any.
    [[nodiscard]] std::optional<protocol::Error> count(const QHostAddress& address, QTcpSocket* socket);
    /// Examines the received part of the upgrade request on `socket`.
    void requestArrived(const Peer& peer, QTcpSocket* socket);
    /// Counts the bytes of the request that the socket holds. Returns false if the budget does not allow
    /// them; fewer bytes than before are always allowed.
    [[nodiscard]] bool hold(Handshake& handshake, std::size_t bytes);
    /// Looks for the client's address in the received part of a proxy's request.
    void askProxy(Handshake& handshake);
    /// Sends an HTTP `status` instead of the rest of the handshake.
    static void answer(QTcpSocket* socket, const QByteArray& status);
    void refuse(QWebSocket* webSocket, const Handshake& handshake);
    void startTls(QSslSocket* socket);
    void handOut();
    void acceptAll();
    /// `error`: the system's error number.
    void acceptAgainLater(int error);

    QWebSocketServer m_upgrader;
    AddressLimiter& m_addresses;
    std::shared_ptr<BufferBudget> m_budget;
    std::optional<QSslConfiguration> m_tls;
    std::size_t m_maxConnections;
    Milliseconds m_handshakeTimeout;
    Milliseconds m_closeTimeout;
    QHash<Peer, Handshake> m_handshakes;
    std::size_t m_openConnections = 0;
    std::size_t m_turnedAway = 0; ///< sockets that are being sent an HTTP status
    bool m_isFull = false;
    bool m_isShort = false; ///< the last accept failed for lack of resources
    std::unique_ptr<QSocketNotifier> m_incoming;
};

} // namespace tidemark::server
