#pragma once

#include <QPointer>
#include <QTcpSocket>

#include <cstddef>
#include <string>
#include <string_view>

namespace tidemark::server {

/// Binary frames on their way to one client. They go past QWebSocket, which costs as much a frame as the
/// system itself does, but leave over the same socket and in order with what QWebSocket writes: pongs, pings,
/// the close.
///
/// What has been added leaves together with flush(). What the system does not take at once waits in the
/// socket.
class FrameWriter {
public:
    /// `socket`: the one under the WebSocket, plain or encrypted; it may go first.
    explicit FrameWriter(QTcpSocket* socket);

    /// One message, in one frame.
    void add(std::string_view payload);
    [[nodiscard]] bool hasUnflushed() const { return !m_bytes.empty(); }
    void flush();
    /// Forgets what has not been flushed.
    void drop() { m_bytes.clear(); }
    /// Bytes that the client has yet to take.
    [[nodiscard]] qint64 backlog() const;

private:
    /// How many of the bytes the system takes now.
    [[nodiscard]] std::size_t sendNow(std::string_view bytes) const;

    QPointer<QTcpSocket> m_socket;
    bool m_isEncrypted;
    std::string m_bytes;
};

} // namespace tidemark::server
