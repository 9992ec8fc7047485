#include "server-stub/main/restored.h"

#include "server-stub/main/closed_database.h"
#include "server-stub/main/exit_status.h"

#include <cstdio>

namespace tidemark::server {

int restored(const RestoredArguments& arguments)
{
    const auto database = ClosedDatabase::open(arguments.database);
    if (!database)
        return fail(database.error().status, database.error().message);
    if (!database->store->renewLogEpochs())
        return fail(Failed, QStringLiteral("the database %1 cannot be written").arg(arguments.database));
    std::printf("%zu conversations have a new epoch\n", database->store->allConversations().size());
    return Success;
}

} // namespace tidemark::server
