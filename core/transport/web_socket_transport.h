#pragma once

#include "core/transport/transport.h"

#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>

class QSslError;
class QSslSocket;
class QWebSocket;

namespace tidemark {

struct WebSocketOptions {
    std::chrono::milliseconds connectTimeout{10000}; ///< until the WebSocket handshake is done
    quint64 maxFrameBytes = quint64{16} << 20U;      ///< a longer frame closes the connection
    qint64 maxQueuedBytes = qint64{64} << 20U;       ///< more unsent bytes close the connection
};

/// Transport over one WebSocket: wss (TLS 1.2 or newer), or ws to this computer; binary frames only. Verifies
/// certificates of wss against the system's authorities, or compares them with the certificate of
/// acceptCertificate(). Refuses any other address before connecting.
class WebSocketTransport : public Transport {
    Q_OBJECT
public:
    explicit WebSocketTransport(WebSocketOptions options = {}, QObject* parent = nullptr);
    ~WebSocketTransport() override;

    void open(const QUrl& url) override;
    void close() override;
    void send(const QByteArray& frame) override;
    void flush() override;
    [[nodiscard]] qint64 bytesQueued() const override;

private:
    void connectSocket();
    void refuseAddress();
    void lose(const QString& reason);
    void judge(const QList<QSslError>& errors);
    void compare();
    [[nodiscard]] QSslSocket* tlsSocket() const;
    [[nodiscard]] QString fingerprint() const;
    void discardSocket();

    WebSocketOptions m_options;
    std::unique_ptr<QWebSocket> m_socket; ///< null: not connected and not connecting
    QTimer m_connectTimer;
    QUrl m_url;
    std::optional<RefusedCertificate> m_refused;
};

} // namespace tidemark
