#include "server-stub/main/settings/help.h"

#include "server-stub/main/settings/settings.h"

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
        if (setting.isRequired != areRequired) {
            continue;
        }
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
  config     Check settings and show their sources.
  user       Add, list, disable and enable accounts, and reset their passwords.
  backup     Copy a database while it is served, and check the copy.
  restore    Replace a database with a backup.
  migrate    Copy a database into PostgreSQL.
  check      Recount every unread number of a database and compare.
  stats      Show how much a database holds.
  restored   Make all devices resync after you replaced the database by hand.
  new-epoch  Make all devices resync after the database lost acknowledged data.
  announce   Write an announcement to all users.
  dot        Show a red dot to all users, or list all dots.
  certificate
             Create a self-signed certificate for testing.

Every command accepts --config FILE instead of --database FILE. You can also set either one in the environment, as
TIDEMARK_SERVER_CONFIG or TIDEMARK_SERVER_DATABASE.

Exit status: 0 done, 1 failed, 2 wrong use.
)");
}

QString serveHelp()
{
    return QStringLiteral(R"(tidemark-server serve - serve clients until SIGTERM or SIGINT

Usage:
  tidemark-server serve --listen ADDRESS:PORT --database FILE [options]
  tidemark-server serve --config FILE [options]

When the server is ready it prints one line on standard output, "listening on ws://ADDRESS:PORT" (or wss://), and
nothing before it. The log goes to standard error; it never contains message text, passwords or tokens.

You can give each setting in three ways; a later one in this list overrides an earlier one: as a line "large-group =
500" of the configuration file, as the environment variable TIDEMARK_SERVER_LARGE_GROUP, and as the option
--large-group. In the file, lines that begin with # are comments.

On SIGHUP the server reads the file and the environment again. It logs which settings changed and which need a
restart.

Required:
%1
Options:
  --config FILE              Read settings from this file.
%2  --help                     Show this text.

Exit status: 0 ended by a signal, 1 could not start, 2 wrong use.
)")
        .arg(optionsHelp(true), optionsHelp(false));
}

QString configHelp()
{
    return QStringLiteral(R"(tidemark-server config - check settings and show their sources

Usage:
  tidemark-server config check [--config FILE] [options of serve]
  tidemark-server config manual

check prints each setting with its effective value and the source of that value: FILE:LINE, an environment variable,
an option, or default. It prints every error on standard error, one line each: unknown settings, invalid values,
certificates that cannot be read. It hides the password in the address of a database; no other setting is secret.

manual prints all settings in the format of the manual page.

Options:
  --config FILE              Read settings from this file.
  --help                     Show this text.

Exit status: 0 a server can run with these settings, 1 it cannot, 2 wrong use.
)");
}

QString userHelp()
{
    return QStringLiteral(R"(tidemark-server user - manage accounts

Usage:
  tidemark-server user add --database FILE [--password-file FILE] NAME
  tidemark-server user list --database FILE [--json]
  tidemark-server user disable --database FILE NAME
  tidemark-server user enable --database FILE NAME
  tidemark-server user reset --database FILE [--password-file FILE] NAME
  tidemark-server user delete --database FILE NAME

add creates an account, whether or not registration is open, and refuses a name that looks like an existing one.
disable disconnects all devices of the account at once and refuses its sign-ins; it removes no data. enable allows
sign-ins again. reset sets another password and signs all devices of the account out. list prints id, state, number
of devices, time of the last contact, and name.

delete deletes the account for ever, as its owner can: no other account gets its name, it leaves its conversations,
and its devices remove their data. The setting deleted-accounts decides what becomes of its messages.

The server may be running or not: the command sends its request to a running server over the socket FILE.control,
which only the server's own user may open. On PostgreSQL the command writes to the database and notifies the servers.
If the exit status is 0, the change is on the disk. A password has 8 to 1024 bytes; the command reads it from the
first line of a file or of standard input and hashes it before it sends or stores anything.

Required:
  --database FILE            Use this SQLite database, or the PostgreSQL database at this address.

Options:
  --password-file FILE       Read the password from FILE. Without this option, or with "-", the command reads
                             standard input, and prompts on a terminal.
  --json                     Print one JSON object per line: id, name, disabled, deleted, password, devices,
                             last_contact_at_ms.
  --help                     Show this text.

Exit status: 0 done, 1 refused, or the database cannot be opened or written, 2 wrong use.
)");
}

QString announceHelp()
{
    return QStringLiteral(R"(tidemark-server announce - write an announcement to all users

Usage:
  tidemark-server announce --database FILE [--uuid UUID] TEXT

All users see it in their Announcements. TEXT may have several lines; with "-" the command reads it from standard
input. The server may be running or not: the command sends its request to a running server over the socket
FILE.control, which only the server's own user may open. On PostgreSQL the command writes to the database and
notifies the servers. If the exit status is 0, the announcement is on the disk.

Required:
  --database FILE            Use this SQLite database, or the PostgreSQL database at this address.

Options:
  --uuid UUID                Identify the announcement: repeating the command with the same UUID and text
                             writes it only once.
  --help                     Show this text.

Exit status: 0 done, 1 refused, or the database cannot be opened or written, 2 wrong use.
)");
}

QString dotHelp()
{
    return QStringLiteral(R"(tidemark-server dot - show a red dot to all users, or list all dots

Usage:
  tidemark-server dot --database FILE NAME
  tidemark-server dot --database FILE --list

Gives the dot NAME its next version: every user sees the dot on all devices until they open what it points to on
one of them. The dot whats-new appears beside "What's new" in the menu of the window. Users who register later do
not see older dots. The server may be running or not, as for announce. Prints name and version.

NAME has 1 to 32 characters from a-z, 0-9 and -, and neither begins nor ends with -. A server has at most 100 dots.

Required:
  --database FILE            Use this SQLite database, or the PostgreSQL database at this address.

Options:
  --list                     List all dots, one per line, and change nothing.
  --help                     Show this text.

Exit status: 0 done, 1 refused, or the database cannot be opened or written, 2 wrong use.
)");
}

QString certificateHelp()
{
    return QStringLiteral(
        R"(tidemark-server certificate - create a self-signed certificate for testing

Usage:
  tidemark-server certificate --certificate FILE --key FILE [--hosts NAME,...] [--days N]

Writes a new key (elliptic curve P-256), which only its owner can read, and a certificate for it, and prints the
certificate's SHA-256 fingerprint. Neither file may exist. Serve with them:

  tidemark-server serve --tls-certificate FILE --tls-key FILE --listen ADDRESS:PORT --database FILE

No authority vouches for such a certificate. The window shows its fingerprint at the first connection and continues
when you accept it; for tidemark-cli give it with --trust-fingerprint. Compare it with the fingerprint that this
command printed. To make all users of a computer trust the certificate, copy it as root to
/usr/local/share/ca-certificates/tidemark.crt and run update-ca-certificates.

Required:
  --certificate FILE         Write the PEM certificate to FILE.
  --key FILE                 Write its PEM key to FILE.

Options:
  --hosts NAME,...           Make it valid for these names and addresses of the server.
                             Default: this computer's name, localhost, 127.0.0.1 and ::1.
  --days N                   Make it valid for N days, at most 3650. Default: 365.
  --help                     Show this text.

Exit status: 0 done, 1 a file exists or cannot be written, 2 wrong use.
)");
}

QString versionText()
{
    return QStringLiteral("tidemark-server " TIDEMARK_VERSION "\n");
}

} // namespace tidemark::server
