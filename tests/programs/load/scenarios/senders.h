#pragma once

#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/load/scenarios/scenario.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace tidemark::load {

/// Users who send as fast as the server acknowledges, to each of their groups in turn.
class Senders {
public:
    explicit Senders(Stage& stage);

    /// The milliseconds that each message waited for its acknowledgement. `each` is called often.
    std::vector<double> run(double seconds, const std::function<void()>& each);
    /// Waits until all members were notified of the newest messages, and compares all totals and logs.
    void checkAll() const;

    /// Of the last run, messages a second.
    [[nodiscard]] double rate() const { return m_rate; }
    /// Of the last run, in percent of one processor.
    [[nodiscard]] double processorShare() const { return m_processorShare; }
    [[nodiscard]] const Ledger& ledger() const { return m_ledger; }

private:
    void note(std::size_t member, const protocol::Notify& notify);
    [[nodiscard]] bool allAreNotified() const;
    void sendNext(std::size_t sender);

    Stage& m_stage;
    Ledger m_ledger;
    Devices m_devices;
    std::vector<std::uint64_t> m_numbers;
    std::vector<std::vector<Seq>> m_notified; ///< by member and group: the newest seq that a push has named
    const bench::Stopwatch* m_watch = nullptr;
    double m_until = 0;
    std::size_t m_done = 0;
    std::vector<double> m_times;
    double m_rate = 0;
    double m_processorShare = 0;
};

} // namespace tidemark::load
