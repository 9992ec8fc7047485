#include "core/transport/web_socket_transport.h"

#include "core/servers/server_address.h"

#include <QCryptographicHash>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslError>
#include <QSslSocket>
#include <QWebSocket>
#include <QWebSocketProtocol>

#include <utility>

namespace tidemark {

namespace {

/// Qt 6.5 renamed the signal, because its old name was also that of a function.
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
constexpr auto errorSignal = &QWebSocket::errorOccurred;
#else
constexpr auto errorSignal = QOverload<QAbstractSocket::SocketError>::of(&QWebSocket::error);
#endif

QString reasonOf(const RefusedCertificate& refused)
{
    return refused.problems.isEmpty()
               ? WebSocketTransport::tr("The server’s certificate is not the one that was trusted.")
               : refused.problems.join(QLatin1String("; "));
}

} // namespace

WebSocketTransport::WebSocketTransport(WebSocketOptions options, QObject* parent)
    : Transport(parent), m_options(options), m_connectTimer(this)
{
    m_connectTimer.setSingleShot(true);
    connect(&m_connectTimer, &QTimer::timeout, this, [this] { lose(tr("The server does not answer.")); });
}

WebSocketTransport::~WebSocketTransport()
{
    WebSocketTransport::close();
}

void WebSocketTransport::open(const QUrl& url)
{
    close();
    m_url = url;
    m_refused.reset();
    m_socket = std::make_unique<QWebSocket>();
    if (!isSafeServer(url)) {
        refuseAddress();
        return;
    }
    QSslConfiguration tls = m_socket->sslConfiguration();
    tls.setProtocol(QSsl::TlsV1_2OrLater);
    m_socket->setSslConfiguration(tls);
    m_socket->setMaxAllowedIncomingFrameSize(m_options.maxFrameBytes);
    m_socket->setMaxAllowedIncomingMessageSize(m_options.maxFrameBytes);
    connectSocket();
    m_connectTimer.start(m_options.connectTimeout);
    m_socket->open(url);
    // The socket may have failed already.
    if (const QSslSocket* under = tlsSocket()) {
        connect(under, &QSslSocket::encrypted, this, &WebSocketTransport::compare);
    }
}

/// Ends in the next turn of the event loop, because open() itself must not emit a signal.
void WebSocketTransport::refuseAddress()
{
    m_refused = RefusedCertificate{
        .server = m_url, .problems = {tr("The address does not begin with wss://.")}, .isUnencrypted = true};
    const auto end = [this, refused = m_socket.get()] {
        if (m_socket.get() == refused) {
            lose({});
        }
    };
    QMetaObject::invokeMethod(m_socket.get(), end, Qt::QueuedConnection);
}

void WebSocketTransport::close()
{
    if (m_socket && m_socket->state() == QAbstractSocket::ConnectedState) {
        m_socket->flush();
        m_socket->disconnect(this);
        m_socket->close(QWebSocketProtocol::CloseCodeGoingAway);
    }
    discardSocket();
}

void WebSocketTransport::send(const QByteArray& frame)
{
    if (!m_socket) {
        return;
    }
    m_socket->sendBinaryMessage(frame);
    if (m_socket->bytesToWrite() > m_options.maxQueuedBytes) {
        lose(tr("The server accepts no more data."));
    }
}

void WebSocketTransport::flush()
{
    if (m_socket) {
        m_socket->flush();
    }
}

qint64 WebSocketTransport::bytesQueued() const
{
    return m_socket ? m_socket->bytesToWrite() : 0;
}

void WebSocketTransport::connectSocket()
{
    QWebSocket* socket = m_socket.get();
    connect(socket, &QWebSocket::connected, this, [this] {
        m_connectTimer.stop();
        Q_EMIT opened();
    });
    connect(socket, &QWebSocket::disconnected, this, [this] {
        const QString reason = m_socket->closeReason();
        lose(reason.isEmpty() ? m_socket->errorString() : reason);
    });
    connect(socket, errorSignal, this, [this] { lose(m_socket->errorString()); });
    connect(socket, &QWebSocket::sslErrors, this, &WebSocketTransport::judge);
    connect(socket, &QWebSocket::binaryMessageReceived, this, &Transport::frameArrived);
    connect(socket, &QWebSocket::textMessageReceived, this, &Transport::garbageArrived);
    connect(socket, &QWebSocket::bytesWritten, this, [this] {
        if (bytesQueued() == 0) {
            Q_EMIT drained();
        }
    });
}

void WebSocketTransport::lose(const QString& reason)
{
    if (!m_socket) {
        return;
    }
    const auto refused = std::exchange(m_refused, std::nullopt);
    discardSocket();
    if (refused) {
        Q_EMIT certificateRefused(*refused);
    }
    Q_EMIT closed(refused ? reasonOf(*refused) : reason, refused.has_value());
}

void WebSocketTransport::judge(const QList<QSslError>& errors)
{
    const QString shown = fingerprint();
    const QString& accepted = acceptedCertificate();
    if (!shown.isEmpty() && shown == accepted) {
        m_socket->ignoreSslErrors();
        return;
    }
    m_refused = RefusedCertificate{.server = m_url, .fingerprint = shown, .isChanged = !accepted.isEmpty()};
    for (const QSslError& error : errors) {
        m_refused->problems.append(error.errorString());
    }
    m_refused->problems.removeDuplicates();
}

/// Called when the TLS handshake is done and nothing has been sent yet.
void WebSocketTransport::compare()
{
    const QString shown = fingerprint();
    if (acceptedCertificate().isEmpty() || shown == acceptedCertificate()) {
        return;
    }
    m_refused = RefusedCertificate{.server = m_url, .fingerprint = shown, .isChanged = true};
    // Abort: the socket already holds the WebSocket request, which would be sent after this.
    tlsSocket()->abort();
    lose({});
}

QSslSocket* WebSocketTransport::tlsSocket() const
{
    return m_socket ? m_socket->findChild<QSslSocket*>() : nullptr;
}

/// Returns the fingerprint of the certificate that the server shows.
QString WebSocketTransport::fingerprint() const
{
    // Ask the TLS socket: QWebSocket returns only the configuration that it was given.
    const QSslSocket* socket = tlsSocket();
    const QSslCertificate shown = socket == nullptr ? QSslCertificate() : socket->peerCertificate();
    return shown.isNull()
               ? QString()
               : QString::fromLatin1(shown.digest(QCryptographicHash::Sha256).toHex(':')).toUpper();
}

void WebSocketTransport::discardSocket()
{
    m_connectTimer.stop();
    if (!m_socket) {
        return;
    }
    m_socket->disconnect(this);
    if (const QSslSocket* under = tlsSocket()) {
        under->disconnect(this);
    }
    // This may run inside one of the socket's own signals.
    m_socket.release()->deleteLater(); // NOLINT(bugprone-unused-return-value): given to the event loop
}

} // namespace tidemark
