#pragma once

#include <QPointer>
#include <QTcpSocket>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tidemark::server {

/// Writes frames to one client. It bypasses QWebSocket, which costs as much per frame as the system itself,
/// but uses the same socket and keeps the order with QWebSocket's own output, which is the close frame.
///
/// Added frames are sent together by flush(). Data that the system does not take at once waits in the socket.
class FrameWriter {
public:
    /// `socket`: the socket under the WebSocket, plain or encrypted; it may be deleted first.
    explicit FrameWriter(QTcpSocket* socket);

    /// Adds one message as one frame.
    void add(std::string_view payload);
    void addPing();
    /// `payload`: the payload of the ping that is answered, at most 125 bytes.
    void addPong(std::string_view payload);
    [[nodiscard]] bool hasUnflushed() const { return !m_bytes.empty(); }
    void flush();
    /// Drops everything that has not been flushed.
    void drop() { m_bytes.clear(); }
    /// Bytes that the client has not taken yet.
    [[nodiscard]] qint64 backlog() const;

private:
    void add(std::uint8_t opcode, std::string_view payload);
    /// Sends directly to the system. Returns how many of the bytes it has taken.
    [[nodiscard]] std::size_t sendNow(std::string_view bytes) const;

    QPointer<QTcpSocket> m_socket;
    bool m_isEncrypted;
    std::string m_bytes;
};

} // namespace tidemark::server
