#include "server-stub/main/help.h"

#include "server-stub/main/settings.h"

#include <QStringList>

namespace tidemark::server {
namespace {

constexpr int textColumn = 29;
constexpr int textWidth = 81;

/// Wraps `text` to lines of at most textWidth, and indents all but the first.
QString wrapped(const QString& text)
{
    QString result;
    qsizetype width = 0;
    const QStringList words = text.split(QLatin1Char(' '));
    for (const QString& word : words) {
        if (width > 0 && width + 1 + word.size() > textWidth) {
            result += QLatin1Char('\n') + QString(textColumn, QLatin1Char(' '));
            width = 0;
        }
        result += (width > 0 ? QStringLiteral(" ") : QString()) + word;
        width += word.size() + (width > 0 ? 1 : 0);
    }
    return result;
}

/// The help of the required settings, or of the others, as options.
QString optionsHelp(bool areRequired)
{
    QString help;
    for (const Setting& setting : allSettings()) {
        if (setting.isRequired != areRequired)
            continue;
        const QString option =
            QStringLiteral("  --%1 %2")
                .arg(QString::fromLatin1(setting.name), QString::fromLatin1(setting.value));
        help += option.size() < textColumn - 1
                    ? option.leftJustified(textColumn)
                    : option + QLatin1Char('\n') + QString(textColumn, QLatin1Char(' '));
        help += wrapped(QString::fromLatin1(setting.text)) + QLatin1Char('\n');
    }
    return help;
}

} // namespace

QString programHelp()
{
    return QStringLiteral(R"(tidemark-server - the bundled server of Tidemark

Usage:
  tidemark-server serve --listen ADDRESS:PORT --database FILE [options]
  tidemark-server config check [--config FILE] [options]
  tidemark-server user add|disable|enable|reset --database FILE NAME
  tidemark-server user list --database FILE
  tidemark-server backup --database FILE BACKUP
  tidemark-server restore --database FILE BACKUP
  tidemark-server migrate --from FILE --to postgres://...
  tidemark-server check --database FILE
  tidemark-server stats --database FILE
  tidemark-server restored --database FILE
  tidemark-server new-epoch --database FILE
  tidemark-server announce --database FILE [--uuid UUID] TEXT
  tidemark-server dot --database FILE NAME | --list
  tidemark-server certificate --certificate FILE --key FILE [--hosts NAME,...] [--days N]
  tidemark-server COMMAND --help
  tidemark-server --help | --version

Commands:
  serve      Serve clients until SIGTERM or SIGINT.
  config     Look whether the settings are right, and where each comes from.
  user       Add, list, disable and enable accounts, and give them new passwords.
  backup     Copy a database while it is served, and check the copy.
  restore    Put a backup in the place of a database.
  migrate    Copy a database into PostgreSQL.
  check      Recount every unread number of a database and compare.
  stats      Tell how much is in a database.
  restored   Tell the devices that a backup has taken the database's place by hand.
  new-epoch  Have all devices take the server's state, after something was lost.
  announce   Write a notice to everybody.
  dot        Show a red dot to everybody, or list all dots.
  certificate
             Make a certificate that signs itself, for trying out.

Every command takes --config FILE instead of --database FILE, and both may be in the environment instead, as
TIDEMARK_SERVER_CONFIG and TIDEMARK_SERVER_DATABASE.

Exit status: 0 done, 1 failed, 2 wrong use.
)");
}

QString serveHelp()
{
    return QStringLiteral(R"(tidemark-server serve - serve clients until SIGTERM or SIGINT

Usage:
  tidemark-server serve --listen ADDRESS:PORT --database FILE [options]
  tidemark-server serve --config FILE [options]

When it is ready it prints one line on standard output, "listening on ws://ADDRESS:PORT" (or wss://), and
nothing before it. The log goes to standard error; it never holds message text, passwords or tokens.

Each setting can be given in three ways, of which a later one replaces an earlier one: as a line "large-group =
500" of the configuration file, as the environment variable TIDEMARK_SERVER_LARGE_GROUP, and as the option
--large-group. In the file, lines that begin with # are comments.

SIGHUP reads file and environment again; the log says what has changed and what takes effect after a restart.

Required:
%1
Options:
  --config FILE              Configuration file.
%2  --help                     This text.

Exit status: 0 ended by a signal, 1 could not start, 2 wrong use.
)")
        .arg(optionsHelp(true), optionsHelp(false));
}

QString configHelp()
{
    return QStringLiteral(R"(tidemark-server config - look whether the settings are right

Usage:
  tidemark-server config check [--config FILE] [options of serve]
  tidemark-server config manual

check prints each setting with the value in force and where that comes from: FILE:LINE, the name of an environment
variable, an option, or default. Whatever is wrong is said on standard error, all of it, one line each: unknown
settings, values that are none, certificates that cannot be read. No setting holds a secret but the address
of a database that has a password in it, which is not shown.

manual prints all settings as the manual page has them.

Options:
  --config FILE              Configuration file.
  --help                     This text.

Exit status: 0 a server can run with these settings, 1 it cannot, 2 wrong use.
)");
}

QString userHelp()
{
    return QStringLiteral(R"(tidemark-server user - look after accounts

Usage:
  tidemark-server user add --database FILE [--password-file FILE] NAME
  tidemark-server user list --database FILE [--json]
  tidemark-server user disable --database FILE NAME
  tidemark-server user enable --database FILE NAME
  tidemark-server user reset --database FILE [--password-file FILE] NAME

add creates an account, whether or not registration is open, but none whose name looks like another one's. disable cuts it off at once wherever it is connected
and keeps it from coming back; nothing of it is removed. enable lets it in again. reset gives it another password
and signs all its devices out. list prints id, state, number of devices, when one was last heard of, and name.

The server may be running or not: a running one is asked over its socket FILE.control, which only its own user
may open. On PostgreSQL the command writes to the database itself, and tells the servers. When it has ended with 0,
what it did is on the disk. A password has 8 to 1024 bytes; it is read from the first line of a file or of standard
input, and hashed before it goes anywhere.

Required:
  --database FILE            SQLite database of a server, or the address of a PostgreSQL one.

Options:
  --password-file FILE       Where the password is; "-" or nothing: standard input, and who sits at a terminal
                             is asked.
  --json                     An object a line: id, name, disabled, password, devices, last_contact_at_ms.
  --help                     This text.

Exit status: 0 done, 1 refused, or the database cannot be opened or written, 2 wrong use.
)");
}

QString announceHelp()
{
    return QStringLiteral(R"(tidemark-server announce - write a notice to everybody

Usage:
  tidemark-server announce --database FILE [--uuid UUID] TEXT

All users find it in their Announcements. TEXT may have several lines; "-" reads it from standard input. The
server may be running or not: a running one is asked over its socket FILE.control, which only its own user may
open. On PostgreSQL the command writes to the database itself, and tells the servers. When it has ended with 0 the
notice is on the disk.

Required:
  --database FILE            SQLite database of a server, or the address of a PostgreSQL one.

Options:
  --uuid UUID                Names the notice: with the same name and text it is written once, however often
                             the command is repeated.
  --help                     This text.

Exit status: 0 done, 1 refused, or the database cannot be opened or written, 2 wrong use.
)");
}

QString dotHelp()
{
    return QStringLiteral(R"(tidemark-server dot - show a red dot to everybody, or list all dots

Usage:
  tidemark-server dot --database FILE NAME
  tidemark-server dot --database FILE --list

Gives the dot NAME its next version: it shows to every user, on all of their devices, until they have looked at
what it stands for on one of them. The dot whats-new stands at "What's new" in the menu of the window. Who
registers later sees no older dots. The server may be running or not, as for announce. Prints name and version.

NAME has 1 to 32 of a-z, 0-9 and -, and neither begins nor ends with -. A server has at most 100 dots.

Required:
  --database FILE            SQLite database of a server, or the address of a PostgreSQL one.

Options:
  --list                     Change nothing; print a line for each dot.
  --help                     This text.

Exit status: 0 done, 1 refused, or the database cannot be opened or written, 2 wrong use.
)");
}

QString certificateHelp()
{
    return QStringLiteral(
        R"(tidemark-server certificate - make a certificate that signs itself, for trying out

Usage:
  tidemark-server certificate --certificate FILE --key FILE [--hosts NAME,...] [--days N]

Writes a new key (elliptic curve P-256), which only its owner can read, and a certificate for it, and prints the
certificate's SHA-256 fingerprint. Neither file may exist. Serve with them:

  tidemark-server serve --tls-certificate FILE --tls-key FILE --listen ADDRESS:PORT --database FILE

No authority vouches for such a certificate. The window shows its fingerprint at the first connection and goes
on when it was accepted; tidemark-cli takes it as --trust-fingerprint. Compare it with what this command
printed. Or let a computer's users trust it: as root, copy the certificate to
/usr/local/share/ca-certificates/tidemark.crt and run update-ca-certificates.

Required:
  --certificate FILE         Where to write the PEM certificate.
  --key FILE                 Where to write its PEM key.

Options:
  --hosts NAME,...           Names and addresses at which clients reach the server.
                             Default: this computer's name, localhost, 127.0.0.1 and ::1.
  --days N                   How long it is valid, at most 3650. Default: 365.
  --help                     This text.

Exit status: 0 done, 1 a file exists or cannot be written, 2 wrong use.
)");
}

QString versionText()
{
    return QStringLiteral("tidemark-server " TIDEMARK_VERSION "\n");
}

} // namespace tidemark::server
