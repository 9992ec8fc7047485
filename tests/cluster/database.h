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
    /// `diskBytes`: so large is the disk with its tables; 0: as all others.
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

    /// A statement of the operator; whether it could be run.
    bool execute(const QString& statement) { return server.execute(QStringLiteral("public"), statement); }

    QTemporaryDir folder;
    QTemporaryDir data;
    std::optional<SmallDisk> disk; ///< gone before the folder that it is in
    test::PostgresServer server{data.path(), test::PostgresServer::freePort()};
};

} // namespace tidemark::cluster
