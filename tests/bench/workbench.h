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
    std::vector<test::LoggedMessage> talk; ///< real chat where the corpus is, else a built-in one
};

using Benchmark = Measurements (*)(const Workbench&);

// Each takes at most some tens of seconds. What fails stops the program with a message.
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
