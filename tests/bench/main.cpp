#include "tests/bench/opening_child.h"
#include "tests/bench/report.h"
#include "tests/bench/statistics.h"
#include "tests/bench/window_child.h"
#include "tests/bench/workbench.h"
#include "tests/support/chat_log.h"

#include <QCoreApplication>
#include <QDir>
#include <QTemporaryDir>

#include <array>
#include <cstdio>

using namespace tidemark::bench;

namespace {

constexpr int wrongUse = 2;
constexpr std::size_t talkMessages = 60000;

struct NamedBenchmark {
    const char* name;
    Benchmark run;
};

constexpr std::array<NamedBenchmark, 17> benchmarks{{
    {"wire", measureWire},
    {"ingest", measureIngest},
    {"sends", measureSends},
    {"fan-out", measureFanOut},
    {"shown", measureSendToShown},
    {"opening", measureOpening},
    {"cursors", measureCursorMoves},
    {"unread", measureUnreadQueries},
    {"notices", measureNotices},
    {"feed", measureFeed},
    {"cleared", measureReadToCleared},
    {"resume", measureResume},
    {"counters", measureTwoCounters},
    {"manners", measureManners},
    {"one-group", measureOneGroup},
    {"hints", measureHints},
    {"window", measureWindow},
}};

int explain(int status)
{
    std::string names;
    for (const NamedBenchmark& one : benchmarks) {
        names += std::string(" ") + one.name;
    }
    std::fprintf(
        status == 0 ? stdout : stderr,
        "usage: tidemark-bench [--only NAME]... [--json FILE]\n\n"
        "Measures Tidemark beside what the machine can do at best, in some minutes, and prints a table.\n"
        "The first run makes a profile of a million messages, which is kept beside the programs.\n"
        "NAME is one of:%s\n",
        names.c_str());
    return status;
}

std::vector<tidemark::test::LoggedMessage> talkOf(const QString& corpus)
{
    std::vector<tidemark::test::LoggedMessage> talk;
    for (const char* name : {"rust.jsonl", "ubuntu-meeting.jsonl", "ubuntu.jsonl"}) {
        const QString path = QDir(corpus).filePath(QLatin1String(name));
        const auto log = tidemark::test::readLoggedMessages(path.toStdString(), talkMessages - talk.size());
        talk.insert(talk.end(), log.begin(), log.end());
    }
    return talk.empty() ? tidemark::test::builtInTalk() : talk;
}

int runBenchmarks(const QStringList& only, const QString& jsonPath)
{
    const QDir cache(QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("../bench-cache")));
    require(QDir().mkpath(cache.path()), "making the cache folder");
    const QTemporaryDir scratch(cache.filePath(QStringLiteral("run-XXXXXX")));
    require(scratch.isValid(), "making a folder for this run");
    const QString corpus = tidemark::test::corpusFolder();
    const Workbench bench{QCoreApplication::applicationFilePath(), scratch.path(),
                          QDir::cleanPath(cache.absolutePath()), !corpus.isEmpty(), talkOf(corpus)};
    Measurements measured;
    for (const NamedBenchmark& one : benchmarks) {
        if (only.isEmpty() || only.contains(QLatin1String(one.name))) {
            std::fprintf(stderr, "measuring %s ...\n", one.name);
            const Measurements some = one.run(bench);
            measured.insert(measured.end(), some.begin(), some.end());
        }
    }
    std::fputs(tableOf(measured).c_str(), stdout);
    require(jsonPath.isEmpty() || writeJson(jsonPath, measured), "writing the JSON file");
    return 0;
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
        return arguments[1] == QLatin1String("opening") ? runOpeningChild(arguments[2], sinceStart)
                                                        : runRawOpeningChild(arguments[2], sinceStart);
    }
    QStringList only;
    QString jsonPath;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const bool hasValue = i + 1 < arguments.size();
        if (arguments[i] == QLatin1String("--only") && hasValue) {
            only << arguments[++i];
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
