#include "server-stub/main/check.h"

#include "server-stub/hub/audit.h"
#include "server-stub/main/closed_database.h"
#include "server-stub/main/exit_status.h"

#include <cstdio>

namespace tidemark::server {

int check(const CheckArguments& arguments)
{
    const auto database = ClosedDatabase::open(arguments.database);
    if (!database)
        return fail(database.error().status, database.error().message);
    SqliteStore& store = *database->store;

    const std::vector<std::string> differences = audit(store);
    for (const std::string& difference : differences)
        std::printf("%s\n", difference.c_str());
    const std::size_t conversations = store.allConversations().size();
    if (differences.empty()) {
        std::printf("%zu conversations checked: everything agrees\n", conversations);
        return Success;
    }
    std::printf("%zu conversations checked: %zu differences\n", conversations, differences.size());
    return Failed;
}

} // namespace tidemark::server
