#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>

namespace tidemark::test {

struct CheckResult {
    int status = -1; ///< exit status; -1: could not be run
    QString output;
};

/// A real tidemark-server on a loopback port with a database file. The first start takes a free port; later
/// ones take the same again. Needs no event loop. The destructor kills it.
class ServerProcess {
public:
    /// `database` is made by the first start. The log goes to `database` + ".log".
    ServerProcess(QString program, QString database, QStringList extraArguments = {});
    ~ServerProcess();
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    /// Before start(): the log goes to this file instead, for a database that is none.
    void logTo(const QString& file) { m_process.setStandardErrorFile(file, QIODevice::Append); }
    /// Waits until it has said that it listens. False: it ended, or said something else first.
    [[nodiscard]] bool start();
    /// The failpoint that the next start arms, if only that one; empty: none.
    void armNextStart(const QString& failpoint) { m_failpoint = failpoint; }
    /// Waits until it has died by itself, of SIGKILL.
    [[nodiscard]] bool waitForDeath();
    /// SIGKILL, and waits until it is gone.
    void kill();
    /// SIGTERM; whether it ended by itself with status 0.
    [[nodiscard]] bool stop();
    /// `tidemark-server check` on the database. Not while it runs.
    [[nodiscard]] CheckResult check() const { return run({QStringLiteral("check")}, {}); }
    /// `tidemark-server restored` on the database. Not while it runs.
    [[nodiscard]] CheckResult restored() const { return run({QStringLiteral("restored")}, {}); }

    /// A command of the operator on the database: `command` first, then --database, then `rest`.
    [[nodiscard]] CheckResult run(const QStringList& command, const QStringList& rest,
                                  const QByteArray& input = {}) const;

    /// The same, and it dies at `failpoint`; whether it did.
    [[nodiscard]] bool runDying(const QStringList& command, const QStringList& rest,
                                const QString& failpoint) const;

    [[nodiscard]] bool isRunning() const { return m_process.state() == QProcess::Running; }
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }
    [[nodiscard]] QString url() const { return m_url; }
    [[nodiscard]] QString database() const { return m_database; }
    /// What it printed on standard output since the last start.
    [[nodiscard]] QString output() const { return m_output; }

private:
    [[nodiscard]] QStringList arguments() const;

    QString m_program;
    QString m_database;
    QStringList m_extraArguments;
    QString m_failpoint;
    QProcess m_process;
    QString m_output;
    QString m_url; ///< of the first start
};

} // namespace tidemark::test
