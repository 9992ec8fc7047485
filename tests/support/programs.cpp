#include "tests/support/programs.h"

#include "core/base/failpoint.h"

#include <QDir>
#include <QProcess>

#include <csignal>

namespace tidemark::test {

QString programPath(const QString& name)
{
    return QDir(qEnvironmentVariable("TIDEMARK_BIN_DIR", QStringLiteral(TIDEMARK_BIN_DIR))).filePath(name);
}

QProcessEnvironment withFailpoint(const QString& failpoint)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    // Tests must not use the keyring of the user who runs them.
    environment.remove(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"));
    environment.remove(QStringLiteral("XDG_RUNTIME_DIR"));
    if (!failpoint.isEmpty()) {
        environment.insert(QString::fromLatin1(failpointVariable), failpoint);
    }
    return environment;
}

bool wasKilled(const QProcess& process)
{
    // If a signal has ended a process, its exit code is the signal.
    return process.state() == QProcess::NotRunning && process.exitStatus() == QProcess::CrashExit
           && process.exitCode() == SIGKILL;
}

} // namespace tidemark::test
