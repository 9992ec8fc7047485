#include "tests/bench/counters/contestant.h"

#include "tests/bench/statistics.h"

namespace tidemark::counters {

Pace paceOf(std::size_t count, double seconds, const std::vector<double>& timesMs)
{
    constexpr double p99 = 0.99;
    return {static_cast<double>(count) / seconds, bench::percentile(timesMs, p99)};
}

Run runOf(const Workload& workload, std::size_t events, double seconds, const std::vector<double>& timesMs,
          std::uint64_t retries)
{
    std::size_t updates = 0;
    for (std::size_t i = 0; i < events; ++i) {
        updates += workload.updatesOf(workload.events[i]);
    }
    const auto changed = static_cast<double>(updates);
    return {events, paceOf(events, seconds, timesMs), changed / seconds,
            1 + static_cast<double>(retries) / changed};
}

} // namespace tidemark::counters
