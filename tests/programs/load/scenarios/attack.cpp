#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/load/base/failure.h"
#include "tests/programs/load/hostile/attacker.h"
#include "tests/programs/load/scenarios/scenario.h"
#include "tests/programs/load/scenarios/steady.h"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace tidemark::load {
namespace {

const std::vector<Parameter> attackParameters{
    {"users", 100, 20, "users that send messages beside the attacker"},
    {"conversations", 5, 2, "groups of each of these users"},
    {"members", 20, 10, "users in each group"},
    {"messages", 5, 5, "messages that each of these users sends per second"},
    {"connections", 24, 4,
     "connections that use up the limits of the attacker's account; further ones only flood"},
    {"sessions", 72, 8, "sessions on these connections"},
    {"puppets", 198, 12, "further accounts of the attacker, online and in the same groups"},
    {"traps", 1500, 50, "groups of the attacker with an unread mention"},
    {"channels", 2000, 20, "channels of the attacker"},
    {"pages", 600, 20, "texts of 64 KiB in a log that the attacker pulls"},
    {"flight", 16, 8, "unanswered requests for each kind of limit, and on each flooding connection"},
    {"name", 900000, 4000, "bytes of each impossible name that the attacker asks for"},
    {"only", 0, 0,
     "the only attack: 1 sends, 2 pulls, 3 changes, 4 passwords, 5 other requests, 6 transfers of files, 7 "
     "typing; 0: all of them"},
    {"seconds", 20, 2,
     "duration without the attacker, and again beside an attack on another server, and on this one"},
};

/// The memory that the server may take in addition during any attack.
constexpr std::size_t maxGrowthBytes = std::size_t{256} * 1024 * 1024;

/// The longest wait of a message, and the attacker's requests meanwhile.
struct Worst {
    double ms = 0;
    std::string asking;

    void note(double waits, const Attacker& attacker)
    {
        if (waits > ms) {
            ms = waits;
            asking = attacker.asking();
        }
    }
};

/// Lets the attacker attack in a thread of its own, which leaves the processors to the server and to the
/// users who are measured whenever these need them: a real attacker has processors of their own.
class Raid {
public:
    Raid(Loop& loop, Attacker& attacker, double seconds) : m_attacker(attacker)
    {
        attacker.begin(seconds);
        m_thread = std::thread([this, &loop] {
            ::setpriority(PRIO_PROCESS, 0, lowerPriority); // of this thread alone, on Linux
            try {
                while (!m_isOver) {
                    loop.turn(stepMs);
                    m_attacker.keepUp();
                }
            } catch (...) {
                m_failure = std::current_exception();
            }
        });
    }
    ~Raid() { join(); }
    Raid(const Raid&) = delete;
    Raid& operator=(const Raid&) = delete;

    void end()
    {
        join();
        if (m_failure) {
            std::rethrow_exception(m_failure);
        }
        m_attacker.end();
    }

private:
    static constexpr int stepMs = 2;
    static constexpr int lowerPriority = 15;

    void join()
    {
        m_isOver = true;
        if (m_thread.joinable()) {
            m_thread.join();
        }
    }

    Attacker& m_attacker;
    std::atomic<bool> m_isOver = false;
    std::exception_ptr m_failure;
    std::thread m_thread;
};

Attacker::Shape shapeOf(const Arguments& arguments)
{
    return {{arguments["puppets"], arguments["traps"], arguments["channels"], arguments["pages"]},
            arguments["connections"],
            arguments["sessions"],
            arguments["flight"],
            arguments["name"],
            arguments["only"]};
}

/// Another server of this machine with an attacker of its own. The time that the users of the first server
/// wait longer beside this attack is the doing of the machine's processors and disk; the rest is that of
/// their own server.
class OtherServer {
public:
    explicit OtherServer(const Arguments& arguments)
        : m_scratch(arguments.directory()), m_server(arguments, m_scratch, {}, Server::Allows::Public),
          m_attacker(m_loop, m_server.started(), shapeOf(arguments))
    {
    }

    /// The 99th percentile of what the users wait meanwhile, in milliseconds.
    double attackBeside(Steady& people, double seconds)
    {
        Raid raid(m_loop, m_attacker, seconds);
        const double waited = bench::percentile(people.run(seconds, [] {}), 0.99);
        raid.end();
        m_server.stop();
        return waited;
    }

private:
    Scratch m_scratch;
    Server m_server;
    Loop m_loop;
    Attacker m_attacker;
};

Figures runAttack(const Arguments& arguments)
{
    Stage stage(arguments, {arguments["users"], arguments["conversations"], arguments["members"]},
                Server::Allows::Public);
    Loop attackersLoop;
    Attacker attacker(attackersLoop, stage.server.place(), shapeOf(arguments));
    if (stage.database) {
        stage.database->analyze();
    }
    auto other = std::make_unique<OtherServer>(arguments);
    Steady people(stage, static_cast<double>(arguments["messages"]));
    const auto seconds = static_cast<double>(arguments["seconds"]);
    const double calm = bench::percentile(people.run(seconds, [] {}), 0.99);
    const double besideAnother = other->attackBeside(people, seconds);
    other.reset();
    stage.server.resetPeakMemory();
    const std::size_t memoryBefore = stage.server.peakMemory();
    Worst worst;
    Raid raid(attackersLoop, attacker, seconds);
    const double attacked =
        bench::percentile(people.run(seconds, [&] { worst.note(people.oldest(), attacker); }), 0.99);
    raid.end();
    const std::size_t growth = stage.server.peakMemory() - memoryBefore;
    check(growth < maxGrowthBytes, [&] {
        return "the attacker makes the server take " + std::to_string(growth / 1024 / 1024) + " MiB more";
    });
    require(arguments["only"] != 0 || (attacker.refused() > 0 && attacker.answered() > attacker.refused()),
            "the attacker is answered, and refused where it is too much");
    people.checkAll();
    stage.server.stop();
    stage.server.checkDatabase();
    std::printf("attack: the longest wait was %.0f ms, while these were asked for: %s\n", worst.ms,
                worst.asking.c_str());
    Figure slowdown = atMost({"how much longer it takes than there", attacked / besideAnother, "times"}, 1);
    slowdown.decides = !arguments.isBrief();
    const double answers = static_cast<double>(attacker.answered()) / seconds;
    return {{"acknowledged without an attacker, p99", calm, "ms"},
            {"acknowledged beside an attacker, p99", attacked, "ms"},
            {"how much longer it takes than without", attacked / calm, "times"},
            {"acknowledged beside an attacker of another server, p99", besideAnother, "ms"},
            slowdown,
            {"answers to the attacker", answers, "/s"},
            {"of them refusals", static_cast<double>(attacker.refused()) / seconds, "/s"},
            {"connections of the attacker that were cut", static_cast<double>(attacker.cuts()), ""},
            {"the attacker's share of memory", static_cast<double>(growth) / 1024 / 1024, "MiB"}};
}

} // namespace

Scenario attackScenario()
{
    return {"attack", "An attacker makes the most expensive requests while other users send messages.",
            attackParameters, runAttack};
}

} // namespace tidemark::load
