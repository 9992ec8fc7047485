#pragma once

#include "tests/bench/counters/contestant.h"
#include "tests/bench/counters/redis_ways.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace tidemark::counters {

/// Counters in Redis, kept by several workers at once.
class RedisContestant : public Contestant {
public:
    /// What is at `socketPath` belongs to this one while it is used. `pipelined`: how many events a worker
    /// sends before it waits for answers; more than one with scripts only.
    RedisContestant(const Workload& workload, std::string socketPath, Way way, std::size_t workers,
                    std::size_t pipelined = 1);

    [[nodiscard]] std::string name() const override;
    void begin() override;
    [[nodiscard]] Run run(double seconds) override;
    void runWith(const Failures& failures, std::size_t count) override;
    [[nodiscard]] Pace readTotals(double seconds) override;
    [[nodiscard]] Numbers numbers() override;

private:
    /// Until there is nothing more to do, each in a thread of its own; returns ms of each operation.
    using Work = std::function<std::vector<double>(std::size_t worker)>;
    [[nodiscard]] std::vector<double> inThreads(const Work& work) const;

    const Workload& m_workload;
    std::string m_socketPath;
    Way m_way;
    std::size_t m_workers;
    std::size_t m_pipelined;
};

} // namespace tidemark::counters
