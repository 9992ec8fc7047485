#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>

namespace tidemark::test {

/// One PostgreSQL server of the newest installed version, on a socket in a folder of its own. It ends with
/// the object, and when this process dies. It does not wait for the disk: data that it has acknowledged is
/// lost if the computer stops.
class PostgresServer {
public:
    [[nodiscard]] static quint16 freePort();
    /// `folder` must exist and be empty. The server also listens on this port of 127.0.0.1; 0 for none.
    explicit PostgresServer(QString folder, quint16 port = 0);
    ~PostgresServer();
    PostgresServer(const PostgresServer&) = delete;
    PostgresServer& operator=(const PostgresServer&) = delete;

    /// The reason why no server can run here; empty if one can.
    [[nodiscard]] static QString obstacle();

    // Each of these functions returns the error; empty if it succeeded.

    /// Makes an empty database. `options` are those of initdb.
    [[nodiscard]] QString initialise(const QStringList& options = {});
    /// Makes a standby of this name for another running server, and listens on a port.
    [[nodiscard]] QString copyFrom(const PostgresServer& primary, const QString& name);
    /// Starts the server with `settings` as NAME=VALUE, and waits until it takes connections.
    [[nodiscard]] QString run(const QStringList& settings = {});

    /// Ends the server at once, as when a computer is shut down. Returns whether it has ended.
    [[nodiscard]] bool stop();
    /// Sends SIGKILL to all of its processes at once, as when a computer dies.
    void kill();

    /// Runs a statement in a schema over a connection of its own. Returns whether this succeeded.
    bool execute(const QString& schema, const QString& statement);
    /// The first column of the first row of a statement; empty if there is none.
    [[nodiscard]] QString value(const QString& schema, const QString& statement);

    /// The address of its database over the port. `parameters` have the form "?name=value".
    [[nodiscard]] QString url(const QString& parameters = {}) const;
    /// A standby of this name follows the server with this connection.
    [[nodiscard]] QString connectionOf(const QString& standby) const;
    [[nodiscard]] QString folder() const { return m_folder; }
    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] bool isRunning() const { return m_server.state() == QProcess::Running; }
    /// Waits at most this long for its end. Returns whether it has ended.
    [[nodiscard]] bool endsWithin(int ms) { return m_server.waitForFinished(ms); }
    /// Its log so far.
    [[nodiscard]] QString log() const;

    /// The path of one of its programs.
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
