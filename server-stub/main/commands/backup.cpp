#include "server-stub/main/commands/backup.h"

#include "server-stub/blobs/folder_blobs.h"
#include "server-stub/main/files/acting_user.h"
#include "server-stub/main/files/blob_folder.h"
#include "server-stub/main/files/database_copy.h"
#include "server-stub/main/settings/exit_status.h"
#include "server-stub/postgres/session/database_url.h"

#include <QDir>
#include <QFileInfo>

#include <cstddef>
#include <cstdio>

namespace tidemark::server {
namespace {

/// Returns the error; empty if database and files are in place.
QString copyAll(const QString& database, const QString& target, std::size_t& conversations)
{
    // Files that come between the two copies are in the database and in the second one.
    const QString files = blobFolderOf(database);
    const QString place = blobFolderOf(target);
    if (QString error = copyFiles(files, place); !error.isEmpty()) {
        return error;
    }
    auto copy = DatabaseCopy::make(database, target);
    if (!copy) {
        return copy.error();
    }
    if (QString error = copyFiles(files, place); !error.isEmpty()) {
        return error;
    }
    FolderBlobs blobs(place, 0);
    const QStringList missing = missingFiles(blobs, copy->store());
    if (!missing.isEmpty()) {
        return QStringLiteral("%1; if its message was deleted just now, try again").arg(missing.front());
    }
    QString error = copy->finish();
    if (error.isEmpty()) {
        error = copy->putInPlace();
    }
    conversations = copy->conversations();
    return error;
}

} // namespace

int backup(const BackupArguments& arguments)
{
    if (isDatabaseUrl(arguments.database)) {
        return fail(WrongUse,
                    QStringLiteral("a PostgreSQL database is backed up by pg_dump or pg_basebackup"));
    }
    if (!QFileInfo(arguments.database).isFile()) {
        return fail(WrongUse, QStringLiteral("database %1 does not exist").arg(arguments.database));
    }
    const QFileInfo target(arguments.file);
    if (target.exists() || target.isSymLink()) {
        return fail(Failed, QStringLiteral("%1 already exists and is not replaced").arg(arguments.file));
    }
    if (isOutOfRootsHands(arguments.file)) {
        return fail(Failed, QStringLiteral("other users can write to the folder of %1: as root, write "
                                           "backups to a folder that only root can write to")
                                .arg(arguments.file));
    }
    const QString files = blobFolderOf(arguments.file);
    if (QFileInfo::exists(files) || QFileInfo(files).isSymLink()) {
        return fail(Failed, QStringLiteral("%1 already exists and is not replaced").arg(files));
    }
    std::size_t conversations = 0;
    if (const QString error = copyAll(arguments.database, arguments.file, conversations); !error.isEmpty()) {
        QDir(files).removeRecursively();
        return fail(Failed, error);
    }
    std::printf("%zu conversations in %s: everything agrees\n", conversations, qPrintable(arguments.file));
    return Success;
}

} // namespace tidemark::server
