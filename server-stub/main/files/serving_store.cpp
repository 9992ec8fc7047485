#include "server-stub/main/files/serving_store.h"

#include "server-stub/main/files/closed_database.h"
#include "server-stub/postgres/postgres_store.h"

#include <utility>

namespace tidemark::server {
namespace {

Expected<ServingStore, QString> openFile(const QString& path)
{
    auto lock = lockDatabase(path);
    if (!lock) {
        return Unexpected(lock.error().message);
    }
    auto store = SqliteStore::open(path);
    if (!store) {
        return Unexpected(store.error());
    }
    if (const QString damage = (*store)->damage(); !damage.isEmpty()) {
        return Unexpected(damageText(path, damage));
    }
    return ServingStore{std::move(lock).value(), std::move(store).value()};
}

} // namespace

Expected<ServingStore, QString> ServingStore::open(const QString& database)
{
    if (!isDatabaseUrl(database)) {
        return openFile(database);
    }
    auto store = PostgresStore::open(database);
    if (!store) {
        return Unexpected(store.error());
    }
    return ServingStore{std::nullopt, std::move(store).value()};
}

} // namespace tidemark::server
