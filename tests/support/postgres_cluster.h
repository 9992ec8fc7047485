#pragma once

#include "core/base/expected.h"
#include "tests/support/postgres_server.h"

#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

namespace tidemark::test {

/// A real PostgreSQL in a temporary folder. Each test can have a place of its own in it.
class PostgresCluster {
public:
    /// Starts the newest installed version. The error says why there is none.
    [[nodiscard]] static Expected<std::unique_ptr<PostgresCluster>, QString> start();
    ~PostgresCluster() = default;
    PostgresCluster(const PostgresCluster&) = delete;
    PostgresCluster& operator=(const PostgresCluster&) = delete;

    /// The address of a place, which is empty when it is first named; each name is another place.
    /// `parameters` of the connection have the form of an address: "&name=value".
    [[nodiscard]] QString url(const QString& name, const QString& parameters = {});
    /// Runs a statement in this place over a connection of its own. Returns whether this succeeded.
    bool execute(const QString& name, const QString& statement);
    /// The first column of the first row of a statement; empty if there is none.
    [[nodiscard]] QString value(const QString& name, const QString& statement);
    /// Forgets the recorded statements.
    void forgetStatements();
    /// The texts of the statements on data that servers have run since, each once.
    [[nodiscard]] QStringList statements();
    /// Ends all connections, as a server does that is shut down.
    void cutConnections();
    /// Ends the database, as when a computer is shut down. Returns whether it has ended.
    [[nodiscard]] bool stop();
    /// Starts the database again with its data. Returns whether it takes connections.
    [[nodiscard]] bool startAgain();

private:
    PostgresCluster() = default;

    QTemporaryDir m_folder;
    PostgresServer m_server{m_folder.path()};
};

} // namespace tidemark::test
