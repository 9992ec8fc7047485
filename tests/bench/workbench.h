#pragma once

#include "tests/bench/measurement.h"
#include "tests/bench/require.h"
#include "tests/support/logged_messages.h"

#include <QString>

#include <string>
#include <vector>

namespace tidemark::bench {

/// What the benchmarks share.
struct Workbench {
    QString program; ///< this one, to be started as a child
    QString scratch; ///< empty folder of this run, on the disk of the build
    QString cache;   ///< kept from run to run
    bool hasCorpus = false;
    std::vector<test::LoggedMessage> talk; ///< real chat where the corpus is, else a bundled one
};

/// The environment variable that makes a process, and all that it starts, measure with small sizes.
inline constexpr const char* briefVariable = "TIDEMARK_BENCH_BRIEF";
/// Whether it is set.
[[nodiscard]] bool isBrief();
/// A size of a measurement: `full`, or `brief` where the program only shows that it works.
template <typename Size>
[[nodiscard]] Size sized(Size full, Size brief)
{
    return isBrief() ? brief : full;
}

using Benchmark = Measurements (*)(const Workbench&);

/// The row of a measurement that this machine cannot make.
[[nodiscard]] Measurements skipped(const std::string& name, const std::string& why);

// Each runs in a process of its own and takes at most some tens of seconds. What fails ends the process with
// a message.
[[nodiscard]] Measurements measureWire(const Workbench& bench);
[[nodiscard]] Measurements measureIngest(const Workbench& bench);
[[nodiscard]] Measurements measureSends(const Workbench& bench);
[[nodiscard]] Measurements measureFanOut(const Workbench& bench);
[[nodiscard]] Measurements measureSendToShown(const Workbench& bench);
[[nodiscard]] Measurements measureOpening(const Workbench& bench);
[[nodiscard]] Measurements measureCursorMoves(const Workbench& bench);
[[nodiscard]] Measurements measureUnreadQueries(const Workbench& bench);
[[nodiscard]] Measurements measureNotices(const Workbench& bench);
[[nodiscard]] Measurements measureFeed(const Workbench& bench);
[[nodiscard]] Measurements measureReadToCleared(const Workbench& bench);
[[nodiscard]] Measurements measureResume(const Workbench& bench);
[[nodiscard]] Measurements measureTwoCounters(const Workbench& bench);
[[nodiscard]] Measurements measureManners(const Workbench& bench);
[[nodiscard]] Measurements measureOneGroup(const Workbench& bench);
[[nodiscard]] Measurements measureHints(const Workbench& bench);
[[nodiscard]] Measurements measureWindow(const Workbench& bench);

} // namespace tidemark::bench
