#pragma once

#include <QString>

namespace tidemark::test {

/// The file of a program of this build, e.g. "tidemark-server"; $TIDEMARK_BIN_DIR names another folder.
[[nodiscard]] QString programPath(const QString& name);

/// How long a program may take for what it should do at once. Generous: a miss means that something is stuck.
inline constexpr int programPatienceMs = 60000;

} // namespace tidemark::test
