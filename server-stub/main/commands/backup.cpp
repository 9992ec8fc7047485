#include "server-stub/main/commands/backup.h"

#include "server-stub/main/files/acting_user.h"
#include "server-stub/main/files/blob_folder.h"
#include "server-stub/main/files/database_copy.h"
#include "server-stub/main/settings/exit_status.h"
#include "server-stub/postgres/session/database_url.h"

#include <QFileInfo>

#include <cstdio>

namespace tidemark::server {

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
    // Files that come between the two copies are in the database and in the second one.
    const QString files = blobFolderOf(arguments.database);
    if (const QString error = copyFiles(files, blobFolderOf(arguments.file)); !error.isEmpty()) {
        return fail(Failed, error);
    }
    auto copy = DatabaseCopy::make(arguments.database, arguments.file);
    if (!copy) {
        return fail(Failed, copy.error());
    }
    QString error = copy->finish();
    if (error.isEmpty()) {
        error = copyFiles(files, blobFolderOf(arguments.file));
    }
    if (error.isEmpty()) {
        error = copy->putInPlace();
    }
    if (!error.isEmpty()) {
        return fail(Failed, error);
    }
    std::printf("%zu conversations in %s: everything agrees\n", copy->conversations(),
                qPrintable(arguments.file));
    return Success;
}

} // namespace tidemark::server
