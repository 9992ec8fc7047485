#pragma once

#include "tests/bench/counters/numbers.h"
#include "tests/bench/counters/workload.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tidemark::counters {

/// What was measured of some operation.
struct Pace {
    double perSecond = 0;
    double p99Ms = 0; ///< from asking to having the answer, 99 of 100 take no longer
};

struct Run {
    std::size_t events = 0;      ///< how many of the workload, from its beginning
    Pace pace;                   ///< of events
    double updatesPerSecond = 0; ///< members' counts that have changed
    double triesPerUpdate = 1;   ///< above 1 where others were in the way
};

[[nodiscard]] Pace paceOf(std::size_t count, double seconds, const std::vector<double>& timesMs);
/// Of the first `events` events of the workload.
[[nodiscard]] Run runOf(const Workload& workload, std::size_t events, double seconds,
                        const std::vector<double>& timesMs, std::uint64_t retries = 0);

/// Somebody who keeps both numbers of a workload. One thread; may have threads of its own while it runs.
class Contestant {
public:
    virtual ~Contestant() = default;
    Contestant(const Contestant&) = delete;
    Contestant& operator=(const Contestant&) = delete;

    [[nodiscard]] virtual std::string name() const = 0;
    /// Begins anew, with nothing said.
    virtual void begin() = 0;
    /// The events of the workload from the first on, until the time is over or none is left.
    [[nodiscard]] virtual Run run(double seconds) = 0;
    /// The first `count` events, one after the other, with failures.
    virtual void runWith(const Failures& failures, std::size_t count) = 0;
    /// Total of one user after the other.
    [[nodiscard]] virtual Pace readTotals(double seconds) = 0;
    [[nodiscard]] virtual Numbers numbers() = 0;

protected:
    Contestant() = default;
};

} // namespace tidemark::counters
