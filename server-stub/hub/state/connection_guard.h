#pragma once

#include "core/domain/limits.h"
#include "server-stub/hub/contract/hub_values.h"
#include "server-stub/hub/contract/rate_limiter.h"

#include <unordered_map>

namespace tidemark::server {

/// Limits the requests of a connection that take no tokens of a user: frames before sign-in, frames of
/// unknown variants, and refused requests. Forgets a connection when it closes.
class ConnectionGuard {
public:
    /// Limits for refused requests: at once, and per second in the long run. A client that keeps the waiting
    /// times of its refusals stays far below both.
    static constexpr std::uint32_t refusalBurst = 1000;
    static constexpr std::uint32_t refusalsPerSecond = 50;
    /// A frame that takes no tokens of a user takes one more token here for each of these.
    static constexpr std::size_t bytesPerToken = 2048;

    explicit ConnectionGuard(const Limits& limits) : m_limits(limits) {}

    /// Refills all buckets.
    void setLimits(const Limits& limits);
    /// The tokens for a frame of this size.
    [[nodiscard]] static std::uint32_t costOf(std::size_t bytes);
    /// Returns 0 if a frame of this size from a connection without a session may be handled now, else the
    /// time to wait.
    [[nodiscard]] Milliseconds takeStranger(ConnectionId connection, std::size_t bytes, Instant now);
    /// Counts a refused request of this size. Returns true if the connection has had too many and must be
    /// closed.
    [[nodiscard]] bool noteRefusal(ConnectionId connection, std::size_t bytes, Instant now);
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
