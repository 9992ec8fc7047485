// "Unread of a conversation" and "unread in all": three ways to keep both in Redis, and counts derived from
// log and cursors. What comes out is told in docs/two-counters.md.
#include "tests/bench/counters/redis_contestant.h"
#include "tests/bench/counters/redis_server.h"
#include "tests/bench/counters/tidemark_contestant.h"
#include "tests/bench/report.h"
#include "tests/bench/statistics.h"
#include "tests/bench/workbench.h"
#include "tests/support/chat_log.h"

#include <QDir>

#include <array>
#include <cstdio>
#include <memory>
#include <utility>

namespace tidemark::bench::two_counters_bench {
namespace {

using namespace counters;

const int runs = sized(3, 1);
const double secondsARun = sized(0.7, 0.02);
const double secondsOfTotals = sized(0.3, 0.02);
constexpr std::size_t workers = 8;
constexpr std::size_t pipelined = 8;
const std::size_t eventsWithFailures = sized<std::size_t>(1000, 100);
const std::size_t totalsAfterMessages = sized<std::size_t>(1000, 50);
const std::uint32_t manyUsers = sized<std::uint32_t>(10000, 800);

/// What one contestant has shown in all runs.
struct Shown {
    std::unique_ptr<Contestant> contestant;
    const char* durability = "";
    std::vector<double> events = {};  ///< a second
    std::vector<double> updates = {}; ///< a second
    std::vector<double> p99Ms = {};
    std::vector<double> tries = {};  ///< per update
    std::vector<double> totals = {}; ///< a second
    std::vector<double> totalP99Ms = {};
    Mismatches wrong = {}; ///< of all runs together
};

std::string textOf(const Mismatches& wrong)
{
    return std::to_string(wrong.sumAgainstTotal) + " / " + std::to_string(wrong.unreadAgainstLog) + " / "
           + std::to_string(wrong.totalAgainstLog);
}

/// All contestants over one workload.
class Comparison {
public:
    Comparison(Workload workload, const QString& folder)
        : m_workload(std::move(workload)), m_memory(folder, Persistence::None),
          m_disk(folder, Persistence::Always)
    {
        addRedis(m_memory, "no");
        addRedis(m_disk, "yes");
        for (const std::size_t together : {std::size_t{1}, workers, workers * pipelined}) {
            auto contestant = std::make_unique<TidemarkContestant>(m_workload, folder, together);
            m_tidemark.push_back(contestant.get());
            m_shown.push_back({std::move(contestant), "yes"});
        }
    }

    Measurements measure()
    {
        for (int run = 0; run < runs; ++run) {
            for (Shown& one : m_shown) {
                runOnce(one);
            }
        }
        const Pace afterMessages = paceAfterMessages();
        printPaces(afterMessages);
        return measurements(afterMessages, measureFailures());
    }

private:
    static constexpr std::array ways{Way::TwoSteps, Way::Lock, Way::Optimistic, Way::Script};
    // Places in m_shown.
    static constexpr std::size_t inMemory = 0;
    static constexpr std::size_t onDisk = ways.size() + 1;
    static constexpr std::size_t ours = 2 * onDisk;
    // Behind these.
    static constexpr std::size_t script = ways.size() - 1;
    static constexpr std::size_t manyScripts = ways.size();

    void addRedis(const RedisServer& server, const char* durability)
    {
        for (const Way way : ways) {
            m_shown.push_back(
                {std::make_unique<RedisContestant>(m_workload, server.socketPath(), way, workers),
                 durability});
        }
        m_shown.push_back({std::make_unique<RedisContestant>(m_workload, server.socketPath(), Way::Script,
                                                             workers, pipelined),
                           durability});
    }

    void runOnce(Shown& one) const
    {
        one.contestant->begin();
        const Run run = one.contestant->run(secondsARun);
        one.events.push_back(run.pace.perSecond);
        one.updates.push_back(run.updatesPerSecond);
        one.p99Ms.push_back(run.pace.p99Ms);
        one.tries.push_back(run.triesPerUpdate);
        const Pace totals = one.contestant->readTotals(secondsOfTotals);
        one.totals.push_back(totals.perSecond);
        one.totalP99Ms.push_back(totals.p99Ms);
        one.wrong +=
            mismatchesOf(m_workload, one.contestant->numbers(), definitionOf(m_workload, run.events, {}));
    }

    /// Tidemark's totals where they cost most: a message has just changed them.
    Pace paceAfterMessages()
    {
        TidemarkContestant& one = *m_tidemark.front();
        one.begin();
        return one.readTotalsAfterMessages(0, totalsAfterMessages);
    }

