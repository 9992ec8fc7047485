#pragma once

#include "core/domain/ids.h"
#include "server-stub/hub/hub.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tidemark::server {

/// Plans when a server that shuts down closes its connections: one after another in random order, spread
/// evenly over a window, so that they do not reach the other servers all at once. Pure.
class Drain {
public:
    /// The first connection is due at `begin`, and all are due before the `window` ends. `seed` determines
    /// the order.
    Drain(std::vector<ConnectionId> connections, Instant begin, Milliseconds window, std::uint64_t seed);

    /// Returns the connections that have become due by `now`, each once.
    [[nodiscard]] std::vector<ConnectionId> take(Instant now);
    /// The time when the next connection is due; after the last one, the end of the window.
    [[nodiscard]] Instant next() const;
    [[nodiscard]] Instant end() const { return m_begin + m_window; }

private:
    std::vector<ConnectionId> m_connections;
    Instant m_begin;
    Milliseconds m_window;
    std::size_t m_taken = 0;
};

} // namespace tidemark::server
