#pragma once

#include <QString>
#include <QStringList>

namespace tidemark::bench {

/// Whether `kind` is one of those below.
[[nodiscard]] bool isWindowChild(const QString& kind);

/// In a process of its own, with a display: shows a window and prints one JSON object of what was measured,
/// times in ms, memory in MiB PSS. `kind` and its arguments:
/// - "empty-window" STARTED ["idle"]: a window with nothing in it;
/// - "window" STARTED PROFILE WORDS: first paint of the list, ten conversations opened, switches, and a
/// search
///   for each of the English words (between commas, all in the profile);
/// - "fling" PROFILE: through its first conversation, from the newest message to the oldest;
/// - "incoming" URL FOLDER USER COUNT: the user's only conversation is open until it has COUNT messages; says
///   "ready" when it is on screen;
/// - "idle" URL FOLDER USER: nothing happens for a while.
/// STARTED: steadyMs() when the process was started.
[[nodiscard]] int runWindowChild(int& argc, char** argv, const QStringList& arguments);

} // namespace tidemark::bench
