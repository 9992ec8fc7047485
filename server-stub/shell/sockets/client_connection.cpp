#include "server-stub/shell/sockets/client_connection.h"

#include "core/wire/codec.h"
#include "server-stub/hub/state/connection_guard.h"
#include "server-stub/shell/base/clock.h"
#include "server-stub/shell/base/log.h"

#include <QSslSocket>
#include <QTcpSocket>
#include <QWebSocket>

#include <algorithm>
#include <utility>

namespace tidemark::server {
namespace {

/// After this many silent heartbeats the server sends a ping; it cuts the connection if nothing comes within
/// one more heartbeat.
constexpr int silentHeartbeats = 3;
/// Limit of a client's pings and pongs. Ordinary clients send one in twenty seconds.
constexpr std::uint32_t controlFramesPerSecond = 2;
constexpr std::uint32_t controlFrameBurst = 30;
/// Read buffer of the socket, besides the system's buffer: at most one buffer is read in a turn of the loop.
constexpr qint64 readBufferBytes = 64 * 1024;
constexpr qint64 signedInReadBufferBytes = 256 * 1024;
constexpr qsizetype chunkBytes = qsizetype{16} * 1024;
constexpr Milliseconds retryWhenFull{5000};

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
    case CloseReason::TooLong:
        return QWebSocketProtocol::CloseCodeTooMuchData;
    case CloseReason::NotSignedIn:
    case CloseReason::Flooding:
        break;
    }
    return QWebSocketProtocol::CloseCodePolicyViolated;
}

} // namespace

ClientConnection::ClientConnection(ConnectionId id, QWebSocket* webSocket, QTcpSocket* socket,
                                   const ServerOptions& options, const ConnectionOrigin& origin,
                                   std::shared_ptr<BufferBudget> budget)
    : m_id(id), m_webSocket(webSocket), m_socket(socket), m_reader(options.hub.limits.maxFrameBytes),
      m_writer(socket), m_controlFrames(controlFramesPerSecond, controlFrameBurst, SystemClock::now()),
      m_refusals(ConnectionGuard::refusalsPerSecond, ConnectionGuard::refusalBurst, SystemClock::now()),
      m_budget(std::move(budget)), m_address(origin.address), m_limits(options.shell),
      m_heartbeat(options.hub.limits.heartbeatMs), m_since(origin.since), m_lastReceived(SystemClock::now())
{
    webSocket->setParent(nullptr);
    connect(webSocket, &QWebSocket::disconnected, this, &ClientConnection::onDisconnected);
    QObject::disconnect(socket, &QIODevice::readyRead, webSocket, nullptr);
    socket->setReadBufferSize(readBufferBytes);
    connect(socket, &QIODevice::readyRead, this, &ClientConnection::onReadable);
    if (auto* tlsSocket = qobject_cast<QSslSocket*>(socket)) {
        connect(tlsSocket, &QSslSocket::encryptedBytesWritten, this, &ClientConnection::sendWaitingHeads);
    } else {
        connect(socket, &QIODevice::bytesWritten, this, &ClientConnection::sendWaitingHeads);
    }
    // No signal reports data that came together with the handshake.
    QMetaObject::invokeMethod(this, &ClientConnection::onReadable, Qt::QueuedConnection);
}

ClientConnection::~ClientConnection()
{
    m_webSocket->disconnect(this);
    m_webSocket->abort();
    release();
}

bool ClientConnection::mayAdd()
{
    const qint64 waiting = std::ssize(m_waitingHeads) + std::ssize(m_waitingTotals);
    if (m_isOpen && backlog() + waiting * waitingBytes > m_limits.hardBacklogBytes) {
        cut("the client does not read");
    }
    return m_isOpen && !m_isDisconnected;
}

void ClientConnection::send(std::string_view frame)
{
    if (mayAdd()) {
        m_writer.add(frame);
    }
}

void ClientConnection::keepHead(std::uint32_t session, const protocol::Head& head)
{
    if (mayAdd()) {
        protocol::raise(m_waitingHeads.try_emplace({session, head.conversation}, head).first->second, head);
    }
}

void ClientConnection::keepTotals(std::uint32_t session, const protocol::TotalsNow& totals)
{
    if (mayAdd()) {
        m_waitingTotals.insert_or_assign(session, totals);
    }
}

void ClientConnection::flush()
{
    if (!m_isOpen) {
        return;
    }
    m_writer.flush();
    // If the system took all data at once, no later signal reports that there is room.
    sendWaitingHeads();
}

void ClientConnection::sendWaitingHeads()
{
    sendPong();
    while ((!m_waitingHeads.empty() || !m_waitingTotals.empty()) && m_isOpen && !isSlow()) {
        const std::uint32_t session =
            m_waitingHeads.empty() ? m_waitingTotals.begin()->first : m_waitingHeads.begin()->first.first;
        protocol::Notify notify;
        if (auto totals = m_waitingTotals.extract(session); !totals.empty()) {
            notify.totals = totals.mapped();
        }
        while (!m_waitingHeads.empty() && m_waitingHeads.begin()->first.first == session) {
            notify.heads.push_back(m_waitingHeads.extract(m_waitingHeads.begin()).mapped());
        }
        send(wire::encode(protocol::ServerEnvelope{RequestId(), session, std::move(notify)}));
        m_writer.flush();
    }
}

void ClientConnection::sendPong()
{
    if (!m_ping.has_value() || !m_isOpen || isSlow()) {
        return;
    }
    const QByteArray payload = *std::exchange(m_ping, std::nullopt);
    m_writer.addPong({payload.constData(), static_cast<std::size_t>(payload.size())});
    m_writer.flush();
}

