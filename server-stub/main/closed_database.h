#pragma once

#include "core/base/expected.h"
#include "core/system/file_lock.h"
#include "server-stub/main/exit_status.h"
#include "server-stub/store/sqlite_store.h"

#include <memory>

namespace tidemark::server {

/// What to say of a damaged database: what is wrong and what to do.
[[nodiscard]] QString damageText(const QString& path, const QString& damage);

struct LockError {
    QString message; ///< one line that names the database
    bool isInUse;    ///< by another server or command
};
/// Keeps every other server and command away from a database while it lives.
[[nodiscard]] Expected<FileLock, LockError> lockDatabase(const QString& path);

/// A database that no server is using, held for a command that looks after it; root's commands act as the
/// owner of its folder from then on.
struct ClosedDatabase {
    struct Error {
        ExitStatus status = Failed;
        QString message; ///< for people
        bool isInUse = false;
    };

    /// It must exist, since opening would create it, and be sound; `thorough`: through and through.
    [[nodiscard]] static Expected<ClosedDatabase, Error> open(const QString& path, bool thorough = true);

    FileLock lock; ///< goes last
    std::unique_ptr<SqliteStore> store;
};

} // namespace tidemark::server
