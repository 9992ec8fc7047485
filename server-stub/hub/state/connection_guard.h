#pragma once

#include "core/domain/limits.h"
#include "server-stub/hub/contract/hub_values.h"
#include "server-stub/hub/contract/rate_limiter.h"

#include <unordered_map>

namespace tidemark::server {

/// Bounds what a connection may ask at no user's expense: frames before sign-in, frames of unknown variants,
/// and requests that are refused. Forgets a connection when it closes.
class ConnectionGuard {
public:
    /// Bounds of refused requests: at once, and per second in the long run. A client that waits as it is told
    /// stays far below both.
    static constexpr std::uint32_t refusalBurst = 1000;
    static constexpr std::uint32_t refusalsPerSecond = 50;
    /// A frame for which no user pays takes one token more for each of these.
    static constexpr std::size_t bytesPerToken = 2048;

    explicit ConnectionGuard(const Limits& limits) : m_limits(limits) {}

    /// Refills all buckets.
    void setLimits(const Limits& limits);
    /// The tokens that a frame of so many bytes takes if no user pays for it.
    [[nodiscard]] static std::uint32_t costOf(std::size_t bytes);
    /// Returns 0 if a frame of so many bytes without a session may be handled now, else the time to wait.
    [[nodiscard]] Milliseconds takeStranger(ConnectionId connection, std::size_t bytes, Instant now);
    /// Counts a refused request. Returns true if the connection has had too many refusals and must be closed.
    [[nodiscard]] bool noteRefusal(ConnectionId connection, Instant now);
    void forget(ConnectionId connection) { m_connections.erase(connection); }

private:
    struct Buckets {
        TokenBucket strangers;
        TokenBucket refusals;
    };
    Buckets& bucketsOf(ConnectionId connection, Instant now);

    Limits m_limits;
    std::unordered_map<ConnectionId, Buckets> m_connections;
};

} // namespace tidemark::server
