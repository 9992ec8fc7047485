#include "server-stub/main/commands/restored.h"

#include "server-stub/main/commands/notify_servers.h"
#include "server-stub/main/files/closed_database.h"
#include "server-stub/main/settings/exit_status.h"
#include "server-stub/postgres/postgres_store.h"

#include <cstdio>
#include <span>

namespace tidemark::server {
namespace {

template <typename RenewableStore>
int renew(RenewableStore& store, const QString& database)
{
    if (!store.renewLogEpochs()) {
        return fail(Failed, QStringLiteral("the database %1 cannot be written").arg(shownDatabase(database)));
    }
    std::printf("%zu conversations have a new epoch\n", store.conversations().all().size());
    return Success;
}

/// Renews the epochs of a database that servers may be using.
int renewShared(const QString& database)
{
    const auto store = PostgresStore::open(database);
    if (!store) {
        return fail(Failed, store.error());
    }
    const int status = renew(**store, database);
    if (status == Success) {
        const Hint hint = hint::AllChanged{};
        notifyServers(database, std::span(&hint, 1));
    }
    return status;
}

} // namespace

int restored(const RestoredArguments& arguments)
{
    if (isDatabaseUrl(arguments.database)) {
        return renewShared(arguments.database);
    }
    const auto database = ClosedDatabase::open(arguments.database);
    if (!database) {
        return fail(database.error().status, database.error().message);
    }
    return renew(*database->store, arguments.database);
}

} // namespace tidemark::server
