#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>

namespace tidemark::test {

/// One PostgreSQL server of the newest version that is installed, on a socket in a folder of its own; gone
/// with the object, and when this process dies. It does not wait for the disk: what it has said is done is
/// lost when the computer stops.
class PostgresServer {
public:
    [[nodiscard]] static quint16 freePort();
    /// `folder` is there already, and empty. It listens on that port of 127.0.0.1 as well; 0: on none.
    explicit PostgresServer(QString folder, quint16 port = 0);
    ~PostgresServer();
    PostgresServer(const PostgresServer&) = delete;
    PostgresServer& operator=(const PostgresServer&) = delete;

    /// Why there can be none here; empty: there can.
    [[nodiscard]] static QString obstacle();

    // Each of these tells what went wrong; empty: nothing.

    /// Makes an empty database; `options` of initdb.
    [[nodiscard]] QString initialise(const QStringList& options = {});
    /// Makes a standby of that name of another one that runs, and listens on a port.
    [[nodiscard]] QString copyFrom(const PostgresServer& primary, const QString& name);
    /// Starts it, each of `settings` as NAME=VALUE, and waits until it takes connections.
    [[nodiscard]] QString run(const QStringList& settings = {});

    /// Ends it at once, as a computer does that is shut down; whether it is over.
    [[nodiscard]] bool stop();
    /// SIGKILL to all of its processes at once, as when a computer dies.
    void kill();

    /// Runs a statement in a schema over a connection of its own; whether it could be run.
    bool execute(const QString& schema, const QString& statement);
    /// The first column of the first row of a statement; empty when there is none.
    [[nodiscard]] QString value(const QString& schema, const QString& statement);

    /// The address of its database for who comes over the port, with `parameters` as "?name=value".
    [[nodiscard]] QString url(const QString& parameters = {}) const;
    /// With this a standby of that name follows it.
    [[nodiscard]] QString connectionOf(const QString& standby) const;
    [[nodiscard]] QString folder() const { return m_folder; }
    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] bool isRunning() const { return m_server.state() == QProcess::Running; }
    /// Waits so long for it to end; whether it has.
    [[nodiscard]] bool endsWithin(int ms) { return m_server.waitForFinished(ms); }
    /// What it has written to its log.
    [[nodiscard]] QString log() const;

    /// Where one of its programs is.
    [[nodiscard]] static QString programPath(const char* name);

    static constexpr const char* owner = "tidemark";

private:
    [[nodiscard]] QString runProgram(const QStringList& command) const;
    [[nodiscard]] QString path(const char* part) const;

    QString m_folder;
    quint16 m_port;
    QProcess m_server;
};

} // namespace tidemark::test
