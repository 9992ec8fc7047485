#include "tests/programs/bench/clients/opening_child.h"
#include "tests/programs/bench/clients/window_child.h"
#include "tests/programs/bench/harness/report.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"
#include "tests/support/chat_log.h"

#include <QCoreApplication>
#include <QDir>
#include <QProcess>
#include <QTemporaryDir>

#include <sys/prctl.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>

using namespace tidemark::bench;

namespace {

constexpr int wrongUse = 2;
constexpr std::size_t talkMessages = 60000;
constexpr const char* measureChild = "measure";

struct NamedBenchmark {
    const char* name;
    Benchmark run;
};

constexpr auto benchmarks = std::to_array<NamedBenchmark>({
    {"wire", wire_bench::measure},
    {"ingest", ingest_bench::measure},
    {"sends", sends_bench::measure},
    {"fan-out", fan_out_bench::measure},
    {"shown", send_to_shown_bench::measure},
    {"opening", opening_bench::measure},
    {"cursors", cursor_moves_bench::measure},
    {"unread", unread_queries_bench::measure},
    {"notices", notices_bench::measure},
    {"feed", feed_bench::measure},
    {"cleared", read_to_cleared_bench::measure},
    {"resume", resume_bench::measure},
    {"manners", manners_bench::measure},
    {"one-group", one_group_bench::measure},
    {"hints", hints_bench::measure},
    {"pictures", pictures_bench::measure},
    {"window", window_bench::measure},
});

int explain(int status)
{
    std::string names;
    for (const NamedBenchmark& one : benchmarks) {
        names += std::string(" ") + one.name;
    }
    std::fprintf(
        status == 0 ? stdout : stderr,
        "usage: tidemark-bench [--brief] [--only NAME]... [--json FILE]\n\n"
        "Measures Tidemark beside the best that the machine can do, in some minutes, and prints a table.\n"
        "The first run makes a profile of a million messages and keeps it beside the programs.\n\n"
        "  --brief      run each measurement once with small sizes, to show that it works\n"
        "  --only NAME  run only this measurement; may be repeated\n"
        "  --json FILE  also write the figures to FILE\n\n"
        "NAME is one of:%s\n"
        "Exit status: 0 every measurement succeeded or was skipped; 1 a measurement failed, and its row says "
        "why;\n"
        "2 wrong use.\n",
        names.c_str());
    return status;
}

/// Real messages if the corpus is beside the sources, or else the bundled ones.
std::vector<tidemark::test::LoggedMessage> talkOf(const QString& corpus)
{
    std::vector<tidemark::test::LoggedMessage> talk;
    for (const char* name : {"rust.jsonl", "ubuntu-meeting.jsonl", "ubuntu.jsonl"}) {
        const QString path = QDir(corpus).filePath(QLatin1String(name));
        const auto log = corpus.isEmpty() ? std::vector<tidemark::test::LoggedMessage>()
                                          : tidemark::test::readLoggedMessages(path.toStdString(),
                                                                               talkMessages - talk.size());
        talk.insert(talk.end(), log.begin(), log.end());
    }
    if (talk.empty()) {
        const std::string script = tidemark::test::bundledLog().toStdString();
        talk = tidemark::test::repeatedTalk(tidemark::test::readLoggedMessages(script, talkMessages),
                                            talkMessages);
    }
    return talk.empty() ? tidemark::test::builtInTalk() : talk;
}

QString corpusThatIsThere()
{
    const QString corpus = tidemark::test::corpusFolder();
    return corpus.isEmpty() || QDir(corpus).entryList({QStringLiteral("*.jsonl")}).isEmpty() ? QString()
                                                                                             : corpus;
}

/// The child process for one measurement. It writes the figures to `result`.
int runMeasurement(const QString& name, const QString& scratch, const QString& cache, const QString& result)
{
    const auto* chosen = std::find_if(benchmarks.begin(), benchmarks.end(), [&](const NamedBenchmark& one) {
        return name == QLatin1String(one.name);
    });
    require(chosen != benchmarks.end(), "finding the measurement");
    const QString corpus = corpusThatIsThere();
    const Workbench bench{QCoreApplication::applicationFilePath(), scratch, cache, !corpus.isEmpty(),
                          talkOf(corpus)};
    require(writeJson(result, chosen->run(bench)), "writing the figures");
    return 0;
}

Measurements failed(const char* name, const QString& why)
{
    Measurement row;
    row.name = name;
    row.failure = why.toStdString();
    return {row};
}

/// Runs one measurement in a process of its own, so that the others go on if it fails. The standard error
/// of the process is shown; its last line is the reason of a failure.
Measurements measureInChild(const char* name, const QString& scratch, const QString& cache)
{
    constexpr int timeoutMs = 20 * 60 * 1000;
    constexpr int briefTimeoutMs = 2 * 60 * 1000;
    const QString folder = QDir(scratch).filePath(QLatin1String(name));
    const QString result = folder + QStringLiteral(".json");
    if (!QDir().mkpath(folder)) {
        return failed(name, QStringLiteral("cannot make a folder for it"));
    }
    QProcess child;
    child.setProcessChannelMode(QProcess::ForwardedOutputChannel);
    child.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    QByteArray said;
    QObject::connect(&child, &QProcess::readyReadStandardError, &child, [&] {
        const QByteArray some = child.readAllStandardError();
        std::fwrite(some.constData(), 1, static_cast<std::size_t>(some.size()), stderr);
        said += some;
    });
    std::fflush(stdout);
    child.start(
        QCoreApplication::applicationFilePath(),
        {QStringLiteral("--child"), QLatin1String(measureChild), QLatin1String(name), folder, cache, result});
    const bool hasEnded = child.waitForFinished(isBrief() ? briefTimeoutMs : timeoutMs);
    if (!hasEnded) {
        child.kill();
        child.waitForFinished();
        return failed(name, QStringLiteral("it did not end in time"));
    }
    QDir(folder).removeRecursively();
    const bool isWell = child.exitStatus() == QProcess::NormalExit && child.exitCode() == 0;
    const auto measured = isWell ? readJson(result) : std::nullopt;
    if (measured) {
        return *measured;
    }
    const QString last = QString::fromUtf8(said.trimmed().split('\n').last());
    return failed(name,
                  child.exitStatus() == QProcess::CrashExit ? QStringLiteral("it crashed; ") + last : last);
}

int runBenchmarks(const QStringList& only, const QString& jsonPath)
{
    const QDir cache(QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("../bench-cache")));
    require(QDir().mkpath(cache.path()), "making the cache folder");
    const QTemporaryDir scratch(cache.filePath(QStringLiteral("run-XXXXXX")));
    require(scratch.isValid(), "making a folder for this run");
    const QString cachePath = QDir::cleanPath(cache.absolutePath());
    Measurements measured;
    for (const NamedBenchmark& one : benchmarks) {
        if (only.isEmpty() || only.contains(QLatin1String(one.name))) {
            std::fprintf(stderr, "measuring %s ...\n", one.name);
            Measurements some = measureInChild(one.name, scratch.path(), cachePath);
            if (isBrief()) {
                // Aims apply to the full sizes only.
                for (Measurement& row : some) {
                    row.isMet.reset();
                    row.aim.clear();
                }
            }
            measured.insert(measured.end(), some.begin(), some.end());
        }
    }
    const RunConditions conditions{corpusThatIsThere().isEmpty() ? "the bundled script of the demo, repeated"
                                                                 : "the logs in ../shared/corpus",
                                   isBrief()};
    std::printf("text: %s%s\n%s", conditions.text.c_str(),
                conditions.isBrief
                    ? "; brief: sizes are smaller than the names say, so the figures mean nothing"
                    : "",
                tableOf(measured).c_str());
    require(jsonPath.isEmpty() || writeJson(jsonPath, measured, conditions), "writing the JSON file");
    const bool hasFailed = std::any_of(measured.begin(), measured.end(),
                                       [](const Measurement& one) { return !one.failure.empty(); });
    return hasFailed ? 1 : 0;
}

} // namespace

