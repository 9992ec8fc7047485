#pragma once

#include "tests/programs/bench/harness/statistics.h"

#include <QString>

namespace tidemark::bench {

/// Runs in a process of its own: opens the profile, fills the list model, and opens conversations in the
/// timeline model. Prints one JSON object with milliseconds and PSS. `sinceStart` began when the process
/// did.
[[nodiscard]] int runOpeningChild(const QString& profile, const Stopwatch& sinceStart);
/// Does the same reads with SQLite's C API.
[[nodiscard]] int runRawOpeningChild(const QString& profile, const Stopwatch& sinceStart);

} // namespace tidemark::bench
