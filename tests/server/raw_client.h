#pragma once

#include "core/domain/protocol.h"

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QSslCertificate>
#include <QSslSocket>

#include <optional>
#include <vector>

namespace tidemark::test {

/// A WebSocket client by hand, to do what a good client never does: not reading, not answering pings, frames
/// of any kind.
class RawClient : public QObject {
    Q_OBJECT

public:
    explicit RawClient(quint16 port);
    /// Through TLS, trusting `authority`.
    RawClient(quint16 port, const QList<QSslCertificate>& authority);

    /// Sends the upgrade request with `headers` on top and waits for the answer's status line.
    [[nodiscard]] QByteArray upgrade(const QByteArray& headers = {});
    /// The headers of the answer to upgrade().
    [[nodiscard]] const QByteArray& headers() const { return m_headers; }
    /// `isFinal`: the message ends with it.
    void sendFrame(int opcode, const QByteArray& payload, bool isFinal = true);
    /// Any bytes at all.
    void sendBytes(const QByteArray& bytes) { m_socket.write(bytes); }
    void send(protocol::ClientFrame frame, std::uint32_t session = 0);
    /// From now on what the server sends stays in the kernel, until it is full.
    void stopReading();
    void resumeReading();
    [[nodiscard]] bool isConnected() const { return m_socket.state() == QAbstractSocket::ConnectedState; }
    /// It was connected, and the server has ended that.
    [[nodiscard]] bool wasClosed() const { return m_wasClosed; }
    /// Bytes that have arrived and were not taken, WebSocket frames and all.
    [[nodiscard]] const QByteArray& buffer() const { return m_buffer; }
    /// Takes the complete frames that have arrived; pings and other control frames are dropped.
    [[nodiscard]] std::vector<protocol::ServerEnvelope> takeFrames();
    /// The same, after the first of them has arrived; none: none does.
    [[nodiscard]] std::vector<protocol::ServerEnvelope> awaitFrames();

private:
    void watch();
    void read();
    std::optional<std::pair<int, QByteArray>> takeFrame();

    QSslSocket m_socket; ///< plain as long as nobody starts TLS
    QByteArray m_buffer;
    QByteArray m_headers;
    bool m_isReading = true;
    bool m_wasClosed = false;
    std::uint64_t m_lastRequest = 0;
};

inline constexpr int opcodeContinuation = 0;
inline constexpr int opcodeText = 1;
inline constexpr int opcodeBinary = 2;

} // namespace tidemark::test
