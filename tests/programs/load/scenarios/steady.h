#pragma once

#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/load/scenarios/scenario.h"

#include <cstdint>
#include <functional>
#include <set>
#include <vector>

namespace tidemark::load {

/// Users who send at a steady rate, and their waits.
class Steady {
public:
    /// `perSecond`: messages of each user.
    Steady(Stage& stage, double perSecond);

    /// The milliseconds that each message waits for its acknowledgement. `each` is called often.
    std::vector<double> run(double seconds, const std::function<void()>& each);
    /// The milliseconds that the oldest message without an acknowledgement has waited.
    [[nodiscard]] double oldest() const;
    /// The messages of these users; note those of others in their groups, too.
    [[nodiscard]] Ledger& ledger() { return m_ledger; }
    void checkAll() const;

private:
    void send(std::size_t user);

    Stage& m_stage;
    Ledger m_ledger;
    double m_perSecond;
    Devices m_devices;
    std::vector<std::uint64_t> m_numbers;
    const bench::Stopwatch* m_watch = nullptr;
    std::size_t m_next = 0;
    std::multiset<double> m_sentAt; ///< the send times of unacknowledged messages
    std::vector<double> m_times;
};

} // namespace tidemark::load
