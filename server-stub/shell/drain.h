#pragma once

#include "core/domain/ids.h"
#include "server-stub/hub/hub.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tidemark::server {

/// Which connections of a server that ends are to be closed when: one after another in random order, spread
/// evenly over a window, so that no other server meets them all at once. Pure.
class Drain {
public:
    /// The first one is due at `begin`, and all before the `window` is over. `seed`: of the order.
    Drain(std::vector<ConnectionId> connections, Instant begin, Milliseconds window, std::uint64_t seed);

    /// Those that have become due by `now` and were not taken before.
    [[nodiscard]] std::vector<ConnectionId> take(Instant now);
    /// When the next one is due; after the last one the end of the window.
    [[nodiscard]] Instant next() const;
    [[nodiscard]] Instant end() const { return m_begin + m_window; }

private:
    std::vector<ConnectionId> m_connections;
    Instant m_begin;
    Milliseconds m_window;
    std::size_t m_taken = 0;
};

} // namespace tidemark::server
