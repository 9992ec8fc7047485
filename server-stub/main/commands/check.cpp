#include "server-stub/main/commands/check.h"

#include "server-stub/blobs/folder_blobs.h"
#include "server-stub/hub/contract/audit.h"
#include "server-stub/main/files/blob_folder.h"
#include "server-stub/main/files/closed_database.h"
#include "server-stub/main/settings/exit_status.h"
#include "server-stub/postgres/blobs/postgres_blobs.h"
#include "server-stub/postgres/postgres_store.h"
#include "server-stub/shell/base/clock.h"

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

void print(const QStringList& differences)
{
    for (const QString& difference : differences) {
        std::printf("%s\n", qPrintable(difference));
    }
}

/// A file without a message may be one that a server is making, or that was to be removed when a server died.
/// Servers remove it when it is a day old.
UnixMs dayAgo()
{
    constexpr std::int64_t dayMs = std::int64_t{24} * 60 * 60 * 1000;
    return UnixMs{SystemClock::wall().value - dayMs};
}

/// Checks one state of the whole database, while servers may be writing to it.
int checkShared(const QString& database, bool deep)
{
    const auto store = PostgresStore::open(database);
    if (!store) {
        return fail(Failed, store.error());
    }
    (*store)->beginSnapshot();
    const auto blobs =
        PostgresBlobs::openSnapshot(DatabaseUrl::parse(database).value(), (*store)->snapshot());
    if (!blobs) {
        return fail(Failed, blobs.error());
    }
    const QStringList differences = differencesOfFiles(**blobs, **store, deep, dayAgo());
    print(differences);
    const int status = compare(**store);
    const bool areFilesRead = (*blobs)->endSnapshot();
    if (!(*store)->endSnapshot() || !areFilesRead) {
        const QString reason =
            areFilesRead ? QString::fromStdString((*store)->lastFailure()) : (*blobs)->lastFailure();
        return fail(Failed, QStringLiteral("%1 could not be read: %2").arg(shownDatabase(database), reason));
    }
    return differences.isEmpty() ? status : Failed;
}

} // namespace

int check(const CheckArguments& arguments)
{
    if (isDatabaseUrl(arguments.database)) {
        return checkShared(arguments.database, arguments.deep);
    }
    const auto database = ClosedDatabase::open(arguments.database);
    if (!database) {
        return fail(database.error().status, database.error().message);
    }
    FolderBlobs blobs(blobFolderOf(arguments.database), 0);
    const QStringList differences = differencesOfFiles(blobs, *database->store, arguments.deep, dayAgo());
    print(differences);
    const int status = compare(*database->store);
    return differences.isEmpty() ? status : Failed;
}

} // namespace tidemark::server
