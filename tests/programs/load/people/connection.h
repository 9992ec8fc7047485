#pragma once

#include "tests/programs/load/people/loop.h"
#include "tests/programs/load/people/stream.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tidemark::load {

/// The address of a server, and the protocol to speak with it.
struct Place {
    int port = 0;
    SSL_CTX* tls = nullptr;
    bool upgrades = true; ///< if false, WebSocket frames begin at once, without the HTTP upgrade
};

/// A WebSocket client that does as little work as possible for each message. It ends by itself only when
/// the server ends it.
class Connection final : private Watched {
public:
    class Owner {
    public:
        /// The connection may be used from now on.
        virtual void opened() = 0;
        /// The payload of one complete binary frame. It is gone after the call.
        virtual void received(std::string_view payload) = 0;
        /// The server has ended or refused the connection.
        virtual void ended() = 0;

    protected:
        ~Owner() = default;
    };

    /// Begins to connect. `loop` and `owner` must outlive this object.
    Connection(Loop& loop, const Place& place, Owner& owner);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void send(std::string_view payload);
    /// Turns reading off or on. While it is off, frames of the server stay in the kernel.
    void setReading(bool reads);
    /// Ends the connection without notifying the server.
    void cut();

private:
    enum class Phase : std::uint8_t { Greeting, Upgrading, Open, Ended };

    void ready(std::uint32_t events) override;
    void greet();
    void upgrade();
    void sendFrame(std::uint8_t firstByte, std::string_view payload);
    void write(std::string_view bytes);
    void writeRest();
    void receive();
    void receiveOnce();
    /// Returns the rest of `bytes`.
    [[nodiscard]] std::string_view take(std::string_view bytes);
    [[nodiscard]] std::string_view takeUpgrade(std::string_view bytes);
    void takeFrame(std::uint8_t firstByte, std::string_view payload);
    void listen();
    void end();

    Loop& m_loop;
    Owner& m_owner;
    Stream m_stream;
    Phase m_phase = Phase::Greeting;
    bool m_upgrades;
    bool m_reads = true;
    std::uint32_t m_events = 0;
    std::string m_unsent;
    std::string m_received;
};

} // namespace tidemark::load
