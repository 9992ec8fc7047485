#include "server-stub/hub/state/connection_guard.h"

namespace tidemark::server {

void ConnectionGuard::setLimits(const Limits& limits)
{
    m_limits = limits;
    m_connections.clear();
}

std::uint32_t ConnectionGuard::costOf(std::size_t bytes)
{
    return static_cast<std::uint32_t>(1 + bytes / bytesPerToken);
}

Milliseconds ConnectionGuard::takeStranger(ConnectionId connection, std::size_t bytes, Instant now)
{
    return bucketsOf(connection, now).strangers.take(costOf(bytes), now);
}

bool ConnectionGuard::noteRefusal(ConnectionId connection, std::size_t bytes, Instant now)
{
    return bucketsOf(connection, now).refusals.take(costOf(bytes), now) > Milliseconds(0);
}

ConnectionGuard::Buckets& ConnectionGuard::bucketsOf(ConnectionId connection, Instant now)
{
    const Buckets full{TokenBucket(m_limits.requestsPerSecond, m_limits.requestBurst, now),
                       TokenBucket(refusalsPerSecond, refusalBurst, now)};
    return m_connections.try_emplace(connection, full).first->second;
}

} // namespace tidemark::server
