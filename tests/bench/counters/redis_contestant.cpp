#include "tests/bench/counters/redis_contestant.h"

#include "core/base/random.h"
#include "tests/bench/statistics.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <span>
#include <thread>
#include <utility>

namespace tidemark::counters {
namespace {

using bench::Stopwatch;

/// Longer than anybody who lives holds a lock.
constexpr std::chrono::seconds usualLease{10};
/// So that the dead are not waited for too long.
constexpr std::chrono::milliseconds shortLease{50};

/// Hands out the events in order to whoever asks, in pieces.
class Queue {
public:
    Queue(const Workload& workload, double seconds) : m_events(workload.events), m_seconds(seconds) {}

    /// Empty when the time is over or nothing is left. What was handed out is to be done.
    std::span<const Event> take(std::size_t count)
    {
        if (m_sinceStart.seconds() >= m_seconds) {
            return {};
        }
        const std::size_t first = std::min(m_next.fetch_add(count), m_events.size());
        return m_events.subspan(first, std::min(count, m_events.size() - first));
    }
    [[nodiscard]] std::size_t taken() const { return std::min(m_next.load(), m_events.size()); }

private:
    std::span<const Event> m_events;
    double m_seconds;
    Stopwatch m_sinceStart;
    std::atomic<std::size_t> m_next{0};
};

/// Calls `increase(user)` or `clear(user)` for each count that the event changes.
template <typename Increase, typename Clear>
void forEachUpdate(const Workload& workload, const Event& event, Increase increase, Clear clear)
{
    if (event.kind == Event::Kind::Read) {
        return clear(event.user);
    }
    for (const std::uint32_t member : workload.members[event.conversation]) {
        if (member != event.user) {
            increase(member);
        }
    }
}

void carryOut(const Workload& workload, const Event& event, RedisWorker& worker)
{
    forEachUpdate(
        workload, event,
        [&](std::uint32_t user) {
            while (!worker.increase(user, event.conversation, {})) {
            }
        },
        [&](std::uint32_t user) { worker.clear(user, event.conversation); });
}

void carryOutTogether(const Workload& workload, std::span<const Event> events, ScriptWorker& worker)
{
    std::size_t sent = 0;
    for (const Event& event : events) {
        forEachUpdate(
            workload, event, [&](std::uint32_t user) { worker.sendIncrease(user, event.conversation); },
            [&](std::uint32_t user) { worker.sendClear(user, event.conversation); });
        sent += workload.updatesOf(event);
    }
    for (; sent > 0; --sent) {
        worker.connection().receive();
    }
}

/// What a read between the steps, and one before counting, are done by.
class OtherDevice {
public:
    explicit OtherDevice(std::unique_ptr<RedisWorker> worker) : m_worker(std::move(worker)) {}

