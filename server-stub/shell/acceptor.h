#pragma once

#include "server-stub/shell/address_limiter.h"
#include "server-stub/shell/arrival.h"
#include "server-stub/shell/server_options.h"

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

/// Listens, and turns accepted sockets into WebSockets: TLS handshake where configured, then the WebSocket
/// handshake. Owns sockets until they are handed out. Runs in the thread of its event loop.
///
/// QWebSocketServer does not listen by itself: its backlog is 50 and it leaves Nagle's algorithm on. Nor does
/// QTcpServer accept: it keeps the first error of its socket, which is that nobody waits any more, and so
/// never tells of descriptors that are used up, but tries again at once, for ever.
class Acceptor : public QTcpServer {
    Q_OBJECT

public:
    /// Both must live longer.
    Acceptor(const ServerOptions& options, AddressLimiter& addresses, QObject* parent = nullptr);
    ~Acceptor() override;

    /// In place of listen() and close().
    [[nodiscard]] bool start(const QHostAddress& address, quint16 port = 0);
    void stop();
    /// For sockets that are accepted from now on.
    void setTls(const QSslConfiguration& tls) { m_tls = tls; }
    /// How many of those handed out are still there; counts against the limit of connections.
    void setOpenConnections(std::size_t count) { m_openConnections = count; }
    /// For those that come from now on.
    void setMaxConnections(std::size_t count) { m_maxConnections = count; }
    /// Closes sockets whose handshake has not ended within the sign-in timeout.
    void closeOverdue(Instant now);
    /// How many sockets have not ended their handshake.
    [[nodiscard]] std::size_t handshakes() const { return static_cast<std::size_t>(m_handshakes.size()); }
    /// Closes all sockets that are still in a handshake.
    void closeAll();

Q_SIGNALS:
    /// The receiver owns `webSocket`; `socket` is the one under it and dies with it.
    void accepted(QWebSocket* webSocket, QTcpSocket* socket, const tidemark::server::Arrival& arrival);

protected:
    void incomingConnection(qintptr descriptor) override;

private:
    using Peer = QPair<QHostAddress, quint16>;
    struct Handshake {
        QPointer<QTcpSocket> socket;
        Arrival arrival;
        std::optional<protocol::Error> refusal; ///< to be told once there is a WebSocket
    };

    [[nodiscard]] bool hasRoom();
    void begin(QTcpSocket* socket);
    /// Counts the connection against `address` while `socket` is there; why it is refused.
    [[nodiscard]] std::optional<protocol::Error> count(const QHostAddress& address, QTcpSocket* socket);
    /// Looks at what a proxy has sent so far for the client's address.
    void askProxy(const Peer& peer);
    void refuse(QWebSocket* webSocket, const Handshake& handshake);
    void startTls(QSslSocket* socket);
    void handOut();
    void acceptAll();
    /// `error`: of the system.
    void acceptAgainLater(int error);

    QWebSocketServer m_upgrader;
    AddressLimiter& m_addresses;
    std::optional<QSslConfiguration> m_tls;
    std::size_t m_maxConnections;
    Milliseconds m_handshakeTimeout;
    Milliseconds m_closeTimeout;
    QHash<Peer, Handshake> m_handshakes;
    std::size_t m_openConnections = 0;
    bool m_isFull = false;
    bool m_isShort = false; ///< of what it takes to accept: the last try failed
    std::unique_ptr<QSocketNotifier> m_arrivals;
};

} // namespace tidemark::server
