#include "server-stub/shell/sockets/acceptor.h"

#include "core/wire/codec.h"
#include "server-stub/shell/base/clock.h"
#include "server-stub/shell/base/log.h"

#include <QSocketNotifier>
#include <QSslSocket>
#include <QTcpSocket>
#include <QTimer>
#include <QWebSocket>
#include <QWebSocketCorsAuthenticator>

#include <sys/socket.h>

#include <cerrno>
#include <utility>

namespace tidemark::server {
namespace {

/// When a server is back, many clients connect at the same moment.
constexpr int listenBacklog = 4096;
constexpr Milliseconds pauseAfterFailedAccept{500};
/// Maximum bytes read of an upgrade request or of a TLS handshake.
constexpr qint64 maxRequestBytes = 32 * 1024;
/// Bounds the sockets that are sent a status because there is no room: how many at a time, and how long each.
constexpr std::size_t maxTurnedAway = 100;
constexpr Milliseconds turnAwayTimeout{1000};

} // namespace

Acceptor::Acceptor(const ServerOptions& options, AddressLimiter& addresses,
                   std::shared_ptr<BufferBudget> budget, QObject* parent)
    : QTcpServer(parent),
      m_upgrader(QString::fromStdString(options.hub.serverName), QWebSocketServer::NonSecureMode),
      m_addresses(addresses), m_budget(std::move(budget)), m_tls(options.tls),
      m_maxConnections(options.shell.maxConnections), m_handshakeTimeout(options.shell.signInTimeout),
      m_closeTimeout(options.shell.closeTimeout)
{
    setListenBacklogSize(listenBacklog);
    connect(&m_upgrader, &QWebSocketServer::newConnection, this, &Acceptor::handOut);
    // Only browsers send an origin, and web pages must not connect here, least of all on loopback.
    connect(&m_upgrader, &QWebSocketServer::originAuthenticationRequired, this,
            [](QWebSocketCorsAuthenticator* authenticator) {
                authenticator->setAllowed(authenticator->origin().isEmpty());
            });
}

Acceptor::~Acceptor() = default;

bool Acceptor::start(const QHostAddress& address, quint16 port)
{
    if (!listen(address, port)) {
        return false;
    }
    pauseAccepting();
    m_incoming = std::make_unique<QSocketNotifier>(socketDescriptor(), QSocketNotifier::Read);
    connect(m_incoming.get(), &QSocketNotifier::activated, this, &Acceptor::acceptAll);
    return true;
}

void Acceptor::stop()
{
    m_incoming.reset();
    close();
}

void Acceptor::acceptAll()
{
    while (true) {
        const int descriptor =
            ::accept4(static_cast<int>(socketDescriptor()), nullptr, nullptr, SOCK_CLOEXEC);
        if (descriptor >= 0) {
            m_isShort = false;
            incomingConnection(descriptor);
            continue;
        }
        if (errno == EINTR || errno == ECONNABORTED) {
            continue;
        }
        if (errno != EAGAIN) {
            acceptAgainLater(errno);
        }
        return;
    }
}

void Acceptor::incomingConnection(qintptr descriptor)
{
    QTcpSocket* socket = m_tls.has_value() ? new QSslSocket(this) : new QTcpSocket(this);
    if (!socket->setSocketDescriptor(descriptor)) {
        socket->deleteLater();
        return;
    }
    if (!hasRoom()) {
        turnAway(socket, "503 Service Unavailable");
    } else if (m_addresses.isFlooding(socket->peerAddress())) {
        turnAway(socket, "429 Too Many Requests");
    } else {
        begin(socket);
    }
}

void Acceptor::turnAway(QTcpSocket* socket, const QByteArray& status)
{
    // Over TLS a status could be sent only after a handshake, which is too much work for this.
    if (m_tls.has_value() || m_turnedAway >= maxTurnedAway) {
        socket->abort();
        socket->deleteLater();
        return;
    }
    ++m_turnedAway;
    socket->setReadBufferSize(maxRequestBytes);
    connect(socket, &QObject::destroyed, this, [this] { --m_turnedAway; });
    connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    connect(socket, &QIODevice::readyRead, socket, [socket, status] {
        if (socket->state() == QAbstractSocket::ConnectedState) {
            answer(socket, status);
        }
    });
    QTimer::singleShot(turnAwayTimeout, socket, [socket] { socket->abort(); });
}

void Acceptor::answer(QTcpSocket* socket, const QByteArray& status)
{
    socket->readAll();
    socket->write("HTTP/1.1 " + status
                  + "\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    socket->disconnectFromHost();
}

bool Acceptor::hasRoom()
{
    const bool wasFull = m_isFull;
    m_isFull = m_openConnections + static_cast<std::size_t>(m_handshakes.size()) >= m_maxConnections;
    if (m_isFull && !wasFull) {
        qCWarning(serverLog) << "refusing connections, max-connections is reached:" << m_maxConnections;
    }
    return !m_isFull;
}

void Acceptor::begin(QTcpSocket* socket)
{
    socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    socket->setReadBufferSize(maxRequestBytes);
    const Peer peer(socket->peerAddress(), socket->peerPort());
    const ConnectionOrigin origin{SystemClock::now(), peer.first};
    m_handshakes.insert(
        peer, Handshake{socket, origin, count(peer.first, socket), m_addresses.isProxy(peer.first)});
    // Connect before the upgrader does, because it takes the request out of the socket.
    connect(socket, &QIODevice::readyRead, this, [this, peer, socket] { requestArrived(peer, socket); });
    connect(socket, &QTcpSocket::disconnected, this, [this, peer, socket] {
        // After handOut() the WebSocket owns this socket; an entry under the same peer is then for another
        // socket.
        const auto handshake = m_handshakes.find(peer);
        if (handshake != m_handshakes.end() && handshake->socket == socket) {
            static_cast<void>(hold(*handshake, 0));
            m_handshakes.erase(handshake);
            // Data of the closed socket may still be on its way to the upgrader, which would read from that
            // socket.
            socket->disconnect(&m_upgrader);
            socket->deleteLater();
        }
    });
    if (auto* tlsSocket = qobject_cast<QSslSocket*>(socket)) {
        startTls(tlsSocket);
    } else {
        m_upgrader.handleConnection(socket);
    }
}

std::optional<protocol::Error> Acceptor::count(const QHostAddress& address, QTcpSocket* socket)
{
    // Do not use the socket's own signal: a closing WebSocket disconnects all signals of the socket under it.
    connect(new QObject(socket), &QObject::destroyed, this, [this, address] { m_addresses.left(address); });
    return m_addresses.arrived(address, SystemClock::now());
}

void Acceptor::requestArrived(const Peer& peer, QTcpSocket* socket)
{
    const auto handshake = m_handshakes.find(peer);
    if (handshake == m_handshakes.end() || handshake->socket != socket
        || socket->state() != QAbstractSocket::ConnectedState) {
        return;
    }
    if (!hold(*handshake, static_cast<std::size_t>(socket->bytesAvailable()))) {
        qCDebug(serverLog) << "refusing a connection from" << handshake->origin.address
                           << "- upgrade requests and connections that are not signed in hold too much";
        static_cast<void>(hold(*handshake, 0));
        socket->disconnect(&m_upgrader);
        answer(socket, "503 Service Unavailable");
        return;
    }
    if (handshake->isFromProxy) {
        askProxy(*handshake);
    }
}

bool Acceptor::hold(Handshake& handshake, std::size_t bytes)
{
    if (!m_budget->change(handshake.heldBytes, bytes)) {
        return false;
    }
    handshake.heldBytes = bytes;
    return true;
}

void Acceptor::askProxy(Handshake& handshake)
{
    const QByteArray request = handshake.socket->peek(maxRequestBytes);
    const qsizetype end = request.indexOf("\r\n\r\n");
    if (end < 0) {
        return;
    }
    handshake.isFromProxy = false;
    if (const auto client = m_addresses.clientBehind(request.left(end))) {
        handshake.origin.address = *client;
        handshake.refusal = count(*client, handshake.socket);
    }
}

void Acceptor::startTls(QSslSocket* socket)
{
    connect(socket, &QSslSocket::encrypted, this, [this, socket] { m_upgrader.handleConnection(socket); });
    connect(socket, &QSslSocket::errorOccurred, this, [socket] {
        if (!socket->isEncrypted()) {
            qCDebug(serverLog) << "TLS handshake failed:" << socket->errorString();
        }
    });
    socket->setSslConfiguration(*m_tls);
    socket->startServerEncryption();
}

void Acceptor::handOut()
{
    while (QWebSocket* webSocket = m_upgrader.nextPendingConnection()) {
        Handshake handshake = m_handshakes.take(Peer(webSocket->peerAddress(), webSocket->peerPort()));
        static_cast<void>(hold(handshake, 0));
        if (handshake.socket.isNull()) {
            webSocket->abort();
            webSocket->deleteLater();
            continue;
        }
        disconnect(handshake.socket, &QIODevice::readyRead, this, nullptr);
        handshake.socket->setParent(webSocket);
        if (handshake.refusal) {
            refuse(webSocket, handshake);
            continue;
        }
        Q_EMIT accepted(webSocket, handshake.socket, handshake.origin);
    }
}

void Acceptor::refuse(QWebSocket* webSocket, const Handshake& handshake)
{
    const protocol::Error& refusal = *handshake.refusal;
    qCDebug(serverLog) << "refusing a connection from" << handshake.origin.address << "for"
                       << refusal.retryAfter.count() << "ms:" << refusal.detail.c_str();
    webSocket->setParent(this);
    connect(webSocket, &QWebSocket::disconnected, webSocket, &QObject::deleteLater);
    QTimer::singleShot(m_closeTimeout, webSocket, &QWebSocket::abort);
    webSocket->sendBinaryMessage(QByteArray::fromStdString(wire::encodePush(refusal)));
    webSocket->close(QWebSocketProtocol::CloseCodePolicyViolated);
}

void Acceptor::closeOverdue(Instant now)
{
    QList<QPointer<QTcpSocket>> overdue;
    for (const Handshake& handshake : std::as_const(m_handshakes)) {
        if (now - handshake.origin.since >= m_handshakeTimeout) {
            overdue.append(handshake.socket);
        }
    }
    for (const auto& socket : std::as_const(overdue)) {
        if (!socket.isNull()) {
            socket->abort();
        }
    }
}

void Acceptor::closeAll()
{
    closeOverdue(Instant::max());
}

void Acceptor::acceptAgainLater(int error)
{
    if (!m_isShort) {
        qCWarning(serverLog).noquote() << "cannot accept connections, retrying:" << qt_error_string(error);
    }
    m_isShort = true;
    m_incoming->setEnabled(false);
    QTimer::singleShot(pauseAfterFailedAccept, m_incoming.get(), [this] { m_incoming->setEnabled(true); });
}

} // namespace tidemark::server
