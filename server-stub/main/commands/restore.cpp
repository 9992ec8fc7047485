#include "server-stub/main/commands/restore.h"

#include "core/base/failpoint.h"
#include "server-stub/main/files/acting_user.h"
#include "server-stub/main/files/blob_folder.h"
#include "server-stub/main/files/closed_database.h"
#include "server-stub/main/files/database_copy.h"
#include "server-stub/main/files/flushed.h"
#include "server-stub/main/files/quarantine.h"
#include "server-stub/main/settings/exit_status.h"
#include "server-stub/postgres/session/database_url.h"

#include <QFileInfo>

#include <cstddef>
#include <cstdio>
#include <utility>

namespace tidemark::server {
namespace {

/// The real path behind links, where the journal and the lock are.
QString placeOf(const QString& database)
{
    const QString real = QFileInfo(database).canonicalFilePath();
    return real.isEmpty() ? database : real;
}

/// At every moment `database` is completely the old or completely the new one.
Expected<Quarantine, QString> exchange(DatabaseCopy& copy, const QString& database)
{
    failpoint(Failpoint::RestoreCopied);
    auto before = Quarantine::make(database);
    if (!before) {
        return before;
    }
    failpoint(Failpoint::RestoreQuarantined);
    QString error = before->takeJournalAway();
    if (error.isEmpty()) {
        error = copy.replace();
    }
    if (!error.isEmpty()) {
        before->undo();
        return Unexpected(std::move(error));
    }
    failpoint(Failpoint::RestorePlaced);
    if (const QString unsure = flushed(QFileInfo(database).absolutePath()); !unsure.isEmpty()) {
        return Unexpected(
            QStringLiteral("the backup was put in place, but may not have reached the disk: %1").arg(unsure));
    }
    return before;
}

void printResult(const QString& backup, std::size_t conversations, const QString& aside)
{
    std::printf("restored from %s: %zu conversations have a new epoch\n", qPrintable(backup), conversations);
    std::printf("Accounts are as in the backup too: passwords, disabled and banned users, and devices that "
                "were signed out since.\nDevices that got a new token since have to sign in again.\n");
    if (!aside.isEmpty()) {
        std::printf("the previous database is kept as %s\n", qPrintable(aside));
    }
}

} // namespace

int restore(const RestoreArguments& arguments)
{
    if (isDatabaseUrl(arguments.database)) {
        return fail(WrongUse, QStringLiteral("a PostgreSQL database is restored by pg_restore or from "
                                             "pg_basebackup; run 'tidemark-server restored' afterwards"));
    }
    if (const QString error = actAsOwnerBeside(arguments.database); !error.isEmpty()) {
        return fail(Failed, error);
    }
    const QString database = placeOf(arguments.database);
    const QFileInfo backup(arguments.file);
    if (!backup.isFile()) {
        return fail(WrongUse, QStringLiteral("backup %1 does not exist").arg(arguments.file));
    }
    if (database == backup.canonicalFilePath()) {
        return fail(WrongUse, QStringLiteral("%1 is the database itself").arg(arguments.file));
    }
    const auto lock = lockDatabase(database);
    if (!lock) {
        return fail(Failed, lock.error().message);
    }
    auto copy = DatabaseCopy::make(arguments.file, database);
    if (!copy) {
        return fail(Failed, copy.error());
    }
    if (!copy->store().renewLogEpochs()) {
        return fail(Failed, QStringLiteral("the copy of %1 cannot be written").arg(arguments.file));
    }
    if (const QString error = copyFiles(blobFolderOf(arguments.file), blobFolderOf(database));
        !error.isEmpty()) {
        return fail(Failed, error);
    }
    copy->giveToOwnerOf(database);
    if (const QString error = copy->finish(); !error.isEmpty()) {
        return fail(Failed, error);
    }
    const auto before = exchange(*copy, database);
    if (!before) {
        return fail(Failed, before.error());
    }
    // The server will remove files that the restored database does not know.
    if (!before->name().isEmpty()) {
        const QString error = copyFiles(blobFolderOf(database), blobFolderOf(before->name()));
        if (!error.isEmpty()) {
            return fail(Failed, error);
        }
    }
    printResult(arguments.file, copy->conversations(), before->name());
    return Success;
}

} // namespace tidemark::server
