#include "server-stub/hub/connection_guard.h"

namespace tidemark::server {

void ConnectionGuard::setLimits(const Limits& limits)
{
    m_limits = limits;
    m_connections.clear();
}

Milliseconds ConnectionGuard::takeStranger(ConnectionId connection, Instant now)
{
    return bucketsOf(connection, now).strangers.take(1, now);
}

bool ConnectionGuard::noteRefusal(ConnectionId connection, Instant now)
{
    return bucketsOf(connection, now).refusals.take(1, now) > Milliseconds(0);
}

ConnectionGuard::Buckets& ConnectionGuard::bucketsOf(ConnectionId connection, Instant now)
{
    const Buckets full{TokenBucket(m_limits.requestsPerSecond, m_limits.requestBurst, now),
                       TokenBucket(refusalsPerSecond, refusalBurst, now)};
    return m_connections.try_emplace(connection, full).first->second;
}

} // namespace tidemark::server
