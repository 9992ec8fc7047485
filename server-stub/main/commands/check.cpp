#include "server-stub/main/commands/check.h"

#include "server-stub/blobs/folder_blobs.h"
#include "server-stub/hub/contract/audit.h"
#include "server-stub/main/files/blob_folder.h"
#include "server-stub/main/files/closed_database.h"
#include "server-stub/main/settings/exit_status.h"
#include "server-stub/postgres/postgres_store.h"

#include <cstdio>

namespace tidemark::server {
namespace {

int compare(Store& store)
{
    const std::vector<std::string> differences = audit(store);
    for (const std::string& difference : differences) {
        std::printf("%s\n", difference.c_str());
    }
    const std::size_t conversations = store.conversations().all().size();
    if (differences.empty()) {
        std::printf("%zu conversations checked: everything agrees\n", conversations);
        return Success;
    }
    std::printf("%zu conversations checked: %zu differences\n", conversations, differences.size());
    return Failed;
}

/// Checks one state of the whole database, while servers may be writing to it.
int checkShared(const QString& database)
{
    const auto store = PostgresStore::open(database);
    if (!store) {
        return fail(Failed, store.error());
    }
    (*store)->beginSnapshot();
    const int status = compare(**store);
    if (!(*store)->endSnapshot()) {
        return fail(Failed,
                    QStringLiteral("%1 could not be read: %2")
                        .arg(shownDatabase(database), QString::fromStdString((*store)->lastFailure())));
    }
    return status;
}

} // namespace

int check(const CheckArguments& arguments)
{
    if (isDatabaseUrl(arguments.database)) {
        return checkShared(arguments.database);
    }
    const auto database = ClosedDatabase::open(arguments.database);
    if (!database) {
        return fail(database.error().status, database.error().message);
    }
    FolderBlobs blobs(blobFolderOf(arguments.database), 0);
    const QStringList differences = differencesOfFiles(blobs, *database->store, arguments.deep);
    for (const QString& difference : differences) {
        std::printf("%s\n", qPrintable(difference));
    }
    const int status = compare(*database->store);
    return differences.isEmpty() ? status : Failed;
}

} // namespace tidemark::server
