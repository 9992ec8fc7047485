#pragma once

#include "core/base/random.h"

#include <algorithm>
#include <chrono>

namespace tidemark {

/// Exponential backoff with full jitter: the n-th delay is uniform in [0, min(cap, base * 2^n)].
/// Source: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
class Backoff {
public:
    constexpr Backoff(std::chrono::milliseconds base, std::chrono::milliseconds cap)
        : m_base(base), m_cap(cap)
    {
    }

    /// Returns the delay before the next attempt. Each call counts as one failed attempt.
    constexpr std::chrono::milliseconds next(SplitMix64& random)
    {
        const auto ceiling = std::min(m_cap, m_base * (std::int64_t{1} << std::min(m_failures, maxShift)));
        ++m_failures;
        return std::chrono::milliseconds(
            static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(ceiling.count()) + 1)));
    }

    constexpr void reset() { m_failures = 0; }
    [[nodiscard]] constexpr int failures() const { return m_failures; }

private:
    static constexpr int maxShift = 20;
    std::chrono::milliseconds m_base;
    std::chrono::milliseconds m_cap;
    int m_failures = 0;
};

} // namespace tidemark
