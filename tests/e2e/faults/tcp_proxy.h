#pragma once

#include <QString>

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace tidemark::test {

/// Stands between programs and a server on loopback, and can fall silent without closing anything, like a
/// cable that was pulled. It runs on a thread of its own, so that a test can wait for programs meanwhile.
class TcpProxy {
public:
    /// `target`: the URL of the server, ws://127.0.0.1:PORT.
    explicit TcpProxy(const QString& target);
    ~TcpProxy();
    TcpProxy(const TcpProxy&) = delete;
    TcpProxy& operator=(const TcpProxy&) = delete;

    /// Empty if the proxy could not listen.
    [[nodiscard]] QString url() const { return m_url; }

    enum class Mode : std::uint8_t {
        Forward,
        DropAnswers, ///< frames from the server get lost, frames to it do not
        DropAll,
    };
    /// Dropped bytes are lost: a connection that lost some stays silent in that direction for ever.
    void setMode(Mode mode) { m_mode = mode; }
    /// The number of lost bytes.
    [[nodiscard]] std::uint64_t dropped() const { return m_dropped; }

private:
    struct Connection;

    void work();
    void accept();
    void forward(Connection& connection, bool isAnswer);

    std::uint16_t m_targetPort;
    int m_listener = -1;
    QString m_url;
    std::atomic<Mode> m_mode = Mode::Forward;
    std::atomic<std::uint64_t> m_dropped = 0;
    std::atomic<bool> m_ends = false;
    std::vector<std::unique_ptr<Connection>> m_connections; ///< used by the thread alone
    std::thread m_thread;
};

} // namespace tidemark::test
