#pragma once

#include <QString>
#include <QStringList>

namespace tidemark::bench {

/// Whether `kind` is one of the kinds below.
[[nodiscard]] bool isWindowChild(const QString& kind);

/// Runs in a process of its own with a display: shows a window and prints one JSON object with the measured
/// values, times in ms and memory in MiB PSS. `kind` and its arguments:
/// - "empty-window" STARTED ["idle"]: an empty window;
/// - "window" STARTED PROFILE WORDS: first paint of the list, ten opened conversations, switches, and a
///   search for each of the English words (separated by commas, all in the profile);
/// - "fling" PROFILE: scrolls its first conversation from the newest message to the oldest. Prints also the
///   most that the decoded pictures took, in MiB;
/// - "incoming" URL FOLDER USER COUNT: the user's only conversation is open until it has COUNT messages.
///   Prints "ready" when it is on screen;
/// - "idle" URL FOLDER USER: nothing happens for a while.
/// STARTED is steadyMs() at the start of the process.
[[nodiscard]] int runWindowChild(int& argc, char** argv, const QStringList& arguments);

} // namespace tidemark::bench
