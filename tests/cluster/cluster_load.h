#pragma once

#include "core/base/random.h"
#include "tests/cluster/cluster_ledger.h"
#include "tests/cluster/roaming_device.h"
#include "tests/programs/bench/statistics.h"

#include <functional>
#include <memory>
#include <tuple>
#include <vector>

namespace tidemark::cluster {

/// People with two devices each, spread over the servers, who send, edit, take back, read and mark unread all
/// the time. Whatever is answered wrongly, or is not there in the end, throws a load::Failure.
class ClusterLoad {
public:
    /// `places` must live longer.
    explicit ClusterLoad(const Places& places);

    /// Goes on for so long.
    void run(double seconds);
    /// Goes on until it is so; fails when it is not within a minute.
    void runUntil(const std::function<bool()>& isDone, const char* what);
    /// Until so many more requests were answered.
    void runUntilAnswered(std::size_t requests);
    /// All devices leave for that server, whatever they are about to do.
    void crowd(std::size_t node);
    /// Nobody wants anything more; waits until everybody is answered.
    void settle();
    /// After settle(): each server tells everybody's totals as they follow from what was acknowledged, each
    /// device counts the same from the states that it is told there, and the logs are as acknowledged.
    void checkAll();

    [[nodiscard]] const ClusterLedger& ledger() const { return m_ledger; }
    [[nodiscard]] std::size_t answers() const { return m_answers; }
    /// Requests that were refused with "try again later", of all devices.
    [[nodiscard]] std::uint64_t refusals() const;
    [[nodiscard]] double seconds() const { return m_watch.seconds(); }

private:
    void turn();
    void act();
    void append(RoamingDevice& device, std::size_t group, Line line, protocol::Content content);
    void send(RoamingDevice& device, std::size_t group);
    void change(RoamingDevice& device, std::size_t group);
    void read(RoamingDevice& device, std::size_t group);
    void mark(RoamingDevice& device, std::size_t group);
    /// Takes the answer to a request about a cursor, which has to be at least `least`.
    [[nodiscard]] RoamingDevice::Answer stateOf(std::size_t group, std::size_t user, Cursor least);
    void checkAt(std::size_t node);
    [[nodiscard]] MessageUuid nextUuid(std::size_t user);

    const Places& m_places;
    load::Loop m_loop;
    load::Population m_people;
    ClusterLedger m_ledger;
    std::vector<std::unique_ptr<RoamingDevice>> m_devices;
    SplitMix64 m_random{1};
    bench::Stopwatch m_watch;
    /// Messages that nobody has changed yet: group, author, seq.
    std::vector<std::tuple<std::size_t, std::size_t, Seq>> m_unchanged;
    std::uint64_t m_numbers = 0;
    std::size_t m_answers = 0;
};

} // namespace tidemark::cluster
