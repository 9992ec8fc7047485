#include "tests/programs/bench/clients/million_profile.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

namespace tidemark::bench::opening_bench {
namespace {

const int runs = sized(9, 1);

struct Openings {
    std::vector<double> list;  ///< ms
    std::vector<double> first; ///< ms, the first conversation after the start
    std::vector<double> later; ///< ms
    std::vector<double> pss;   ///< MiB
};

void runChild(const Workbench& bench, const QString& kind, const QString& profile, Openings& into)
{
    QProcess child;
    child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    child.start(bench.program, {QStringLiteral("--child"), kind, profile});
    require(child.waitForFinished(120000) && child.exitCode() == 0, "a child of the benchmark");
    const QJsonObject result = QJsonDocument::fromJson(child.readAllStandardOutput()).object();
    const QJsonArray opened = result[QLatin1String("open")].toArray();
    require(!opened.isEmpty(), "reading the child's figures");
    into.list.push_back(result[QLatin1String("list")].toDouble());
    into.pss.push_back(result[QLatin1String("pss")].toDouble());
    into.first.push_back(opened.first().toDouble());
    for (qsizetype i = 1; i < opened.size(); ++i) {
        into.later.push_back(opened[i].toDouble());
    }
}

} // namespace

Measurements measure(const Workbench& bench)
{
    constexpr double maxListMs = 50;
    constexpr double maxOpenMs = 16;
    const QString profile = millionProfile(bench);
    Openings warmUp;
    runChild(bench, QStringLiteral("opening"), profile, warmUp);
    Openings ours;
    Openings raw;
    for (int run = 0; run < runs; ++run) {
        runChild(bench, QStringLiteral("opening"), profile, ours);
        runChild(bench, QStringLiteral("raw-opening"), profile, raw);
    }
    const char* limitIs = "raw SQLite, the same rows";
    const double first = median(ours.first);
    const double list = median(ours.list);
    return {
        {"list of 1,000 conversations, a million messages, new process", "ms", list, median(raw.list),
         limitIs, "< 50 ms", list < maxListMs},
        {"opening the first conversation", "ms", first, median(raw.first), limitIs, "< 16 ms",
         first < maxOpenMs},
        {"opening another one", "ms", median(ours.later), median(raw.later), limitIs, "< 16 ms",
         median(ours.later) < maxOpenMs},
        {"opening another one, p99", "ms", percentile(ours.later, 0.99), percentile(raw.later, 0.99), limitIs,
         "< 16 ms", percentile(ours.later, 0.99) < maxOpenMs},
        {"memory after it (PSS; client and models, no window)",
         "MiB",
         median(ours.pss),
         median(raw.pss),
         "the raw reader",
         "",
         {}},
    };
}

} // namespace tidemark::bench::opening_bench
