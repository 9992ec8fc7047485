#include "core/base/random.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/load/base/failure.h"
#include "tests/programs/load/scenarios/scenario.h"
#include "tests/programs/load/scenarios/soak_person.h"

#include <algorithm>
#include <deque>

namespace tidemark::load {
namespace {

const std::vector<Parameter> soakParameters{
    {"minutes", 30, 0, "duration, in addition to the seconds"},
    {"seconds", 0, 6, "duration, in addition to the minutes"},
    {"connections", 9700, 80, "devices; nearly all of them send only heartbeats"},
    {"members", 20, 10, "users in each group; each user is in five"},
    {"busy", 200, 20, "users that send; half of them read, too"},
    {"sends", 5000, 200, "messages per second"},
    {"reads", 100, 20, "cursors moved per second"},
    {"polls", 15625, 200, "requests for totals per second"},
    {"cuts", 20, 5, "connections per second that end without notice"},
    {"slow", 5, 2, "busy users that ask for whole logs at any time and never read the answers"},
    {"seed", 1, 1, "seed for the times of faults and for the cut connections"},
    {"kill-every", 300, 2, "seconds between two SIGKILLs of the server, in the first half"},
};

/// Requests totals on a connection without pushes, one request at a time.
class Asker {
public:
    Asker(Loop& loop, const Place& place, std::size_t user)
        : m_device(loop, place, {Population::nameOf(user), true, false})
    {
        m_device.onEnded([this](Device&) { m_lost(); });
    }
    void start() { m_device.start(); }
    [[nodiscard]] bool isThere() const { return m_device.isSignedIn(); }
    void onLost(std::function<void()> lost) { m_lost = std::move(lost); }
    /// False if the last answer has not come yet.
    [[nodiscard]] bool ask(std::uint64_t& answers)
    {
        if (!m_device.isSignedIn() || m_isWaiting) {
            return false;
        }
        m_isWaiting = true;
        m_device.ask(protocol::GetTotals(), [this, &answers](const protocol::ServerFrame& frame) {
            require(std::holds_alternative<protocol::TotalsNow>(frame), "the server sends totals");
            ++answers;
            m_isWaiting = false;
        });
        return true;
    }
    void forget() { m_isWaiting = false; }

private:
    Device m_device;
    std::function<void()> m_lost;
    bool m_isWaiting = false;
};

/// Events at a steady rate.
class Pace {
public:
    explicit Pace(std::uint64_t perSecond) : m_perSecond(static_cast<double>(perSecond)) {}
    /// The number of events due at `seconds`. Events that are late by more than half a second are skipped.
    [[nodiscard]] std::uint64_t due(double seconds)
    {
        const double missed = std::max(0.0, (seconds - m_last) - 0.5);
        m_begin += missed;
        m_last = seconds;
        const auto all = static_cast<std::uint64_t>(std::max(0.0, seconds - m_begin) * m_perSecond);
        const std::uint64_t count = all - std::min(all, m_done);
        m_done += count;
        return count;
    }

private:
    double m_perSecond;
    double m_begin = 0;
    double m_last = 0;
    std::uint64_t m_done = 0;
};

class Soak {
public:
    Soak(Stage& stage, const Arguments& arguments)
        : m_stage(stage), m_arguments(arguments), m_ledger(stage.people), m_random(arguments["seed"])
    {
        // The groups of the busy users reach to their neighbours, and from the last user round to the
        // first.
        m_quietFrom = arguments["busy"] + 2 * arguments["members"];
        m_quietTo = stage.people.shape().users - arguments["members"];
        for (std::size_t user = 0; user < stage.people.shape().users; ++user) {
            m_people.push_back(std::make_unique<SoakPerson>(stage.loop, stage.server.place(), stage.people,
                                                            m_ledger, user,
                                                            user >= m_quietFrom && user < m_quietTo));
            m_people.back()->onLost([this, user] { comeBack([this, user] { m_people[user]->start(); }); });
            m_coming.emplace_back(0, [this, user] { m_people[user]->start(); });
        }
        for (std::size_t user = 0; user < arguments["busy"]; ++user) {
            m_askers.push_back(std::make_unique<Asker>(stage.loop, stage.server.place(), user));
            m_askers.back()->onLost([this, user] {
                m_askers[user]->forget();
                comeBack([this, user] { m_askers[user]->start(); });
            });
            m_coming.emplace_back(0, [this, user] { m_askers[user]->start(); });
        }
    }

