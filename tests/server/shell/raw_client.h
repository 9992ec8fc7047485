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

/// A WebSocket client made by hand. It does what a proper client never does: it does not read, does not
/// answer pings, and sends frames of any kind.
class RawClient : public QObject {
    Q_OBJECT

public:
    explicit RawClient(quint16 port);
    /// Connects by TLS and trusts `authority`.
    RawClient(quint16 port, const QList<QSslCertificate>& authority);

    /// Sends the upgrade request with `headers` added, and waits for the status line of the answer.
    [[nodiscard]] QByteArray upgrade(const QByteArray& headers = {});
    /// The headers of the answer to upgrade().
    [[nodiscard]] const QByteArray& headers() const { return m_headers; }
    /// `isFinal`: the frame ends its message.
    void sendFrame(int opcode, const QByteArray& payload, bool isFinal = true);
    void sendBytes(const QByteArray& bytes) { m_socket.write(bytes); }
    void send(protocol::ClientFrame frame, std::uint32_t session = 0);
    /// From now on the frames of the server fill the kernel's buffers.
    void stopReading();
    void resumeReading();
    [[nodiscard]] bool isConnected() const { return m_socket.state() == QAbstractSocket::ConnectedState; }
    /// Whether the server has ended an established connection.
    [[nodiscard]] bool wasClosed() const { return m_wasClosed; }
    /// The bytes that have arrived and were not taken, with their WebSocket headers.
    [[nodiscard]] const QByteArray& buffer() const { return m_buffer; }
    /// Takes the complete frames that have arrived, except pings and other control frames.
    [[nodiscard]] std::vector<protocol::ServerEnvelope> takeFrames();
    /// Waits for a frame, then does the same. Empty if no frame comes.
    [[nodiscard]] std::vector<protocol::ServerEnvelope> awaitFrames();

private:
    void watch();
    void read();
    std::optional<std::pair<int, QByteArray>> takeFrame();

    QSslSocket m_socket; ///< plain until TLS is started
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
