#include "server-stub/shell/delivery/drain.h"

#include "core/base/random.h"

#include <utility>

namespace tidemark::server {

Drain::Drain(std::vector<ConnectionId> connections, Instant begin, Milliseconds window, std::uint64_t seed)
    : m_connections(std::move(connections)), m_begin(begin), m_window(window)
{
    SplitMix64 random(seed);
    for (std::size_t place = m_connections.size(); place > 1; --place) {
        std::swap(m_connections[place - 1], m_connections[random.below(place)]);
    }
}

std::vector<ConnectionId> Drain::take(Instant now)
{
    std::vector<ConnectionId> due;
    while (m_taken < m_connections.size() && next() <= now) {
        due.push_back(m_connections[m_taken++]);
    }
    return due;
}

Instant Drain::next() const
{
    if (m_taken == m_connections.size()) {
        return end();
    }
    const auto share = static_cast<std::int64_t>(m_taken) * m_window.count();
    return m_begin + Milliseconds(share / static_cast<std::int64_t>(m_connections.size()));
}

} // namespace tidemark::server