    void run(double seconds)
    {
        m_lastKillBefore = seconds / 2;
        Pace sends(m_arguments["sends"]);
        Pace reads(m_arguments["reads"]);
        Pace polls(m_arguments["polls"]);
        Pace cuts(m_arguments["cuts"]);
        Pace heartbeats(m_people.size() / 30 + 1);
        m_stage.loop.runFor(seconds, 5, [&] {
            const double now = m_watch.seconds();
            bringBack(now);
            killSometimes(now);
            slowDown(now);
            watchMemory(now);
            repeat(sends.due(now), [this] { sendOne(); });
            repeat(reads.due(now), [this] { readOne(); });
            repeat(polls.due(now), [this] { pollOne(); });
            repeat(cuts.due(now), [this] { cutOne(); });
            repeat(heartbeats.due(now), [this] { sendOneHeartbeat(); });
        });
    }

    void checkAll()
    {
        setAllReading();
        m_stage.loop.runUntil(
            [&] {
                bringBack(m_watch.seconds() + 1000);
                return std::all_of(m_people.begin(), m_people.end(),
                                   [](const auto& one) { return one->isThere() && one->isAnswered(); });
            },
            "all clients to be online again and answered");
        std::size_t right = 0;
        for (const auto& person : m_people) {
            person->checkTotals([&] { ++right; });
        }
        m_stage.loop.runUntil([&] { return right == m_people.size(); }, "the totals of all users");
        m_ledger.compareLogs(m_stage.loop, m_stage.server.place());
    }

    [[nodiscard]] Figures figures(double seconds) const
    {
        constexpr double megabyte = 1e6;
        // Counts the seconds since the last kill. During the first quarter clients come back; after that
        // the memory must be flat.
        const std::size_t settled = m_memory.size() / 4;
        const double early = m_memory.empty() ? 0 : m_memory[settled];
        const double end = m_memory.empty() ? 0 : m_memory.back();
        const double growth = early > 0 ? end / early : 0;
        return {{"messages", static_cast<double>(m_ledger.messages()) / seconds, "a second"},
                {"totals told", static_cast<double>(m_polls) / seconds, "a second"},
                {"cursors moved", static_cast<double>(m_reads) / seconds, "a second"},
                {"connections that were cut", static_cast<double>(m_cuts), ""},
                {"the server was killed", static_cast<double>(m_kills), "times"},
                {"memory a quarter of the way from the last kill to the end", early / megabyte, "MB"},
                {"memory at the end", end / megabyte, "MB"},
                atMost({"memory at the end, of that", growth, ""}, 1.1)};
    }

private:
    template <typename Action>
    static void repeat(std::uint64_t times, Action action)
    {
        for (std::uint64_t i = 0; i < times; ++i) {
            action();
        }
    }

    /// Waits a random time, so that not all devices come at once.
    void comeBack(std::function<void()> start)
    {
        constexpr double maxSeconds = 3;
        const double wait = maxSeconds * static_cast<double>(m_random.next() % 1000) / 1000;
        m_coming.emplace_back(m_watch.seconds() + wait, std::move(start));
    }

    /// The number of devices that are signing in.
    [[nodiscard]] std::size_t underWay() const
    {
        const auto isThere = [](const auto& one) { return one->isThere(); };
        const auto there = std::count_if(m_people.begin(), m_people.end(), isThere)
                           + std::count_if(m_askers.begin(), m_askers.end(), isThere);
        const std::size_t all = m_people.size() + m_askers.size();
        return all - std::min(all, static_cast<std::size_t>(there) + m_coming.size());
    }

    void bringBack(double now)
    {
        constexpr std::size_t atOnce = 100;
        std::size_t free = atOnce - std::min(atOnce, underWay());
        for (std::size_t i = m_coming.size(); i > 0 && free > 0; --i) {
            auto [at, start] = std::move(m_coming.front());
            m_coming.pop_front();
            if (at <= now) {
                start();
                --free;
            } else {
                m_coming.emplace_back(at, std::move(start));
            }
        }
    }

