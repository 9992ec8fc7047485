#pragma once

#include <QProcessEnvironment>
#include <QString>

class QProcess;

namespace tidemark::test {

/// The file of a program of this build, e.g. "tidemark-server"; $TIDEMARK_BIN_DIR names another folder.
[[nodiscard]] QString programPath(const QString& name);

/// This process's environment without the session's bus, with that failpoint armed for a program; empty: with
/// none.
[[nodiscard]] QProcessEnvironment withFailpoint(const QString& failpoint);
/// Whether a process that has ended died of SIGKILL.
[[nodiscard]] bool wasKilled(const QProcess& process);

/// How long a program may take for what it should do at once. Generous: a miss means that something is stuck.
inline constexpr int programTimeoutMs = 60000;

} // namespace tidemark::test
