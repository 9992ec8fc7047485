#pragma once

#include "tests/programs/load/hostile/ambush.h"
#include "tests/programs/load/people/connection.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace tidemark::load {

/// The puppets of an ambush, each signed in as a session of one connection. The server notifies all of them
/// of events in the crowds. They read the frames and ignore them.
class Audience final : private Connection::Owner {
public:
    /// Signs all puppets in, and lets each read the crowd.
    Audience(Loop& loop, const Place& place, const Ambush& ambush);

private:
    void opened() override { m_isOpen = true; }
    void received(std::string_view payload) override;
    void ended() override;
    void send(std::size_t puppet, protocol::ClientFrame frame);
    void greetNext(double now);

    const Ambush& m_ambush;
    bool m_isOpen = false;
    bool m_isAsking = false;
    std::size_t m_signedIn = 0;
    double m_waitsUntil = 0;
    double m_now = 0;
    std::uint64_t m_lastRequest = 0;
    std::unique_ptr<Connection> m_connection;
};

} // namespace tidemark::load
