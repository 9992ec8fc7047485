#pragma once

#include "tests/bench/counters/contestant.h"
#include "tests/bench/counters/hub_on_disk.h"

#include <QTemporaryDir>

#include <memory>
#include <span>
#include <vector>

namespace tidemark::counters {

/// Counts derived from log and cursors, by the server's hub and SQLite store. Every turn is durable before it
/// is answered.
class TidemarkContestant final : public Contestant {
public:
    /// `folder` is on the disk that is to be measured. `eventsATurn`: how many share a commit; the server
    /// puts into one turn what has arrived meanwhile.
    TidemarkContestant(const Workload& workload, const QString& folder, std::size_t eventsATurn);

    [[nodiscard]] std::string name() const override;
    void begin() override;
    [[nodiscard]] Run run(double seconds) override;
    void runWith(const Failures& failures, std::size_t count) override;
    /// `eventsATurn` of them at a time.
    [[nodiscard]] Pace readTotals(double seconds) override;
    [[nodiscard]] Numbers numbers() override;

    /// The next `count` messages after the first `from` events, each followed by the total of somebody for
    /// whom it is new. Only the totals are timed.
    [[nodiscard]] Pace readTotalsAfterMessages(std::size_t from, std::size_t count);

private:
    [[nodiscard]] HubOnDisk::Request requestOf(const Event& event) const;
    [[nodiscard]] HubOnDisk::Request readOf(std::uint32_t user, std::uint32_t conversation,
                                            std::uint32_t place) const;
    void makeTemplate(const QString& path) const;
    void carryOut(const std::vector<HubOnDisk::Request>& turn);
    void meet(Failure failure, std::vector<HubOnDisk::Request> turn, const Event& event);

    const Workload& m_workload;
    QTemporaryDir m_folder;
    std::size_t m_eventsATurn;
    std::unique_ptr<HubOnDisk> m_server;
    std::vector<Seq> m_begin; ///< of each conversation, the head before the first message
    bool m_endsAfterCommit = false;
};

} // namespace tidemark::counters
