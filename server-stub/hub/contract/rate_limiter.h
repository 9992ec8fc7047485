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

/// A token bucket that starts full. It counts in thousandths of a token, so that rounding loses nothing.
class TokenBucket {
public:
    TokenBucket(std::uint32_t perSecond, std::uint32_t burst, Instant now);

    /// Takes `cost` tokens (at most the burst) and returns 0, or takes nothing and returns the time until the
    /// bucket has them.
    [[nodiscard]] Milliseconds take(std::uint32_t cost, Instant now);
    /// Takes `cost` tokens even if the bucket has fewer; the debt is at most the burst.
    void charge(std::uint32_t cost, Instant now);
    [[nodiscard]] bool isFull(Instant now) const { return filledAt(now) == m_capacity; }

private:
    [[nodiscard]] std::int64_t filledAt(Instant now) const;

    std::int64_t m_perSecond;
    std::int64_t m_capacity;
    std::int64_t m_thousandths;
    Instant m_last;
};

/// Operations with a bucket each, so that many requests for one do not delay another.
enum class Operation : std::uint8_t {
    Send,
    Pull,
    Change, ///< creates, joins or names conversations, and so reaches other users
    Typing,
    Password, ///< makes the server compare or hash a password
    Transfer, ///< bytes of files, in KiB
    React,
    Other
};

/// Limits the rates of users: each user has one bucket for each operation, for any number of connections.
class RateLimiter {
public:
    static constexpr std::uint32_t largeGroupPerSecond = 1;
    static constexpr std::uint32_t largeGroupBurst = 10;
    /// Fixed, independent of Limits: one password in five seconds in the long run, three at once.
    static constexpr std::uint32_t passwordCost = 5;
    static constexpr std::uint32_t passwordBurst = 3 * passwordCost;
    /// Fixed: five reactions in a second in the long run, fifty at once.
    static constexpr std::uint32_t reactCost = 2;
    static constexpr std::uint32_t reactPerSecond = 5 * reactCost;
    static constexpr std::uint32_t reactBurst = 50 * reactCost;

    explicit RateLimiter(const Limits& limits);

    /// Refills all buckets.
    void setLimits(const Limits& limits);
    /// Returns 0 if the user may do the operation now, else the time to wait. A larger request has a higher
    /// `cost`.
    [[nodiscard]] Milliseconds take(UserId user, Operation operation, std::uint32_t cost, Instant now);
    /// Charges an accepted request for costs that were unknown before: the user's next requests wait for it.
    void charge(UserId user, Operation operation, std::uint32_t cost, Instant now);
    /// Like take(), for a message to a very large group. It takes tokens in addition to those of Send.
    [[nodiscard]] Milliseconds takeLargeGroup(UserId user, ConversationId conversation, Instant now);

private:
    using Buckets = std::array<TokenBucket, 8>; ///< indexed by Operation
    Buckets& bucketsOf(UserId user, Instant now);
    void forgetIdle(Instant now);

    Limits m_limits;
    std::unordered_map<UserId, Buckets> m_users;
    std::map<std::pair<UserId, ConversationId>, TokenBucket> m_largeGroups;
    std::size_t m_forgetAt;
    std::size_t m_forgetGroupsAt;
};

} // namespace tidemark::server
