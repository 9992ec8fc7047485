#include "server-stub/main/settings/help.h"

// Help of the maintenance commands for a database.

namespace tidemark::server {

QString backupHelp()
{
    return QStringLiteral(R"(tidemark-server backup - copy a database while it is served, and check the copy

Usage:
  tidemark-server backup --database FILE BACKUP

Writes the state of the database at one moment to BACKUP, one file that only its owner may read, and the files of
messages to the folder BACKUP.files. A server can keep using the database meanwhile. The command recounts the copy like
check, and gives it its name when it is correct and on the disk. It never replaces an existing file. BACKUP holds
messages and password hashes: keep it as safe as the database. As root the command writes only to a folder that no
other user can write to.

Required:
  --database FILE            Use this SQLite database.

Options:
  --help                     Show this text.

Exit status: 0 done, 1 BACKUP already exists, cannot be written or is not correct, 2 wrong use.
)");
}

QString restoreHelp()
{
    return QStringLiteral(R"(tidemark-server restore - replace a database with a backup

Usage:
  tidemark-server restore --database FILE BACKUP

Recounts BACKUP like check and replaces the database with a copy of it, and adds the files in BACKUP.files to
FILE.files. No server may be using the database. The command keeps the previous database as FILE.before-restore-N.
Every conversation's log gets a new epoch, so that devices take the server's state instead of mixing it with their own;
they resend everything that was not acknowledged. The server loses what it acknowledged after the backup. Accounts are
as in the backup too: passwords, disabled and banned users, signed-in devices. Devices that got a new token since have
to sign in again.

As root the command acts as the owner of the database's folder.

Required:
  --database FILE            Restore to this SQLite database; it need not exist.

Options:
  --help                     Show this text.

Exit status: 0 done, 1 a server is running, or BACKUP is damaged or cannot be copied there, 2 wrong use.
)");
}

QString migrateHelp()
{
    return QStringLiteral(R"(tidemark-server migrate - copy a database into PostgreSQL

Usage:
  tidemark-server migrate --from FILE --to postgres://USER@HOST/DATABASE

Recounts the SQLite database like check, copies all of it and the files of messages, and recounts and compares the
copy. No server may be using either database. If the command is interrupted, run it again and it continues; until it ends with status 0, no server
opens the new database. The SQLite file and its files do not change. Serve the new database under the same name, and
devices notice no difference. Uploads that were not complete begin again.

Required:
  --from FILE                Copy from this SQLite database; sqlite:FILE means the same.
  --to postgres://...        Copy to this PostgreSQL database, which must be empty.

Options:
  --help                     Show this text.

Exit status: 0 done, and everything agrees, 1 failed, 2 wrong use.
)");
}

QString statsHelp()
{
    return QStringLiteral(R"(tidemark-server stats - show how much a database holds

Usage:
  tidemark-server stats --database FILE [--json]

Prints the numbers of users, devices, conversations, entries and files, the size, and the ten largest conversations. It
does not contact or delay a server that uses the database.

Required:
  --database FILE            Use this SQLite database, or the PostgreSQL database at this address.

Options:
  --json                     Print one JSON object: users, disabled_users, devices, directs, groups, channels, entries,
                             files, file_bytes, bytes, journal_bytes, largest (conversation, kind, title, entries,
                             members).
  --help                     Show this text.

Exit status: 0 done, 1 the database cannot be read, 2 wrong use.
)");
}

QString checkHelp()
{
    return QStringLiteral(R"(tidemark-server check - recount every unread number of a database and compare

Usage:
  tidemark-server check --database FILE [--deep]

Prints one line for each difference and a summary line. The database must exist, and no server may be using it. Also
compares the files in FILE.files, or in the PostgreSQL database, with the messages: each is there with its size, and
none is there in vain. A PostgreSQL database is checked as of one moment, even while servers use it.

Required:
  --database FILE            Use this SQLite database, or the PostgreSQL database at this address.

Options:
  --deep                     Read all files and compare their hashes.
  --help                     Show this text.

Exit status: 0 everything agrees, 1 differences were found or the database cannot be opened, 2 wrong use.
)");
}

QString restoredHelp()
{
    return QStringLiteral(
        R"(tidemark-server restored - make all devices resync after you replaced the database by hand

Usage:
  tidemark-server restored --database FILE

Run it once after you put a backup in place by hand and before you serve it; the command restore does this by itself.
Every conversation's log gets a new epoch: devices drop their copy and take the server's. Otherwise a device that
holds newer entries than the backup could mix the lost entries with new ones.

Required:
  --database FILE            Use this SQLite database, whose server is stopped, or the PostgreSQL database at this
                             address.

Options:
  --help                     Show this text.

Exit status: 0 done, 1 the database cannot be opened or written, 2 wrong use.
)");
}

QString newEpochHelp()
{
    return QStringLiteral(
        R"(tidemark-server new-epoch - make all devices resync after the database lost acknowledged data

Usage:
  tidemark-server new-epoch --database FILE

Run it once when a database continues without the last data that it had acknowledged, for example after you promoted
a PostgreSQL standby that lagged behind. Every conversation's log gets a new epoch: devices drop their copy, take the
server's, and resend what was not acknowledged. Servers of a PostgreSQL database may be running; the command notifies
them. It does the same as restored.

Required:
  --database FILE            Use this SQLite database, whose server is stopped, or the PostgreSQL database at this
                             address.

Options:
  --help                     Show this text.

Exit status: 0 done, 1 the database cannot be opened or written, 2 wrong use.
)");
}

} // namespace tidemark::server
