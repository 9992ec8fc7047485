#pragma once

#include "core/base/expected.h"
#include "tests/support/postgres_server.h"

#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

namespace tidemark::test {

/// A real PostgreSQL in a temporary folder, of which each test can have a place of its own.
class PostgresCluster {
public:
    /// The newest that is installed; the error says why there is none.
    [[nodiscard]] static Expected<std::unique_ptr<PostgresCluster>, QString> start();
    ~PostgresCluster() = default;
    PostgresCluster(const PostgresCluster&) = delete;
    PostgresCluster& operator=(const PostgresCluster&) = delete;

    /// The address of a place that is empty when it is named first; each name is one of its own. `parameters`
    /// of the connection, as in an address: "&name=value".
    [[nodiscard]] QString url(const QString& name, const QString& parameters = {});
    /// Runs a statement in that place over a connection of its own; whether it could be run.
    bool execute(const QString& name, const QString& statement);
    /// The first column of the first row of a statement; empty when there is none.
    [[nodiscard]] QString value(const QString& name, const QString& statement);
    /// From here on statements are remembered anew.
    void forgetStatements();
    /// The texts of the statements that servers have run since on data, each once.
    [[nodiscard]] QStringList statements();
    /// Ends all connections, as a server does that is shut down.
    void cutConnections();
    /// Ends the database, as a computer does that is shut down; whether it is over.
    [[nodiscard]] bool stop();
    /// Starts it again with what it had; whether it takes connections.
    [[nodiscard]] bool startAgain();

private:
    PostgresCluster() = default;

    QTemporaryDir m_folder;
    PostgresServer m_server{m_folder.path()};
};

} // namespace tidemark::test
