#pragma once

#include "tests/cluster/small_disk.h"
#include "tests/support/postgres_server.h"

#include <QTemporaryDir>

#include <doctest/doctest.h>

#include <optional>

namespace tidemark::cluster {

/// A database of one server, and a folder for logs.
class Database {
public:
    /// `diskBytes`: the size of the disk with its tables; 0 for the usual disk.
    explicit Database(qint64 diskBytes = 0)
    {
        QString error = server.initialise();
        if (error.isEmpty() && diskBytes > 0) {
            disk.emplace(data.filePath(QStringLiteral("data/base")), diskBytes);
        }
        if (error.isEmpty()) {
            error = server.run();
        }
        REQUIRE_MESSAGE(error.isEmpty(), qPrintable(error));
    }

    /// Runs an operator's statement. Returns whether this succeeded.
    bool execute(const QString& statement) { return server.execute(QStringLiteral("public"), statement); }

    QTemporaryDir folder;
    QTemporaryDir data;
    std::optional<SmallDisk> disk; ///< destroyed before the folder that contains it
    test::PostgresServer server{data.path(), test::PostgresServer::freePort()};
};

} // namespace tidemark::cluster
