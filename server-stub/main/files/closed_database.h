#pragma once

#include "core/base/expected.h"
#include "core/system/file_lock.h"
#include "server-stub/main/settings/exit_status.h"
#include "server-stub/store/sqlite_store.h"

#include <memory>

namespace tidemark::server {

/// The message about a damaged database, with the operator's next steps.
[[nodiscard]] QString damageText(const QString& path, const QString& damage);

struct LockError {
    QString message; ///< one line that names the database
    bool isInUse;    ///< by another server or command
};
/// Keeps every other server and command away from the database as long as the lock lives.
[[nodiscard]] Expected<FileLock, LockError> lockDatabase(const QString& path);

/// A database that no server is using, locked for a maintenance command. If root runs the command, it acts as
/// the owner of the database's folder from then on.
struct ClosedDatabase {
    struct Error {
        ExitStatus status = Failed;
        QString message; ///< human-readable
        bool isInUse = false;
    };

    /// The database must exist, since opening would create it, and must be sound; `thorough`: checks it
    /// completely.
    [[nodiscard]] static Expected<ClosedDatabase, Error> open(const QString& path, bool thorough = true);

    FileLock lock; ///< destroyed last
    std::unique_ptr<SqliteStore> store;
};

} // namespace tidemark::server
