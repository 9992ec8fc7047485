#pragma once

#include "core/base/random.h"
#include "tests/cluster/cluster_ledger.h"
#include "tests/cluster/roaming_device.h"
#include "tests/programs/bench/harness/statistics.h"

#include <functional>
#include <memory>
#include <tuple>
#include <vector>

namespace tidemark::cluster {

/// Users with two devices each, spread over the servers. They send, edit, recall, read and mark as unread
/// all the time. A wrong answer, or a difference at the end, throws a load::Failure.
class ClusterLoad {
public:
    /// `places` must outlive this object.
    explicit ClusterLoad(const Places& places);

    /// Runs the load for this time.
    void run(double seconds);
    /// Runs the load until `isDone`. Fails after a minute.
    void runUntil(const std::function<bool()>& isDone, const char* what);
    /// Runs the load until this many more requests were answered.
    void runUntilAnswered(std::size_t requests);
    /// All devices move to this server at once.
    void crowd(std::size_t node);
    /// Starts no new actions, and waits until all requests are answered.
    void settle();
    /// After settle(): each server returns the totals of all users that follow from the acknowledged
    /// messages, each device counts the same from the states that it gets there, and the logs have the
    /// acknowledged messages.
    void checkAll();

    [[nodiscard]] const ClusterLedger& ledger() const { return m_ledger; }
    [[nodiscard]] std::size_t answers() const { return m_answers; }
    /// The number of requests of all devices that were refused with "try again later".
    [[nodiscard]] std::uint64_t refusals() const;
    [[nodiscard]] double seconds() const { return m_watch.seconds(); }

private:
    void turn();
    void act();
    void append(RoamingDevice& device, std::size_t group, Line line, SentContent content);
    void send(RoamingDevice& device, std::size_t group);
    void change(RoamingDevice& device, std::size_t group);
    void read(RoamingDevice& device, std::size_t group);
    void mark(RoamingDevice& device, std::size_t group);
    /// Takes the answer to a request about a cursor, which must be at least `least`.
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
    /// Unchanged messages: group, author, seq.
    std::vector<std::tuple<std::size_t, std::size_t, Seq>> m_unchanged;
    std::uint64_t m_numbers = 0;
    std::size_t m_answers = 0;
};

} // namespace tidemark::cluster
