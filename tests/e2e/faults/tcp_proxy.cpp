#include "tests/e2e/faults/tcp_proxy.h"

#include "tests/e2e/faults/loopback_socket.h"

#include <QUrl>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstddef>

namespace tidemark::test {

namespace {

constexpr int lookEveryMs = 20;

bool sendAll(int socket, const std::byte* bytes, std::size_t size)
{
    while (size > 0) {
        const ssize_t sent = ::send(socket, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0) {
            return false;
        }
        bytes += sent;
        size -= static_cast<std::size_t>(sent);
    }
    return true;
}

} // namespace

struct TcpProxy::Connection {
    Connection(int clientSocket, int serverSocket) : client(clientSocket), server(serverSocket) {}
    ~Connection()
    {
        ::close(client);
        ::close(server);
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    int client;
    int server;
    bool hasClientEnded = false;
    bool hasServerEnded = false;
    bool isClosed = false;
    bool hasLostAnswers = false;
    bool hasLostRequests = false;
};

TcpProxy::TcpProxy(const QString& target) : m_targetPort(static_cast<std::uint16_t>(QUrl(target).port()))
{
    m_listener = listenOnLoopback();
    if (m_listener < 0) {
        return;
    }
    m_url = QStringLiteral("ws://127.0.0.1:%1").arg(loopbackPort(m_listener));
    m_thread = std::thread([this] { work(); });
}

TcpProxy::~TcpProxy()
{
    m_ends = true;
    if (m_thread.joinable()) {
        m_thread.join();
    }
    if (m_listener >= 0) {
        ::close(m_listener);
    }
}

void TcpProxy::work()
{
    while (!m_ends) {
        std::vector<pollfd> watched{{m_listener, POLLIN, 0}};
        for (const auto& connection : m_connections) {
            watched.push_back({connection->hasClientEnded ? -1 : connection->client, POLLIN, 0});
            watched.push_back({connection->hasServerEnded ? -1 : connection->server, POLLIN, 0});
        }
        if (::poll(watched.data(), watched.size(), lookEveryMs) <= 0) {
            continue;
        }
        for (std::size_t i = 0; i < m_connections.size(); ++i) {
            for (const bool isAnswer : {false, true}) {
                if (watched[1 + 2 * i + (isAnswer ? 1 : 0)].revents != 0) {
                    forward(*m_connections[i], isAnswer);
                }
            }
        }
        if (watched.front().revents != 0) {
            accept();
        }
        std::erase_if(m_connections, [](const auto& connection) { return connection->isClosed; });
    }
    m_connections.clear();
}

void TcpProxy::accept()
{
    const int client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) {
        return;
    }
    const int server = connectToLoopback(m_targetPort);
    if (server < 0) {
        ::close(client);
        return;
    }
    m_connections.push_back(std::make_unique<Connection>(client, server));
}

void TcpProxy::forward(Connection& connection, bool isAnswer)
{
    std::array<std::byte, 16384> bytes{};
    const int from = isAnswer ? connection.server : connection.client;
    const int to = isAnswer ? connection.client : connection.server;
    const ssize_t size = ::recv(from, bytes.data(), bytes.size(), 0);
    const Mode mode = m_mode;
    bool& hasLost = isAnswer ? connection.hasLostAnswers : connection.hasLostRequests;
    hasLost = hasLost || mode == Mode::DropAll || (isAnswer && mode == Mode::DropAnswers);
    if (size <= 0) {
        // While the proxy drops data, the other side does not learn of the end either.
        (isAnswer ? connection.hasServerEnded : connection.hasClientEnded) = true;
        connection.isClosed = !hasLost || (connection.hasServerEnded && connection.hasClientEnded);
    } else if (hasLost) {
        m_dropped += static_cast<std::uint64_t>(size);
    } else if (!sendAll(to, bytes.data(), static_cast<std::size_t>(size))) {
        connection.isClosed = true;
    }
}

} // namespace tidemark::test
