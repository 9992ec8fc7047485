#pragma once

#include "tests/programs/load/people/connection.h"

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace tidemark::load {

/// Shows the best that the machine can do: bare sockets and epoll in a process of their own. The process
/// speaks frames of WebSocket and nothing else, decides nothing and stores nothing. It dies with this
/// object.
class BareServer {
public:
    enum class Duty : std::uint8_t {
        Answer, ///< each frame, or each one of a given size, is answered to its sender
        Notify, ///< each frame of the first connection is sent to all others, who first get a greeting
    };

    /// `payloadBytes`: the payload of each frame that it sends. `requestBytes`: the payload of each frame
    /// that it gets; 0 if it is small and comes in one piece.
    BareServer(Duty duty, std::size_t payloadBytes, std::size_t requestBytes = 0);
    ~BareServer();
    BareServer(const BareServer&) = delete;
    BareServer& operator=(const BareServer&) = delete;

    [[nodiscard]] const Place& place() const { return m_place; }

private:
    Place m_place;
    pid_t m_process = -1;
};

} // namespace tidemark::load
