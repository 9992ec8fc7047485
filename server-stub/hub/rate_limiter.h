#pragma once

#include "core/domain/ids.h"
#include "core/domain/limits.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

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

/// What has a bucket of its own, so that too much of one does not hold up another.
enum class Operation : std::uint8_t {
    Send,
    Pull,
    Change, ///< what makes, joins or names conversations, and so reaches others
    Typing,
    Password, ///< what makes the server compare or hash a password
    Other
};

/// What a user may do: a bucket for each operation, whatever the number of connections.
class RateLimiter {
public:
    static constexpr std::uint32_t largeGroupPerSecond = 1;
    static constexpr std::uint32_t largeGroupBurst = 10;
    /// Whatever the limits: one in five seconds for long, three at once.
    static constexpr std::uint32_t passwordCost = 5;
    static constexpr std::uint32_t passwordBurst = 3 * passwordCost;

    explicit RateLimiter(const Limits& limits);

    /// All buckets are full again.
    void setLimits(const Limits& limits);
    /// 0 when the user may do that now, else the time to wait; `cost` grows with what the request asks for.
    [[nodiscard]] Milliseconds take(UserId user, Operation operation, std::uint32_t cost, Instant now);
    /// The same for a message to a very large group, besides its place among the user's sends.
    [[nodiscard]] Milliseconds takeLargeGroup(UserId user, ConversationId conversation, Instant now);

private:
    using Buckets = std::array<TokenBucket, 6>; ///< by Operation
    Buckets& bucketsOf(UserId user, Instant now);
    void forgetIdle(Instant now);

    Limits m_limits;
    std::unordered_map<UserId, Buckets> m_users;
    std::map<std::pair<UserId, ConversationId>, TokenBucket> m_largeGroups;
    std::size_t m_forgetAt;
    std::size_t m_forgetGroupsAt;
};

} // namespace tidemark::server
