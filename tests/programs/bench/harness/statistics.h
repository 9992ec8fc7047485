#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

namespace tidemark::bench {

/// The value that `part` in [0, 1] of the values do not exceed (nearest rank); 0 if there are none.
[[nodiscard]] inline double percentile(std::vector<double> values, double part)
{
    if (values.empty()) {
        return 0;
    }
    const auto last = static_cast<double>(values.size() - 1);
    const auto rank = values.begin() + static_cast<std::ptrdiff_t>(last * part + 0.5);
    std::nth_element(values.begin(), rank, values.end());
    return *rank;
}

[[nodiscard]] inline double median(std::vector<double> values)
{
    return percentile(std::move(values), 0.5);
}

class Stopwatch {
public:
    [[nodiscard]] double seconds() const
    {
        return std::chrono::duration<double>(Clock::now() - m_start).count();
    }
    [[nodiscard]] double milliseconds() const { return seconds() * 1000; }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point m_start = Clock::now();
};

} // namespace tidemark::bench
