#include "server-stub/main/help.h"

// Help of the maintenance commands for a database.

namespace tidemark::server {

QString backupHelp()
{
    return QStringLiteral(R"(tidemark-server backup - copy a database while it is served, and check the copy

Usage:
  tidemark-server backup --database FILE BACKUP

Writes the database as it is at one moment to BACKUP, one file that only its owner may read. A server that serves
it goes on meanwhile. The copy is recounted as by check; it gets its name when it is right and on the disk. A file
that is there already is never replaced. BACKUP holds messages and hashes of passwords: keep it as safe as the
database. As root it writes only to a folder that no one else can write to.

Required:
  --database FILE            SQLite database of a server.

Options:
  --help                     This text.

Exit status: 0 done, 1 BACKUP is there already, cannot be written or is not right, 2 wrong use.
)");
}

QString restoreHelp()
{
    return QStringLiteral(R"(tidemark-server restore - put a backup in the place of a database

Usage:
  tidemark-server restore --database FILE BACKUP

Recounts BACKUP as check does and puts a copy of it in the place of the database, which no server may be using. What
was there is kept beside it as FILE.before-restore-N. Every conversation's log gets a new epoch, so that devices
take the server's state instead of mixing it with what they hold; what they have not had acknowledged they send
again. What was acknowledged after the backup is lost on the server. Accounts are as in the backup too: passwords,
who is disabled or banned, which devices are signed in; devices that were given a new token since have to sign in.

As root it acts as the user whose folder the database is in.

Required:
  --database FILE            SQLite database of a server; need not exist.

Options:
  --help                     This text.

Exit status: 0 done, 1 a server is running, or BACKUP is damaged or cannot be put there, 2 wrong use.
)");
}

QString migrateHelp()
{
    return QStringLiteral(R"(tidemark-server migrate - copy a database into PostgreSQL

Usage:
  tidemark-server migrate --from FILE --to postgres://USER@HOST/DATABASE

Recounts the SQLite database as check does, copies all of it, and recounts and compares the copy. No server may be
using either. What was broken off goes on where it was when the command is run again; until it has ended with 0 no
server takes the new database. The file stays as it is. Devices notice nothing: serve the new database under the
same name.

Required:
  --from FILE                SQLite database of a server; sqlite:FILE means the same.
  --to postgres://...        PostgreSQL database that is empty.

Options:
  --help                     This text.

Exit status: 0 done, and everything agrees, 1 failed, 2 wrong use.
)");
}

QString statsHelp()
{
    return QStringLiteral(R"(tidemark-server stats - tell how much is in a database

Usage:
  tidemark-server stats --database FILE [--json]

Users, devices, conversations, entries, size, and the ten largest conversations. A server that serves the database is
not asked and not held up.

Required:
  --database FILE            SQLite database of a server, or the address of a PostgreSQL one.

Options:
  --json                     One object: users, disabled_users, devices, directs, groups, channels, entries, bytes,
                             journal_bytes, largest (conversation, kind, title, entries, members).
  --help                     This text.

Exit status: 0 done, 1 the database cannot be read, 2 wrong use.
)");
}

QString checkHelp()
{
    return QStringLiteral(R"(tidemark-server check - recount every unread number of a database and compare

Usage:
  tidemark-server check --database FILE

Prints a line for each difference and a closing line. The database must exist and no server may be using it. A
PostgreSQL database is compared as it is at one moment, also while it is served.

Required:
  --database FILE            SQLite database of a server, or the address of a PostgreSQL one.

Options:
  --help                     This text.

Exit status: 0 everything agrees, 1 differences were found or the database cannot be opened, 2 wrong use.
)");
}

QString restoredHelp()
{
    return QStringLiteral(
        R"(tidemark-server restored - tell the devices that a backup has taken the database's place

Usage:
  tidemark-server restored --database FILE

The command restore does this by itself. Run it once after putting a backup in place by hand and before
serving from it. Every conversation's log gets a new epoch: devices drop their copy and take the server's.
Without it a device that holds more than the backup did could mix what was lost with what is written now.

Required:
  --database FILE            SQLite database of a server, which is not running; or the address of a PostgreSQL one.

Options:
  --help                     This text.

Exit status: 0 done, 1 the database cannot be opened or written, 2 wrong use.
)");
}

QString newEpochHelp()
{
    return QStringLiteral(
        R"(tidemark-server new-epoch - have all devices take the server's state, after something was lost

Usage:
  tidemark-server new-epoch --database FILE

Run it once when a database has gone on without the last of what it had acknowledged: after the promotion of a
standby of PostgreSQL that had not got everything. Every conversation's log gets a new epoch: devices drop
their copy, take the server's, and send again what was not acknowledged. Servers of a PostgreSQL database may be
running; they are told. The same as restored.

Required:
  --database FILE            SQLite database of a server, which is not running; or the address of a PostgreSQL one.

Options:
  --help                     This text.

Exit status: 0 done, 1 the database cannot be opened or written, 2 wrong use.
)");
}

} // namespace tidemark::server
