#pragma once

#include <QString>

namespace tidemark::test {

/// The file of a program of this build, e.g. "tidemark-server": from $TIDEMARK_BIN_DIR, else from `builtIn`.
[[nodiscard]] QString programPath(const QString& name, const QString& builtIn = {});

/// How long a program may take for what it should do at once. Generous: a miss means that something is stuck.
inline constexpr int programPatienceMs = 60000;

} // namespace tidemark::test
