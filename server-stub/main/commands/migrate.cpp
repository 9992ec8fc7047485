#include "server-stub/main/commands/migrate.h"

#include "server-stub/blobs/folder_blobs.h"
#include "server-stub/hub/contract/audit.h"
#include "server-stub/main/files/blob_folder.h"
#include "server-stub/main/files/closed_database.h"
#include "server-stub/main/settings/exit_status.h"
#include "server-stub/postgres/blobs/postgres_blobs.h"
#include "server-stub/postgres/copying/sqlite_copy.h"
#include "server-stub/postgres/postgres_store.h"
#include "server-stub/store/snapshot.h"

#include <cstdio>
#include <string>
#include <vector>

namespace tidemark::server {
namespace {

constexpr const char* filePrefix = "sqlite:";
/// Number of copied rows between two progress lines.
constexpr std::uint64_t rowsPerReport = 200000;

QString withoutPrefix(const QString& file)
{
    const QLatin1String prefix(filePrefix);
    return file.startsWith(prefix) ? file.mid(prefix.size()) : file;
}

/// Prints the differences that the audit finds in a database. Returns a summary; empty if there are none.
QString differencesIn(Store& store, const QString& name)
{
    const std::vector<std::string> differences = audit(store);
    for (const std::string& difference : differences) {
        std::printf("%s\n", difference.c_str());
    }
    return differences.empty()
               ? QString()
               : QStringLiteral("%1 has %2 differences, see above").arg(name).arg(differences.size());
}

/// Returns the error; empty if the files are in the database. Continues where an earlier copy stopped.
QString copyFiles(const QString& file, const DatabaseUrl& url, const std::vector<BlobRecord>& known)
{
    FolderBlobs from(blobFolderOf(file), 0);
    auto to = PostgresBlobs::open(url, postgres::Connection::Purpose::CopyInto);
    if (!to) {
        return to.error();
    }
    const QStringList failed = copyBlobs(from, **to, known);
    return failed.isEmpty()
               ? QString()
               : failed.join(QLatin1Char('\n')) + (QLatin1Char(' ') + (*to)->lastFailure()).trimmed();
}

/// Returns the error; empty if everything was copied.
QString copyAll(const QString& file, const DatabaseUrl& url, const std::vector<BlobRecord>& files)
{
    auto copy = SqliteCopy::open(file, url);
    if (!copy) {
        return copy.error();
    }
    // No server opens the database before its last row is copied.
    if (QString error = copyFiles(file, url, files); !error.isEmpty()) {
        return error;
    }
    for (std::uint64_t reported = 0; copy->step();) {
        if (copy->rows() >= reported + rowsPerReport) {
            reported = copy->rows();
            std::fprintf(stderr, "tidemark-server: %llu rows copied\n",
                         static_cast<unsigned long long>(reported));
        }
    }
    return copy->error();
}

bool isAsMuch(const Statistics& a, const Statistics& b)
{
    return a.users == b.users && a.disabledUsers == b.disabledUsers && a.devices == b.devices
           && a.directs == b.directs && a.groups == b.groups && a.channels == b.channels
           && a.entries == b.entries && a.files == b.files && a.fileBytes == b.fileBytes;
}

/// Returns the problem with the copy; empty if it equals the file.
QString compare(const QString& file, const QString& database)
{
    const auto store = PostgresStore::open(database);
    if (!store) {
        return store.error();
    }
    (*store)->beginSnapshot();
    const QString differences = differencesIn(**store, shownDatabase(database));
    if (!(*store)->endSnapshot()) {
        return QString::fromStdString((*store)->lastFailure());
    }
    if (!differences.isEmpty()) {
        return differences;
    }
    auto blobs = PostgresBlobs::open(DatabaseUrl::parse(database).value());
    if (!blobs) {
        return blobs.error();
    }
    if (const QStringList missing = missingFiles(**blobs, **store); !missing.isEmpty()) {
        return missing.front();
    }
    auto snapshot = Snapshot::open(file);
    if (!snapshot) {
        return snapshot.error();
    }
    const auto before = snapshot->statistics(1);
    const auto after = (*store)->statistics(1);
    if (!before || !after) {
        return before ? after.error() : before.error();
    }
    return isAsMuch(*before, *after)
               ? QString()
               : QStringLiteral("the copy does not hold the same number of rows as the file");
}

} // namespace

int migrate(const MigrateArguments& arguments)
{
    const QString file = withoutPrefix(arguments.from);
    const auto url = DatabaseUrl::parse(arguments.to);
    if (!url) {
        return fail(WrongUse, url.error());
    }
    const auto database = ClosedDatabase::open(file);
    if (!database) {
        return fail(database.error().status, database.error().message);
    }
    if (const QString error = differencesIn(*database->store, file); !error.isEmpty()) {
        return fail(Failed, error);
    }
    if (const QString error = copyAll(file, *url, database->store->blobs().allBlobs()); !error.isEmpty()) {
        return fail(Failed, error);
    }
    if (const QString error = compare(file, arguments.to); !error.isEmpty()) {
        return fail(Failed, error);
    }
    std::printf("%zu conversations are in %s: everything agrees\n",
                database->store->conversations().all().size(), qPrintable(url->shown()));
    return Success;
}

} // namespace tidemark::server