    void killSometimes(double now)
    {
        const auto every = static_cast<double>(m_arguments["kill-every"]);
        if (now < m_lastKillBefore && now - m_lastKill >= every) {
            m_stage.server.kill();
            m_stage.server.start();
            m_lastKill = m_watch.seconds();
            m_memory.clear();
            ++m_kills;
        }
    }

    void slowDown(double now)
    {
        constexpr double forSeconds = 2;
        if (now - m_lastSlow < forSeconds) {
            return;
        }
        m_lastSlow = now;
        setAllReading();
        for (std::uint64_t i = 0; i < m_arguments["slow"]; ++i) {
            m_slow.push_back(m_random.next() % m_arguments["busy"]);
            if (m_people[m_slow.back()]->isThere()) {
                m_people[m_slow.back()]->pullMuch();
                m_people[m_slow.back()]->setReading(false);
            }
        }
    }

    void setAllReading()
    {
        for (const std::size_t user : m_slow) {
            if (m_people[user]->isThere()) {
                m_people[user]->setReading(true);
            }
        }
        m_slow.clear();
    }

    void watchMemory(double now)
    {
        if (now - m_lastLook >= 1) {
            m_lastLook = now;
            m_memory.push_back(static_cast<double>(m_stage.server.memory()));
        }
    }

    void sendOne()
    {
        constexpr std::size_t maxUnanswered = 50;
        SoakPerson& person = *m_people[++m_turn % m_arguments["busy"]];
        if (person.isThere() && person.unanswered() < maxUnanswered) {
            person.send();
        }
    }

    void readOne()
    {
        const std::size_t half = m_arguments["busy"] / 2;
        SoakPerson& person = *m_people[half + ++m_turn % half];
        if (person.isThere()) {
            person.read();
            ++m_reads;
        }
    }

    void pollOne() { static_cast<void>(m_askers[++m_pollTurn % m_askers.size()]->ask(m_polls)); }

    void cutOne()
    {
        SoakPerson& person = *m_people[m_random.next() % m_people.size()];
        if (person.isThere()) {
            person.cut();
            ++m_cuts;
        }
    }

    void sendOneHeartbeat()
    {
        if (m_quietFrom < m_quietTo) {
            SoakPerson& person = *m_people[m_quietFrom + ++m_beatTurn % (m_quietTo - m_quietFrom)];
            if (person.isThere()) {
                person.sendHeartbeat();
            }
        }
    }

    Stage& m_stage;
    const Arguments& m_arguments;
    Ledger m_ledger;
    SplitMix64 m_random;
    bench::Stopwatch m_watch;
    std::vector<std::unique_ptr<SoakPerson>> m_people;
    std::vector<std::unique_ptr<Asker>> m_askers;
    std::deque<std::pair<double, std::function<void()>>>
        m_coming;                ///< times and starts of devices that come back
    std::size_t m_quietFrom = 0; ///< the first user whose groups are quiet
    std::size_t m_quietTo = 0;
    std::vector<std::size_t> m_slow;
    std::vector<double> m_memory; ///< each second since the last kill
    double m_lastKill = 0;
    double m_lastKillBefore = 0;
    double m_lastSlow = 0;
    double m_lastLook = 0;
    std::size_t m_turn = 0;
    std::size_t m_pollTurn = 0;
    std::size_t m_beatTurn = 0;
    std::uint64_t m_polls = 0;
    std::uint64_t m_reads = 0;
    std::uint64_t m_cuts = 0;
    std::uint64_t m_kills = 0;
};

Figures runSoak(const Arguments& arguments)
{
    constexpr std::size_t conversations = 5;
    Stage stage(arguments, {arguments["connections"], conversations, arguments["members"]});
    Soak soak(stage, arguments);
    const auto seconds = static_cast<double>(arguments["minutes"] * 60 + arguments["seconds"]);
    soak.run(seconds);
    soak.checkAll();
    Figures figures = soak.figures(seconds);
    stage.server.stop();
    stage.server.checkDatabase();
    return figures;
}

} // namespace

Scenario soakScenario()
{
    return {"soak", "Half of each load at once, for a long time and with faults.", soakParameters, runSoak};
}

} // namespace tidemark::load
