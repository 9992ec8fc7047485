#include "server-stub/shell/connection.h"

#include "core/wire/codec.h"
#include "server-stub/shell/clock.h"
#include "server-stub/shell/log.h"

#include <QSslSocket>
#include <QTcpSocket>
#include <QWebSocket>

namespace tidemark::server {
namespace {

/// Silent for so many heartbeats: asked for a sign of life, and cut when none came within one more.
constexpr int silentHeartbeats = 3;

} // namespace

Connection::Connection(ConnectionId id, QWebSocket* webSocket, QTcpSocket* socket,
                       const ServerOptions& options, Instant since)
    : m_id(id), m_webSocket(webSocket), m_socket(socket), m_limits(options.shell),
      m_heartbeat(options.hub.limits.heartbeatMs), m_since(since), m_lastHeard(SystemClock::now())
{
    webSocket->setParent(nullptr);
    webSocket->setMaxAllowedIncomingFrameSize(options.hub.limits.maxFrameBytes);
    webSocket->setMaxAllowedIncomingMessageSize(options.hub.limits.maxFrameBytes);
    connect(webSocket, &QWebSocket::binaryMessageReceived, this, &Connection::frameReceived);
    connect(webSocket, &QWebSocket::textMessageReceived, this, &Connection::textReceived);
    connect(webSocket, &QWebSocket::disconnected, this, &Connection::onDisconnected);
    connect(socket, &QIODevice::readyRead, this, &Connection::heard);
    if (auto* tlsSocket = qobject_cast<QSslSocket*>(socket))
        connect(tlsSocket, &QSslSocket::encryptedBytesWritten, this, &Connection::sendWaitingHeads);
    else
        connect(socket, &QIODevice::bytesWritten, this, &Connection::sendWaitingHeads);
}

Connection::~Connection()
{
    m_webSocket->disconnect(this);
    m_webSocket->abort();
}

qint64 Connection::backlog() const
{
    if (m_socket.isNull())
        return 0;
    // TLS moves what it has encrypted to a second buffer.
    const auto* tlsSocket = qobject_cast<const QSslSocket*>(m_socket.data());
    return m_socket->bytesToWrite() + (tlsSocket != nullptr ? tlsSocket->encryptedBytesToWrite() : 0);
}

void Connection::send(std::string_view frame)
{
    if (!m_isOpen)
        return;
    if (backlog() > m_limits.hardBacklogBytes) {
        cut("does not read what it is sent");
        return;
    }
    m_webSocket->sendBinaryMessage(
        QByteArray::fromRawData(frame.data(), static_cast<qsizetype>(frame.size())));
}

void Connection::keepHead(std::uint32_t session, const protocol::Head& head)
{
    if (m_isOpen)
        m_waitingHeads.insert_or_assign({session, head.conversation}, head);
}

void Connection::flush()
{
    if (m_isOpen)
        m_webSocket->flush();
}

void Connection::sendWaitingHeads()
{
    while (!m_waitingHeads.empty() && m_isOpen && !isSlow()) {
        const std::uint32_t session = m_waitingHeads.begin()->first.first;
        protocol::Notify notify;
        while (!m_waitingHeads.empty() && m_waitingHeads.begin()->first.first == session)
            notify.heads.push_back(m_waitingHeads.extract(m_waitingHeads.begin()).mapped());
        send(wire::encode(protocol::ServerEnvelope{RequestId(), session, std::move(notify)}));
    }
}

void Connection::heard()
{
    m_lastHeard = SystemClock::now();
    m_hasPinged = false;
}

void Connection::close()
{
    if (!m_isOpen)
        return;
    m_isOpen = false;
    m_closingSince = SystemClock::now();
    m_waitingHeads.clear();
    m_webSocket->close(m_closeCode);
}

void Connection::cut(const char* why)
{
    qCInfo(serverLog) << "cutting connection" << m_id.value << "-" << why;
    m_isOpen = false;
    m_closingSince = SystemClock::now();
    m_waitingHeads.clear();
    m_webSocket->abort();
}

void Connection::checkTime(Instant now)
{
    // It can be gone before anyone has listened to its signals.
    if (m_socket.isNull() || m_socket->state() == QAbstractSocket::UnconnectedState) {
        onDisconnected();
        return;
    }
    if (!m_isOpen) {
        if (now - m_closingSince >= m_limits.closeTimeout)
            m_webSocket->abort();
        return;
    }
    if (!m_isSignedIn && now - m_since >= m_limits.signInTimeout) {
        qCInfo(serverLog) << "closing connection" << m_id.value << "- not signed in";
        m_closeCode = QWebSocketProtocol::CloseCodePolicyViolated;
        close();
        return;
    }
    const Milliseconds silence = now - m_lastHeard;
    if (silence >= (silentHeartbeats + 1) * m_heartbeat) {
        cut("silent");
    } else if (silence >= silentHeartbeats * m_heartbeat && !m_hasPinged) {
        m_hasPinged = true;
        m_webSocket->ping();
    }
}

void Connection::onDisconnected()
{
    if (m_hasClosed)
        return;
    m_hasClosed = true;
    m_isOpen = false;
    m_waitingHeads.clear();
    Q_EMIT closed();
}

} // namespace tidemark::server
