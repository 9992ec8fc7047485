#include "server-stub/main/closed_database.h"

#include "server-stub/main/log_handler.h"

#include <QFileInfo>

#include <utility>

namespace tidemark::server {

Expected<ClosedDatabase, ClosedDatabase::Error> ClosedDatabase::open(const QString& path)
{
    installLogHandler(LogLevel::Warning);
    if (!QFileInfo(path).isFile())
        return Unexpected(Error{WrongUse, QStringLiteral("there is no database %1").arg(path)});
    auto lock = DatabaseLock::take(path);
    if (!lock)
        return Unexpected(Error{Failed, lock.error()});
    auto store = SqliteStore::open(path);
    if (!store)
        return Unexpected(Error{Failed, store.error()});
    return ClosedDatabase{std::move(lock).value(), std::move(store).value()};
}

} // namespace tidemark::server
