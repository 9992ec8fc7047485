#include "server-stub/main/files/closed_database.h"

#include "server-stub/main/files/acting_user.h"
#include "server-stub/main/settings/log_handler.h"

#include <QFileInfo>

#include <utility>

namespace tidemark::server {

QString damageText(const QString& path, const QString& damage)
{
    return QStringLiteral(
               "the database %1 is damaged (%2) and was not changed. Move it away together with %1-wal and "
               "%1-shm, put a backup in its place, then run 'tidemark-server restored --database %1'")
        .arg(path, damage);
}

Expected<FileLock, LockError> lockDatabase(const QString& path)
{
    auto lock = FileLock::take(path);
    if (!lock && lock.error().isHeld) {
        return Unexpected(
            LockError{QStringLiteral("the database %1 is in use by another server").arg(path), true});
    }
    if (!lock) {
        return Unexpected(LockError{QStringLiteral("cannot write to the folder of the database %1: %2")
                                        .arg(path, qt_error_string(lock.error().number)),
                                    false});
    }
    return std::move(lock).value();
}

Expected<ClosedDatabase, ClosedDatabase::Error> ClosedDatabase::open(const QString& path, bool thorough)
{
    installLogHandler(LogLevel::Warning);
    if (!QFileInfo(path).isFile()) {
        return Unexpected(Error{WrongUse, QStringLiteral("database %1 does not exist").arg(path), false});
    }
    if (const QString error = actAsOwnerBeside(path); !error.isEmpty()) {
        return Unexpected(Error{Failed, error, false});
    }
    auto lock = lockDatabase(path);
    if (!lock) {
        return Unexpected(Error{Failed, lock.error().message, lock.error().isInUse});
    }
    auto store = SqliteStore::open(path);
    if (!store) {
        return Unexpected(Error{Failed, store.error(), false});
    }
    if (const QString damage = (*store)->damage(thorough); !damage.isEmpty()) {
        return Unexpected(Error{Failed, damageText(path, damage), false});
    }
    return ClosedDatabase{std::move(lock).value(), std::move(store).value()};
}

} // namespace tidemark::server
