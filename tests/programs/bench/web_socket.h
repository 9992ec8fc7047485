#pragma once

#include "core/domain/protocol.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// Load generator: as little work a message as can be, so that the server is what is measured.
namespace tidemark::bench {

/// A WebSocket client on a plain non-blocking socket; one thread. Failures end the program.
class WebSocket {
public:
    /// Connects to 127.0.0.1:`port` and waits for the handshake.
    explicit WebSocket(int port);
    ~WebSocket();
    WebSocket(const WebSocket&) = delete;
    WebSocket& operator=(const WebSocket&) = delete;

    [[nodiscard]] int descriptor() const { return m_socket; }
    void send(std::string_view payload);
    /// Reads what has arrived and calls `take` with the payload of each whole binary frame. Pings are
    /// answered.
    void receive(const std::function<void(std::string_view)>& take);

    /// Sends one request and waits for its answer; other frames are dropped.
    [[nodiscard]] protocol::ServerFrame ask(protocol::ClientFrame frame);
    /// Creates a token-only account and says hello. `silent`: the session is pushed nothing.
    User signUp(const std::string& name, bool silent);
    /// Says hello with the token of an account that is there. `silent`: as above.
    User signIn(const std::string& token, bool silent);

private:
    void sendFrame(std::uint8_t firstByte, std::string_view payload);
    /// Takes one frame out of `rest`; false when it is not whole yet.
    bool takeFrame(std::string_view& rest, std::uint8_t& firstByte, std::string_view& payload) const;
    void waitReadable() const;

    int m_socket;
    std::string m_received;
    std::string m_sendBuffer;
    std::uint64_t m_lastRequest = 0;
};

/// Many sockets, whichever is readable.
class Poller {
public:
    Poller();
    ~Poller();
    Poller(const Poller&) = delete;
    Poller& operator=(const Poller&) = delete;

    void add(int descriptor, std::size_t index);
    /// Indices of readable sockets; waits at most `ms`. Valid until the next call.
    [[nodiscard]] const std::vector<std::size_t>& wait(int ms);

private:
    int m_epoll;
    std::vector<std::size_t> m_ready;
};

/// Raises the limit of open files of this process as far as allowed.
void allowManyFiles();

} // namespace tidemark::bench
