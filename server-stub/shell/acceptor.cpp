#include "server-stub/shell/acceptor.h"

#include "core/wire/codec.h"
#include "server-stub/shell/clock.h"
#include "server-stub/shell/log.h"

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

/// Many clients come at the same moment when a server is back.
constexpr int listenBacklog = 4096;
constexpr Milliseconds pauseAfterFailedAccept{500};
/// As much as QWebSocketServer takes.
constexpr qint64 mostOfRequest = 64 * 1024;

} // namespace

Acceptor::Acceptor(const ServerOptions& options, AddressLimiter& addresses, QObject* parent)
    : QTcpServer(parent),
      m_upgrader(QString::fromStdString(options.hub.serverName), QWebSocketServer::NonSecureMode),
      m_addresses(addresses), m_tls(options.tls), m_maxConnections(options.shell.maxConnections),
      m_handshakeTimeout(options.shell.signInTimeout), m_closeTimeout(options.shell.closeTimeout)
{
    setListenBacklogSize(listenBacklog);
    connect(&m_upgrader, &QWebSocketServer::newConnection, this, &Acceptor::handOut);
    // Only browsers send an origin, and a web page has no business here, least of all on loopback.
    connect(&m_upgrader, &QWebSocketServer::originAuthenticationRequired, this,
            [](QWebSocketCorsAuthenticator* authenticator) {
                authenticator->setAllowed(authenticator->origin().isEmpty());
            });
}

Acceptor::~Acceptor() = default;

bool Acceptor::start(const QHostAddress& address, quint16 port)
{
    if (!listen(address, port))
        return false;
    pauseAccepting();
    m_arrivals = std::make_unique<QSocketNotifier>(socketDescriptor(), QSocketNotifier::Read);
    connect(m_arrivals.get(), &QSocketNotifier::activated, this, &Acceptor::acceptAll);
    return true;
}

void Acceptor::stop()
{
    m_arrivals.reset();
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
        if (errno == EINTR || errno == ECONNABORTED)
            continue;
        if (errno != EAGAIN)
            acceptAgainLater(errno);
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
    if (!hasRoom() || m_addresses.isFlooding(socket->peerAddress())) {
        socket->abort();
        socket->deleteLater();
        return;
    }
    begin(socket);
}

bool Acceptor::hasRoom()
{
    const bool wasFull = m_isFull;
    m_isFull = m_openConnections + static_cast<std::size_t>(m_handshakes.size()) >= m_maxConnections;
    if (m_isFull && !wasFull)
        qCWarning(serverLog) << "refusing connections: there are" << m_maxConnections;
    return !m_isFull;
}

void Acceptor::begin(QTcpSocket* socket)
{
    socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    const Peer peer(socket->peerAddress(), socket->peerPort());
    const Arrival arrival{SystemClock::now(), peer.first};
    m_handshakes.insert(peer, Handshake{socket, arrival, count(peer.first, socket)});
    // Before the upgrader listens, which takes the request out of the socket.
    if (m_addresses.isProxy(peer.first))
        connect(socket, &QIODevice::readyRead, this, [this, peer] { askProxy(peer); });
    connect(socket, &QTcpSocket::disconnected, this, [this, peer, socket] {
        // After handOut() the WebSocket owns it; an entry under the same peer is then another socket.
        const auto handshake = m_handshakes.constFind(peer);
        if (handshake != m_handshakes.cend() && handshake->socket == socket) {
            m_handshakes.erase(handshake);
            // What it had sent is still on its way to the upgrader, which would read from a closed socket.
            socket->disconnect(&m_upgrader);
            socket->deleteLater();
        }
    });
    if (auto* tlsSocket = qobject_cast<QSslSocket*>(socket))
        startTls(tlsSocket);
    else
        m_upgrader.handleConnection(socket);
}

std::optional<protocol::Error> Acceptor::count(const QHostAddress& address, QTcpSocket* socket)
{
    // Not the socket's own signal: a WebSocket cuts all connections of the socket under it when it closes.
    connect(new QObject(socket), &QObject::destroyed, this, [this, address] { m_addresses.left(address); });
    return m_addresses.arrived(address, SystemClock::now());
}

void Acceptor::askProxy(const Peer& peer)
{
    const auto handshake = m_handshakes.find(peer);
    if (handshake == m_handshakes.end() || handshake->socket.isNull())
        return;
    QTcpSocket* socket = handshake->socket;
    const QByteArray request = socket->peek(mostOfRequest);
    const qsizetype end = request.indexOf("\r\n\r\n");
    if (end < 0)
        return;
    disconnect(socket, &QIODevice::readyRead, this, nullptr);
    if (const auto client = m_addresses.clientBehind(request.left(end))) {
        handshake->arrival.address = *client;
        handshake->refusal = count(*client, socket);
    }
}

void Acceptor::startTls(QSslSocket* socket)
{
    connect(socket, &QSslSocket::encrypted, this, [this, socket] { m_upgrader.handleConnection(socket); });
    connect(socket, &QSslSocket::errorOccurred, this, [socket] {
        if (!socket->isEncrypted())
            qCDebug(serverLog) << "TLS handshake failed:" << socket->errorString();
    });
    socket->setSslConfiguration(*m_tls);
    socket->startServerEncryption();
}

void Acceptor::handOut()
{
    while (QWebSocket* webSocket = m_upgrader.nextPendingConnection()) {
        const Handshake handshake = m_handshakes.take(Peer(webSocket->peerAddress(), webSocket->peerPort()));
        if (handshake.socket.isNull()) {
            webSocket->abort();
            webSocket->deleteLater();
            continue;
        }
        handshake.socket->setParent(webSocket);
        if (handshake.refusal) {
            refuse(webSocket, handshake);
            continue;
        }
        Q_EMIT accepted(webSocket, handshake.socket, handshake.arrival);
    }
}

void Acceptor::refuse(QWebSocket* webSocket, const Handshake& handshake)
{
    const protocol::Error& refusal = *handshake.refusal;
    qCDebug(serverLog) << "refusing a connection from" << handshake.arrival.address << "for"
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
        if (now - handshake.arrival.since >= m_handshakeTimeout)
            overdue.append(handshake.socket);
    }
    for (const auto& socket : std::as_const(overdue)) {
        if (!socket.isNull())
            socket->abort();
    }
}

void Acceptor::closeAll()
{
    closeOverdue(Instant::max());
}

void Acceptor::acceptAgainLater(int error)
{
    if (!m_isShort)
        qCWarning(serverLog).noquote() << "cannot accept connections for now:" << qt_error_string(error);
    m_isShort = true;
    m_arrivals->setEnabled(false);
    QTimer::singleShot(pauseAfterFailedAccept, m_arrivals.get(), [this] { m_arrivals->setEnabled(true); });
}

} // namespace tidemark::server
