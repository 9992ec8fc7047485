#include "server-stub/main/check.h"

#include "server-stub/hub/audit.h"
#include "server-stub/main/database_lock.h"
#include "server-stub/main/exit_status.h"
#include "server-stub/store/sqlite_store.h"

#include <QFileInfo>

#include <cstdio>

namespace tidemark::server {

int check(const CheckArguments& arguments)
{
    installLogHandler(LogLevel::Warning);
    // Opening would create it.
    if (!QFileInfo(arguments.database).isFile())
        return fail(WrongUse, QStringLiteral("there is no database %1").arg(arguments.database));
    const auto lock = DatabaseLock::take(arguments.database);
    if (!lock)
        return fail(Failed, lock.error());
    const auto store = SqliteStore::open(arguments.database);
    if (!store)
        return fail(Failed, store.error());

    const std::vector<std::string> differences = audit(**store);
    for (const std::string& difference : differences)
        std::printf("%s\n", difference.c_str());
    const std::size_t conversations = (*store)->allConversations().size();
    if (differences.empty()) {
        std::printf("%zu conversations checked: everything agrees\n", conversations);
        return Success;
    }
    std::printf("%zu conversations checked: %zu differences\n", conversations, differences.size());
    return Failed;
}

} // namespace tidemark::server
