#pragma once

#include "core/domain/ids.h"
#include "core/domain/limits.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace tidemark::server {

/// A token bucket in whole thousandths of a token, so that nothing is lost to rounding. Starts full.
class TokenBucket {
public:
    TokenBucket(std::uint32_t perSecond, std::uint32_t burst, Instant now);

    /// Takes `cost` tokens (at most the burst) and returns 0, or takes nothing and returns how long until
    /// they will be there.
    [[nodiscard]] Milliseconds take(std::uint32_t cost, Instant now);
    [[nodiscard]] bool isFull(Instant now) const { return filledAt(now) == m_capacity; }

private:
    [[nodiscard]] std::int64_t filledAt(Instant now) const;

    std::int64_t m_perSecond;
    std::int64_t m_capacity;
    std::int64_t m_thousandths;
    Instant m_last;
};

/// What a user may do: sends on one bucket, everything else on another, whatever the number of connections.
class RateLimiter {
public:
    explicit RateLimiter(const Limits& limits);

    /// 0 when the user may send now, else the time to wait.
    [[nodiscard]] Milliseconds takeSend(UserId user, Instant now);
    /// The same for other requests; `cost` grows with what the request asks for.
    [[nodiscard]] Milliseconds takeRequest(UserId user, std::uint32_t cost, Instant now);

private:
    struct Buckets {
        TokenBucket sends;
        TokenBucket requests;
    };
    Buckets& bucketsOf(UserId user, Instant now);
    void forgetIdle(Instant now);

    Limits m_limits;
    std::unordered_map<UserId, Buckets> m_users;
    std::size_t m_forgetAt;
};

} // namespace tidemark::server