    /// The increase of a message for its reader, met by a failure. Done again until it succeeds.
    void meet(RedisWorker& worker, Failure failure, std::uint32_t user, std::uint32_t conversation)
    {
        if (failure == Failure::ReadBeforeCounting) {
            m_worker->clear(user, conversation);
        }
        bool hasRead = failure != Failure::ReadBetweenSteps;
        Interruption interruption{failure, {}};
        if (!hasRead) {
            interruption.between = [&] { hasRead = m_worker->tryClear(user, conversation); };
        }
        while (!worker.increase(user, conversation, std::exchange(interruption, {}))) {
        }
        if (!hasRead) {
            m_worker->clear(user, conversation); // it had to wait
        }
    }

private:
    std::unique_ptr<RedisWorker> m_worker;
};

} // namespace

RedisContestant::RedisContestant(const Workload& workload, std::string socketPath, Way way,
                                 std::size_t workers, std::size_t pipelined)
    : m_workload(workload), m_socketPath(std::move(socketPath)), m_way(way), m_workers(workers),
      m_pipelined(pipelined)
{
}

std::string RedisContestant::name() const
{
    const std::string pipelined = m_pipelined > 1 ? ", " + std::to_string(m_pipelined) + " at once" : "";
    return std::string("Redis, ") + nameOf(m_way) + pipelined;
}

void RedisContestant::begin()
{
    RedisConnection connection(m_socketPath);
    connection.ask({"FLUSHALL"});
    connection.ask({"RPUSH", RedisWorker::wrongKey, "a list"});
}

Run RedisContestant::run(double seconds)
{
    std::vector<std::unique_ptr<RedisWorker>> workers(m_workers);
    for (auto& worker : workers) {
        worker = RedisWorker::make(m_way, m_socketPath, usualLease);
    }
    Queue queue(m_workload, seconds);
    const Stopwatch watch;
    const std::vector<double> times = inThreads([&](std::size_t number) {
        RedisWorker& worker = *workers[number];
        std::vector<double> own;
        for (auto events = queue.take(m_pipelined); !events.empty(); events = queue.take(m_pipelined)) {
            const Stopwatch one;
            if (m_pipelined > 1) {
                carryOutTogether(m_workload, events, dynamic_cast<ScriptWorker&>(worker));
            } else {
                carryOut(m_workload, events.front(), worker);
            }
            own.push_back(one.milliseconds());
        }
        return own;
    });
    const double took = watch.seconds();
    std::uint64_t retries = 0;
    for (const auto& worker : workers) {
        retries += worker->retries();
    }
    return runOf(m_workload, queue.taken(), took, times, retries);
}

void RedisContestant::runWith(const Failures& failures, std::size_t count)
{
    const auto lease = failures.kind == Failure::EndsBetweenSteps ? shortLease : usualLease;
    const auto worker = RedisWorker::make(m_way, m_socketPath, lease);
    OtherDevice other(RedisWorker::make(m_way, m_socketPath, lease));
    for (std::size_t i = 0; i < count; ++i) {
        const Event& event = m_workload.events[i];
        if (!failures.hits(m_workload, i)) {
            carryOut(m_workload, event, *worker);
            continue;
        }
        const std::uint32_t reader = m_workload.readerOf(event);
        forEachUpdate(
            m_workload, event,
            [&](std::uint32_t user) {
                other.meet(*worker, user == reader ? failures.kind : Failure::None, user, event.conversation);
            },
            [](std::uint32_t) {});
    }
}

Pace RedisContestant::readTotals(double seconds)
{
    const Stopwatch watch;
    const std::vector<double> times = inThreads([&](std::size_t number) {
        RedisConnection connection(m_socketPath);
        SplitMix64 random(number);
        std::vector<double> own;
        while (watch.seconds() < seconds) {
            const auto user = static_cast<std::uint32_t>(random.below(m_workload.users));
            const Stopwatch one;
            connection.ask({"GET", totalKey(user)});
            own.push_back(one.milliseconds());
        }
        return own;
    });
    return paceOf(times.size(), watch.seconds(), times);
}

Numbers RedisContestant::numbers()
{
    RedisConnection connection(m_socketPath);
    Numbers said(m_workload);
    for (std::size_t conversation = 0; conversation < m_workload.members.size(); ++conversation) {
        const std::vector<std::uint32_t>& members = m_workload.members[conversation];
        for (const std::uint32_t member : members) {
            connection.send({"HGET", unreadKey(member), std::to_string(conversation)});
        }
        for (std::size_t i = 0; i < members.size(); ++i) {
            said.unread[conversation][i] = connection.receive().number();
        }
    }
    for (std::uint32_t user = 0; user < m_workload.users; ++user) {
        said.totals[user] = connection.ask({"GET", totalKey(user)}).number();
    }
    return said;
}

std::vector<double> RedisContestant::inThreads(const Work& work) const
{
    std::vector<std::vector<double>> parts(m_workers);
    std::vector<std::thread> threads;
    for (std::size_t number = 0; number < m_workers; ++number) {
        threads.emplace_back([&, number] { parts[number] = work(number); });
    }
    std::vector<double> all;
    for (std::size_t number = 0; number < m_workers; ++number) {
        threads[number].join();
        all.insert(all.end(), parts[number].begin(), parts[number].end());
    }
    return all;
}

} // namespace tidemark::counters
