#include "core/transport/web_socket_transport.h"

#include <QSslError>
#include <QStringList>
#include <QWebSocket>
#include <QWebSocketProtocol>

namespace tidemark {

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
    m_certificateProblem.clear();
    m_socket = std::make_unique<QWebSocket>();
    m_socket->setMaxAllowedIncomingFrameSize(m_options.maxFrameBytes);
    m_socket->setMaxAllowedIncomingMessageSize(m_options.maxFrameBytes);
    connectSocket();
    m_connectTimer.start(m_options.connectTimeout);
    m_socket->open(url);
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
        lose(tr("The server takes nothing more."));
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
    connect(socket, QOverload<QAbstractSocket::SocketError>::of(&QWebSocket::error), this,
            [this] { lose(m_socket->errorString()); });
    connect(socket, &QWebSocket::sslErrors, this, &WebSocketTransport::noteSslErrors);
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
    const bool certificateProblem = !m_certificateProblem.isEmpty();
    const QString why = certificateProblem ? m_certificateProblem : reason;
    discardSocket();
    Q_EMIT closed(why, certificateProblem);
}

void WebSocketTransport::noteSslErrors(const QList<QSslError>& errors)
{
    QStringList texts;
    for (const QSslError& error : errors) {
        texts.append(error.errorString());
    }
    m_certificateProblem = texts.join(QLatin1String("; "));
}

void WebSocketTransport::discardSocket()
{
    m_connectTimer.stop();
    if (!m_socket) {
        return;
    }
    m_socket->disconnect(this);
    // May be inside one of the socket's own signals.
    m_socket.release()->deleteLater(); // NOLINT(bugprone-unused-return-value): given to the event loop
}

} // namespace tidemark