    void printPaces(const Pace& afterMessages) const
    {
        Rows rows{{m_workload.name, "durable", "events/s", "counts/s", "p99 ms", "tries", "totals/s",
                   "p99 ms", "wrong: sum / unread / total"}};
        for (const Shown& one : m_shown) {
            rows.push_back({one.contestant->name(), one.durability, numberText(median(one.events)),
                            numberText(median(one.updates)), numberText(median(one.p99Ms)),
                            numberText(median(one.tries)), numberText(median(one.totals)),
                            numberText(median(one.totalP99Ms)), textOf(one.wrong)});
        }
        std::printf("%s", aligned(rows, {2, 3, 4, 5, 6, 7, 8}).c_str());
        std::printf("Tidemark's total right after a message: %s/s, p99 %s ms\n\n",
                    numberText(afterMessages.perSecond).c_str(), numberText(afterMessages.p99Ms).c_str());
    }

    struct FailureCost {
        std::uint64_t ofTwoSteps = 0; ///< by how much sums and totals differ in the end
        Mismatches ofTidemark;
    };
    FailureCost measureFailures()
    {
        FailureCost cost;
        Rows rows{{m_workload.name + ", wrong: sum / unread / total", "second step fails",
                   "ends between the steps", "read between the steps", "read before counting"}};
        for (const std::size_t place : {inMemory, inMemory + 1, inMemory + 2, inMemory + 3, ours, ours + 1}) {
            Contestant& contestant = *m_shown[place].contestant;
            rows.push_back({contestant.name()});
            for (const Failure kind : {Failure::SecondStepRefused, Failure::EndsBetweenSteps,
                                       Failure::ReadBetweenSteps, Failure::ReadBeforeCounting}) {
                const Mismatches wrong = mismatchesWith(contestant, {kind});
                rows.back().push_back(textOf(wrong));
                cost.ofTwoSteps += place == inMemory ? wrong.sumAgainstTotal : 0;
                cost.ofTidemark += place >= ours ? wrong : Mismatches();
            }
        }
        std::printf("%s\n", aligned(rows, {1, 2, 3, 4}).c_str());
        return cost;
    }

    Mismatches mismatchesWith(Contestant& contestant, const Failures& failures) const
    {
        contestant.begin();
        contestant.runWith(failures, eventsWithFailures);
        return mismatchesOf(m_workload, contestant.numbers(),
                            definitionOf(m_workload, eventsWithFailures, failures));
    }

    [[nodiscard]] Measurements measurements(const Pace& afterMessages, const FailureCost& cost) const
    {
        const std::string name = "two counters, " + m_workload.name;
        const auto events = [&](const char* what, std::size_t own, std::size_t other, const char* limitIs) {
            return Measurement{name + ": " + what,
                               "events/s",
                               median(m_shown[own].events),
                               median(m_shown[other].events),
                               limitIs,
                               "",
                               {}};
        };
        const double reads = median(m_shown[inMemory + script].totals);
        const auto wrong = cost.ofTidemark;
        return {
            events("8 at a time", ours + 1, onDisk + script, "Redis on disk, script"),
            events("8 at a time", ours + 1, inMemory + script, "Redis in memory, script"),
            events("64 at a time", ours + 2, onDisk + manyScripts, "Redis on disk, script"),
            events("64 at a time", ours + 2, inMemory + manyScripts, "Redis in memory, script"),
            {name + ": total", "reads/s", median(m_shown[ours + 1].totals), reads, "Redis, GET", "", {}},
            {name + ": total after a message",
             "reads/s",
             afterMessages.perSecond,
             reads,
             "Redis, GET",
             "",
             {}},
            {name + ": wrong after failures", "counts", static_cast<double>(wrong.all()),
             static_cast<double>(cost.ofTwoSteps), "Redis, two steps, sum against total alone", "0",
             wrong.all() == 0},
        };
    }

    Workload m_workload;
    RedisServer m_memory;
    RedisServer m_disk;
    std::vector<Shown> m_shown;
    std::vector<TidemarkContestant*> m_tidemark; ///< of m_shown
};

std::vector<test::LoggedMessage> talkFor(const Workbench& bench)
{
    // The bundled talk has too few people for a comparison over many users.
    if (bench.hasCorpus && !isBrief()) {
        return bench.talk;
    }
    std::fprintf(stderr, "counters: a generated log is used\n");
    const int lines = sized(60000, 2000);
    const int people = sized(5000, 300);
    const QString path = QDir(bench.scratch).filePath(QStringLiteral("generated.jsonl"));
    require(test::writeGeneratedLog(path, QStringLiteral("generated"), lines, people), "generating a log");
    return test::readLoggedMessages(path.toStdString(), static_cast<std::size_t>(lines));
}

} // namespace

Measurements measure(const Workbench& bench)
{
    if (!RedisServer::isInstalled()) {
        return skipped("counters", "redis-server is not installed");
    }
    std::vector<test::LoggedMessage> talk = talkFor(bench);
    Measurements all = Comparison(oneHotUser(talk), bench.scratch).measure();
    const Measurements more =
        Comparison(spreadOverUsers(std::move(talk), manyUsers), bench.scratch).measure();
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

} // namespace tidemark::bench::two_counters_bench
