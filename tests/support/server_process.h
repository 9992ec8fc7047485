#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>

namespace tidemark::test {

struct CheckResult {
    int status = -1; ///< exit status; -1 if the program could not run
    QString output;
};

/// A real tidemark-server on a loopback port with a database file. The first start takes a free port, and
/// later ones use it again. Needs no event loop. The destructor kills it.
class ServerProcess {
public:
    /// The first start makes `database`. The log goes to `database` + ".log".
    ServerProcess(QString program, QString database, QStringList extraArguments = {});
    ~ServerProcess();
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    /// Call before start(): the log goes to this file instead, for example if the database is not a file.
    void logTo(const QString& file) { m_process.setStandardErrorFile(file, QIODevice::Append); }
    /// Waits until the server has printed that it listens. False if it ended, or printed something else
    /// first.
    [[nodiscard]] bool start();
    /// Arms a failpoint for the next start alone; empty for none.
    void armNextStart(const QString& failpoint) { m_failpoint = failpoint; }
    /// Waits until it has died by SIGKILL.
    [[nodiscard]] bool waitForDeath();
    /// Sends SIGKILL, and waits for the end.
    void kill();
    /// Sends SIGTERM. Returns whether it ended by itself with status 0.
    [[nodiscard]] bool stop();
    /// Runs `tidemark-server check` on the database, which no server may use.
    [[nodiscard]] CheckResult check() const { return run({QStringLiteral("check")}, {}); }
    /// Stops the server, and checks the database. Returns the fault; empty if there is none.
    [[nodiscard]] QString stopAndCheck();
    /// Runs `tidemark-server restored` on the database, which no server may use.
    [[nodiscard]] CheckResult restored() const { return run({QStringLiteral("restored")}, {}); }

    /// Runs an operator's command on the database: `command` first, then --database, then `rest`.
    [[nodiscard]] CheckResult run(const QStringList& command, const QStringList& rest,
                                  const QByteArray& input = {}) const;

    /// Does the same with a failpoint. Returns whether the command died at it.
    [[nodiscard]] bool runDying(const QStringList& command, const QStringList& rest,
                                const QString& failpoint) const;

    [[nodiscard]] bool isRunning() const { return m_process.state() == QProcess::Running; }
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }
    [[nodiscard]] QString url() const { return m_url; }
    [[nodiscard]] QString database() const { return m_database; }
    /// Its standard output since the last start.
    [[nodiscard]] QString output() const { return m_output; }

private:
    [[nodiscard]] QStringList arguments() const;

    QString m_program;
    QString m_database;
    QStringList m_extraArguments;
    QString m_failpoint;
    QProcess m_process;
    QString m_output;
    QString m_url; ///< the URL of the first start
};

} // namespace tidemark::test
