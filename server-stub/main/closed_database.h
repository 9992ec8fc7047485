#pragma once

#include "core/base/expected.h"
#include "server-stub/main/database_lock.h"
#include "server-stub/main/exit_status.h"
#include "server-stub/store/sqlite_store.h"

#include <memory>

namespace tidemark::server {

/// A database that no server is using, held for a command that looks after it.
struct ClosedDatabase {
    struct Error {
        ExitStatus status = Failed;
        QString message; ///< for people
    };

    /// It must exist: opening would create it.
    [[nodiscard]] static Expected<ClosedDatabase, Error> open(const QString& path);

    DatabaseLock lock; ///< goes last
    std::unique_ptr<SqliteStore> store;
};

} // namespace tidemark::server