int main(int argc, char* argv[])
{
    const Stopwatch sinceStart;
    QStringList arguments;
    for (int i = 1; i < argc; ++i) {
        arguments << QString::fromLocal8Bit(argv[i]);
    }
    const bool isChild = arguments.size() >= 3 && arguments[0] == QLatin1String("--child");
    if (isChild && isWindowChild(arguments[1])) {
        return runWindowChild(argc, argv, arguments.mid(1));
    }
    const QCoreApplication application(argc, argv);
    if (isChild) {
        if (arguments[1] == QLatin1String(measureChild)) {
            return arguments.size() == 6
                       ? runMeasurement(arguments[2], arguments[3], arguments[4], arguments[5])
                       : wrongUse;
        }
        return arguments[1] == QLatin1String("opening") ? runOpeningChild(arguments[2], sinceStart)
                                                        : runRawOpeningChild(arguments[2], sinceStart);
    }
    QStringList only;
    QString jsonPath;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const bool hasValue = i + 1 < arguments.size();
        if (arguments[i] == QLatin1String("--only") && hasValue) {
            only << arguments[++i];
        } else if (arguments[i] == QLatin1String("--brief")) {
            qputenv(briefVariable, "1");
        } else if (arguments[i] == QLatin1String("--json") && hasValue) {
            jsonPath = arguments[++i];
        } else {
            return explain(arguments[i] == QLatin1String("--help") ? 0 : wrongUse);
        }
    }
    for (const QString& name : std::as_const(only)) {
        const bool isKnown =
            std::any_of(benchmarks.begin(), benchmarks.end(),
                        [&](const NamedBenchmark& one) { return name == QLatin1String(one.name); });
        if (!isKnown) {
            return explain(wrongUse);
        }
    }
    return runBenchmarks(only, jsonPath);
}
