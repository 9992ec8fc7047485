#include "tests/programs/bench/harness/process_cost.h"

#include "tests/programs/bench/harness/workbench.h"

#include <QDirIterator>
#include <QFile>

#include <chrono>
#include <ctime>

namespace tidemark::bench {
namespace {

/// The number behind `label` in a file of /proc; 0 if it is missing.
double numberIn(const QString& path, const char* label)
{
    QFile file(path);
    if (!file.open(QFile::ReadOnly)) {
        return 0; // the thread has just ended
    }
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray& line : lines) {
        if (line.startsWith(label)) {
            return line.mid(qstrlen(label)).trimmed().split(' ').first().toDouble();
        }
    }
    return 0;
}

} // namespace

double proportionalMiB()
{
    constexpr double kibInMib = 1024;
    const double kib = numberIn(QStringLiteral("/proc/self/smaps_rollup"), "Pss:");
    require(kib > 0, "reading the memory of the process");
    return kib / kibInMib;
}

double sleepsSoFar()
{
    double sleeps = 0;
    QDirIterator threads(QStringLiteral("/proc/self/task"), QDir::Dirs | QDir::NoDotAndDotDot);
    while (threads.hasNext()) {
        sleeps += numberIn(threads.next() + QStringLiteral("/status"), "voluntary_ctxt_switches:");
    }
    return sleeps;
}

double processorMs()
{
    return static_cast<double>(std::clock()) * 1000 / CLOCKS_PER_SEC;
}

double steadyMs()
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(now).count();
}

} // namespace tidemark::bench
