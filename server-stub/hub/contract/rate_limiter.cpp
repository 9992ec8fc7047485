#include "server-stub/hub/contract/rate_limiter.h"

#include <algorithm>

namespace tidemark::server {

namespace {

constexpr std::int64_t one = 1000;
constexpr std::size_t smallTable = 4096;
/// More tokens per second than any client can use.
constexpr std::uint32_t unlimited = 1U << 24U;

} // namespace

TokenBucket::TokenBucket(std::uint32_t perSecond, std::uint32_t burst, Instant now)
    : m_perSecond(std::max<std::int64_t>(perSecond, 1)), m_capacity(std::max<std::int64_t>(burst, 1) * one),
      m_thousandths(m_capacity), m_last(now)
{
}

Milliseconds TokenBucket::take(std::uint32_t cost, Instant now)
{
    m_thousandths = filledAt(now);
    m_last = now;
    const std::int64_t price = std::min(cost * one, m_capacity);
    if (m_thousandths >= price) {
        m_thousandths -= price;
        return Milliseconds(0);
    }
    return Milliseconds((price - m_thousandths + m_perSecond - 1) / m_perSecond);
}

void TokenBucket::charge(std::uint32_t cost, Instant now)
{
    m_thousandths = std::max(filledAt(now) - cost * one, -m_capacity);
    m_last = now;
}

std::int64_t TokenBucket::filledAt(Instant now) const
{
    // One token per second is a thousandth of a token per millisecond. The bound prevents overflow after a
    // long pause.
    const std::int64_t elapsed = std::min<std::int64_t>((now - m_last).count(), 2 * m_capacity);
    return std::min(m_capacity, m_thousandths + elapsed * m_perSecond);
}

RateLimiter::RateLimiter(const Limits& limits)
    : m_limits(limits), m_forgetAt(smallTable), m_forgetGroupsAt(smallTable)
{
}

void RateLimiter::setLimits(const Limits& limits)
{
    m_limits = limits;
    m_users.clear();
}

Milliseconds RateLimiter::take(UserId user, Operation operation, std::uint32_t cost, Instant now)
{
    return bucketsOf(user, now).at(static_cast<std::size_t>(operation)).take(cost, now);
}

void RateLimiter::charge(UserId user, Operation operation, std::uint32_t cost, Instant now)
{
    if (cost > 0) {
        bucketsOf(user, now).at(static_cast<std::size_t>(operation)).charge(cost, now);
    }
}

Milliseconds RateLimiter::takeLargeGroup(UserId user, ConversationId conversation, Instant now)
{
    if (m_largeGroups.size() >= m_forgetGroupsAt) {
        std::erase_if(m_largeGroups, [now](const auto& one) { return one.second.isFull(now); });
        m_forgetGroupsAt = std::max(smallTable, m_largeGroups.size() * 2);
    }
    const TokenBucket full(largeGroupPerSecond, largeGroupBurst, now);
    return m_largeGroups.try_emplace({user, conversation}, full).first->second.take(1, now);
}

RateLimiter::Buckets& RateLimiter::bucketsOf(UserId user, Instant now)
{
    const auto found = m_users.find(user);
    if (found != m_users.end()) {
        return found->second;
    }
    forgetIdle(now);
    const TokenBucket sends(m_limits.sendsPerSecond, m_limits.sendBurst, now);
    const TokenBucket others(m_limits.requestsPerSecond, m_limits.requestBurst, now);
    const TokenBucket passwords(1, passwordBurst, now);
    const std::uint32_t transferred =
        m_limits.transferBytesPerSecond == 0 ? unlimited : m_limits.transferBytesPerSecond / 1024;
    const TokenBucket transfers(transferred, std::min(transferred, unlimited / 10) * 10, now);
    const TokenBucket reactions(reactPerSecond, reactBurst, now);
    return m_users
        .emplace(user, Buckets{sends, others, others, others, passwords, transfers, reactions, others})
        .first->second;
}

void RateLimiter::forgetIdle(Instant now)
{
    if (m_users.size() < m_forgetAt) {
        return;
    }
    std::erase_if(m_users, [now](const auto& user) {
        return std::all_of(user.second.begin(), user.second.end(),
                           [now](const TokenBucket& bucket) { return bucket.isFull(now); });
    });
    m_forgetAt = std::max(smallTable, m_users.size() * 2);
}

} // namespace tidemark::server
