#pragma once

#include <QProcessEnvironment>
#include <QString>

class QProcess;

namespace tidemark::test {

/// The file of a program of this build, e.g. "tidemark-server"; $TIDEMARK_BIN_DIR names another folder.
[[nodiscard]] QString programPath(const QString& name);

/// This process's environment without the session's bus. If `failpoint` is not empty, it is armed for the
/// program.
[[nodiscard]] QProcessEnvironment withFailpoint(const QString& failpoint);
/// Whether an ended process died of SIGKILL.
[[nodiscard]] bool wasKilled(const QProcess& process);

/// The time for an action that a program should do at once. It is generous: if it passes, something is
/// stuck.
inline constexpr int programTimeoutMs = 60000;

} // namespace tidemark::test
