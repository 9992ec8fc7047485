#pragma once

#include "core/domain/protocol.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// The load generator does as little work as possible for each message, so that the server is measured.
namespace tidemark::bench {

/// A WebSocket client on a plain non-blocking socket, for one thread. Failures end the program.
class WebSocket {
public:
    /// Connects to 127.0.0.1:`port` and waits for the handshake.
    explicit WebSocket(int port);
    ~WebSocket();
    WebSocket(const WebSocket&) = delete;
    WebSocket& operator=(const WebSocket&) = delete;

    [[nodiscard]] int descriptor() const { return m_socket; }
    void send(std::string_view payload);
    /// Reads the bytes that have arrived, and calls `take` with the payload of each complete binary frame.
    /// Answers pings.
    void receive(const std::function<void(std::string_view)>& take);

    /// Sends one request and waits for its answer. Drops other frames.
    [[nodiscard]] protocol::ServerFrame ask(protocol::ClientFrame frame);
    /// Creates an account without a password and says hello. `silent`: the session gets no pushes.
    User signUp(const std::string& name, bool silent);
    /// Says hello with the token of an existing account. `silent`: as above.
    User signIn(const std::string& token, bool silent);

private:
    void sendFrame(std::uint8_t firstByte, std::string_view payload);
    /// Takes one frame out of `rest`. False if the frame is not complete yet.
    bool takeFrame(std::string_view& rest, std::uint8_t& firstByte, std::string_view& payload) const;
    void waitReadable() const;

    int m_socket;
    std::string m_received;
    std::string m_sendBuffer;
    std::uint64_t m_lastRequest = 0;
};

/// Waits for many sockets at once.
class Poller {
public:
    Poller();
    ~Poller();
    Poller(const Poller&) = delete;
    Poller& operator=(const Poller&) = delete;

    void add(int descriptor, std::size_t index);
    /// The indices of readable sockets. Waits at most `ms`. Valid until the next call.
    [[nodiscard]] const std::vector<std::size_t>& wait(int ms);

private:
    int m_epoll;
    std::vector<std::size_t> m_ready;
};

/// Raises this process's limit of open files as far as allowed.
void allowManyFiles();

} // namespace tidemark::bench