void ClientConnection::onReadable()
{
    if (!m_isOpen) {
        return;
    }
    m_lastReceived = SystemClock::now();
    m_pinged.reset();
    Q_EMIT readable();
}

bool ClientConnection::hasUnread()
{
    if (m_unread.empty() && !m_socket.isNull() && m_socket->isReadable()) {
        // Read even if nothing seems to be there: TLS decrypts what has arrived only when it is asked.
        m_chunk.resize(std::clamp<qint64>(m_socket->bytesAvailable(), 1, chunkBytes));
        const qint64 count = m_socket->read(m_chunk.data(), m_chunk.size());
        m_unread = {m_chunk.constData(), static_cast<std::size_t>(std::max<qint64>(count, 0))};
    }
    if (m_unread.empty()) {
        m_chunk.clear(); // idle connections hold no memory for it
    }
    return !m_unread.empty();
}

bool ClientConnection::readMessage(std::size_t& bytes)
{
    bool isMessage = false;
    while (!isMessage && m_isOpen && hasUnread()) {
        const std::size_t before = m_unread.size();
        auto frame = m_reader.read(m_unread);
        bytes += before - m_unread.size();
        isMessage = frame && take(*std::move(frame));
        if (m_isOpen && m_reader.fault() != FrameReader::Fault::None) {
            refuseFrame(m_reader.fault());
        }
        if (m_isOpen) {
            countHeld();
        }
    }
    sendPong();
    const bool hasMore = m_isOpen && hasUnread();
    if (!hasMore && m_isDisconnected) {
        end();
    }
    return hasMore;
}

bool ClientConnection::take(FrameReader::Frame&& frame)
{
    using Kind = FrameReader::Kind;
    switch (frame.kind) {
    case Kind::Binary:
        Q_EMIT frameReceived(frame.payload);
        return true;
    case Kind::Text:
        Q_EMIT textReceived();
        return true;
    case Kind::Close:
        close();
        break;
    case Kind::Ping:
        // Only the newest of several pings has to be answered (RFC 6455, 5.5.3).
        if (mayControl()) {
            m_ping = std::move(frame.payload);
        }
        break;
    case Kind::Pong:
        static_cast<void>(mayControl());
        break;
    }
    return false;
}

bool ClientConnection::mayControl()
{
    if (m_controlFrames.take(1, SystemClock::now()) == Milliseconds(0)) {
        return true;
    }
    closeFor(CloseReason::Flooding, "the client sends too many pings");
    return false;
}

void ClientConnection::refuseFrame(FrameReader::Fault fault)
{
    if (fault == FrameReader::Fault::TooLong) {
        closeFor(CloseReason::TooLong, "the message is too long");
    } else {
        closeFor(CloseReason::Garbage, "the frame violates RFC 6455");
    }
}

void ClientConnection::countHeld()
{
    if (hold(m_isSignedIn ? 0 : m_reader.heldBytes())) {
        return;
    }
    send(wire::encodePush(
        protocol::Error{protocol::ErrorCode::Unavailable, retryWhenFull, "too many clients are signing in"}));
    closeFor(CloseReason::Flooding, "out of buffer space for connections that are not signed in");
}

bool ClientConnection::hold(std::size_t bytes)
{
    if (!m_budget->change(m_heldBytes, bytes)) {
        return false;
    }
    m_heldBytes = bytes;
    return true;
}

void ClientConnection::release()
{
    // The budget always allows less than before.
    static_cast<void>(hold(0));
}

void ClientConnection::countRefusal(std::uint32_t cost)
{
    if (m_refusals.take(cost, SystemClock::now()) == Milliseconds(0)) {
        return;
    }
    send(wire::encodePush(protocol::Error{protocol::ErrorCode::TooFast, Milliseconds(0), {}}));
    closeFor(CloseReason::Flooding, "too many attempts to sign in");
}

void ClientConnection::markSignedIn()
{
    if (std::exchange(m_isSignedIn, true)) {
        return;
    }
    release();
    if (!m_socket.isNull()) {
        m_socket->setReadBufferSize(signedInReadBufferBytes);
    }
}

void ClientConnection::closeFor(CloseReason reason, const char* why)
{
    qCInfo(serverLog) << "closing connection" << m_id.value << "-" << why;
    m_closeReason = reason;
    close();
}

void ClientConnection::close()
{
    if (!m_isOpen) {
        return;
    }
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
    // The connection may have ended before its signals were connected.
    if (m_socket.isNull() || m_socket->state() == QAbstractSocket::UnconnectedState) {
        onDisconnected();
        return;
    }
    if (!m_isOpen) {
        if (now - m_closingSince >= m_limits.closeTimeout) {
            m_webSocket->abort();
        }
        return;
    }
    if (!m_isSignedIn && now - m_since >= m_limits.signInTimeout) {
        closeFor(CloseReason::NotSignedIn, "the client did not sign in in time");
        return;
    }
    checkSilence(now);
}

void ClientConnection::checkSilence(Instant now)
{
    if (m_pinged.has_value() && now - *m_pinged >= m_heartbeat) {
        cut("no sign of life from the client");
    } else if (!m_pinged.has_value() && now - m_lastReceived >= silentHeartbeats * m_heartbeat) {
        m_pinged = now;
        m_writer.addPing();
        m_writer.flush();
    }
}

void ClientConnection::onDisconnected()
{
    m_isDisconnected = true;
    if (m_isOpen && hasUnread()) {
        Q_EMIT readable();
    } else {
        end();
    }
}

void ClientConnection::end()
{
    if (m_hasClosed) {
        return;
    }
    m_hasClosed = true;
    m_isOpen = false;
    m_chunk.clear();
    m_unread = {};
    m_waitingHeads.clear();
    m_waitingTotals.clear();
    release();
    Q_EMIT closed();
}

} // namespace tidemark::server
