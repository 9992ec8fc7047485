#include "server-stub/shell/client_connection.h"

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

QWebSocketProtocol::CloseCode codeOf(CloseReason reason)
{
    switch (reason) {
    case CloseReason::Normal:
        return QWebSocketProtocol::CloseCodeNormal;
    case CloseReason::GoingAway:
        return QWebSocketProtocol::CloseCodeGoingAway;
    case CloseReason::Garbage:
        return QWebSocketProtocol::CloseCodeProtocolError;
    case CloseReason::TextFrame:
        return QWebSocketProtocol::CloseCodeDatatypeNotSupported;
    case CloseReason::NotSignedIn:
        break;
    }
    return QWebSocketProtocol::CloseCodePolicyViolated;
}

} // namespace

ClientConnection::ClientConnection(ConnectionId id, QWebSocket* webSocket, QTcpSocket* socket,
                                   const ServerOptions& options, const Arrival& arrival)
    : m_id(id), m_webSocket(webSocket), m_socket(socket), m_writer(socket), m_address(arrival.address),
      m_limits(options.shell), m_heartbeat(options.hub.limits.heartbeatMs), m_since(arrival.since),
      m_lastHeard(SystemClock::now())
{
    webSocket->setParent(nullptr);
    webSocket->setMaxAllowedIncomingFrameSize(options.hub.limits.maxFrameBytes);
    webSocket->setMaxAllowedIncomingMessageSize(options.hub.limits.maxFrameBytes);
    connect(webSocket, &QWebSocket::binaryMessageReceived, this, &ClientConnection::frameReceived);
    connect(webSocket, &QWebSocket::textMessageReceived, this, &ClientConnection::textReceived);
    connect(webSocket, &QWebSocket::disconnected, this, &ClientConnection::onDisconnected);
    connect(socket, &QIODevice::readyRead, this, &ClientConnection::heard);
    if (auto* tlsSocket = qobject_cast<QSslSocket*>(socket))
        connect(tlsSocket, &QSslSocket::encryptedBytesWritten, this, &ClientConnection::sendWaitingHeads);
    else
        connect(socket, &QIODevice::bytesWritten, this, &ClientConnection::sendWaitingHeads);
}

ClientConnection::~ClientConnection()
{
    m_webSocket->disconnect(this);
    m_webSocket->abort();
}

void ClientConnection::send(std::string_view frame)
{
    if (!m_isOpen)
        return;
    if (backlog() > m_limits.hardBacklogBytes) {
        cut("does not read what it is sent");
        return;
    }
    m_writer.add(frame);
}

void ClientConnection::keepHead(std::uint32_t session, const protocol::Head& head)
{
    if (m_isOpen)
        m_waitingHeads.insert_or_assign({session, head.conversation}, head);
}

void ClientConnection::keepTotals(std::uint32_t session, const protocol::TotalsNow& totals)
{
    if (m_isOpen)
        m_waitingTotals.insert_or_assign(session, totals);
}

void ClientConnection::flush()
{
    if (!m_isOpen)
        return;
    m_writer.flush();
    // What the system has taken at once tells nobody later that there is room.
    sendWaitingHeads();
}

void ClientConnection::sendWaitingHeads()
{
    while ((!m_waitingHeads.empty() || !m_waitingTotals.empty()) && m_isOpen && !isSlow()) {
        const std::uint32_t session =
            m_waitingHeads.empty() ? m_waitingTotals.begin()->first : m_waitingHeads.begin()->first.first;
        protocol::Notify notify;
        if (auto totals = m_waitingTotals.extract(session); !totals.empty())
            notify.totals = totals.mapped();
        while (!m_waitingHeads.empty() && m_waitingHeads.begin()->first.first == session)
            notify.heads.push_back(m_waitingHeads.extract(m_waitingHeads.begin()).mapped());
        send(wire::encode(protocol::ServerEnvelope{RequestId(), session, std::move(notify)}));
        m_writer.flush();
    }
}

void ClientConnection::heard()
{
    m_lastHeard = SystemClock::now();
    m_pinged.reset();
}

void ClientConnection::close()
{
    if (!m_isOpen)
        return;
    flush();
    m_isOpen = false;
    m_closingSince = SystemClock::now();
    m_waitingHeads.clear();
    m_waitingTotals.clear();
    m_webSocket->close(codeOf(m_closeReason));
}

void ClientConnection::cut(const char* why)
{
    qCInfo(serverLog) << "cutting connection" << m_id.value << "-" << why;
    m_isOpen = false;
    m_closingSince = SystemClock::now();
    m_waitingHeads.clear();
    m_waitingTotals.clear();
    m_writer.drop();
    m_webSocket->abort();
}

void ClientConnection::checkTime(Instant now)
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
        qCDebug(serverLog) << "closing connection" << m_id.value << "- not signed in";
        m_closeReason = CloseReason::NotSignedIn;
        close();
        return;
    }
    checkSilence(now);
}

void ClientConnection::checkSilence(Instant now)
{
    if (m_pinged.has_value() && now - *m_pinged >= m_heartbeat) {
        cut("silent");
    } else if (!m_pinged.has_value() && now - m_lastHeard >= silentHeartbeats * m_heartbeat) {
        m_pinged = now;
        m_webSocket->ping();
    }
}

void ClientConnection::onDisconnected()
{
    if (m_hasClosed)
        return;
    m_hasClosed = true;
    m_isOpen = false;
    m_waitingHeads.clear();
    m_waitingTotals.clear();
    Q_EMIT closed();
}

} // namespace tidemark::server
