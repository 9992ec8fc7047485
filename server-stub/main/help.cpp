#include "server-stub/main/help.h"

namespace tidemark::server {

QString programHelp()
{
    return QStringLiteral(R"(tidemark-server - the bundled server of Tidemark

Usage:
  tidemark-server serve --listen ADDRESS:PORT --database FILE [options]
  tidemark-server check --database FILE
  tidemark-server restored --database FILE
  tidemark-server announce --database FILE [--uuid UUID] TEXT
  tidemark-server dot --database FILE NAME | --list
  tidemark-server certificate --certificate FILE --key FILE [--hosts NAME,...] [--days N]
  tidemark-server COMMAND --help
  tidemark-server --help | --version

Commands:
  serve      Serve clients until SIGTERM or SIGINT.
  check      Recount every unread number of a database and compare.
  restored   Tell the devices that a backup has taken the database's place.
  announce   Write a notice to everybody.
  dot        Show a red dot to everybody, or list all dots.
  certificate
             Make a certificate that signs itself, for trying out.

Exit status: 0 done, 1 failed, 2 wrong use.
)");
}

QString serveHelp()
{
    return QStringLiteral(R"(tidemark-server serve - serve clients until SIGTERM or SIGINT

Usage:
  tidemark-server serve --listen ADDRESS:PORT --database FILE [options]

When it is ready it prints one line on standard output, "listening on ws://ADDRESS:PORT" (or wss://), and
nothing before it. The log goes to standard error; it never holds message text, passwords or tokens.

Required:
  --listen ADDRESS:PORT      For example 127.0.0.1:8080, [::1]:8080 or localhost:0. Port 0 takes a free one.
                             An address outside loopback needs TLS.
  --database FILE            SQLite database; created if it does not exist. One server at a time; it holds
                             FILE.lock meanwhile, and takes commands on the socket FILE.control.

Options:
  --tls-certificate FILE     PEM certificate, followed by its chain. Clients then connect with wss://.
  --tls-key FILE             Its PEM key, without a passphrase. Both or neither. SIGHUP makes the server read
                             both again, for those who connect from then on; a pair that does not fit is
                             refused in the log, and the old one stays.
  --registration open|closed Whether anybody may create an account.
                             Default: open on a loopback address, else closed.
  --sends-per-second N       Messages a second that one user may send for long. Default: 5000 on a loopback
                             address, where imports and tests run, else 50.
  --send-burst N             Messages that one user may send at once before that rate applies.
                             Default: 50000 on a loopback address, else 500.
  --connections-per-user N   Default: 1000 on a loopback address, else 32.
  --max-connections N        Connections of all users together. Default: 10000, and never more than the
                             system's limit of open files allows.
  --connections-per-address N
                             Connections from one address (of IPv6: from one network of 64 bits), at a time
                             and at once; for long 20 new ones and 20 attempts to sign in a second. Loopback
                             addresses may do anything. Default: 256.
  --proxies ADDRESS,...      Addresses to which that does not apply, because many people come from there.
  --password-memory MIB      What Argon2id takes for a password, 8 to 4095; and --password-passes, how often
                             it goes through it. Passwords that were kept with less are kept anew when
                             somebody signs in with them. Default: 64 and 2.
  --password-passes N
  --rotate-tokens-days N     A device that comes with a token older than N days is given a new one; the old one
                             ends when the new one is used. Default: 30.
  --large-group N            In groups of more than N members each user may send one message a second for
                             long, ten at once. Default: none on a loopback address, else 10000.
  --pull-entries N           Messages in one answer to a client that asks for a part of a conversation.
                             Default: 1024.
  --keep-messages N          Keep the newest N entries of each conversation. Older ones lose their text
                             and no longer count for who has not read them. Default: keep all.
  --keep-days D              The same for entries older than D days. With both, whatever keeps less.
  --unread-expires-days N    Messages that were unread for N days no longer count. Default: they always do.
  --notices-forget-days N    Who was not here for N days comes back without unread notices to everybody.
                             Default: 30.
  --metrics ADDRESS:PORT     Tell how the server is over HTTP, on a loopback address: /metrics for Prometheus,
                             and /health, which is 200 only while the database takes changes and the server
                             answers, else 503 with the reason. Default: off.
  --log-level LEVEL          debug, info, warning or error. Default: info.
  --help                     This text.

Exit status: 0 ended by a signal, 1 could not start, 2 wrong use.
)");
}

QString checkHelp()
{
    return QStringLiteral(R"(tidemark-server check - recount every unread number of a database and compare

Usage:
  tidemark-server check --database FILE

Prints a line for each difference and a closing line. The database must exist and no server may be using it.

Required:
  --database FILE            SQLite database of a server.

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

Run it once after putting a backup in place and before serving from it. Every conversation's log gets a new
epoch: devices drop their copy and take the server's. Without it a device that holds more than the backup
did could mix what was lost with what is written now.

Required:
  --database FILE            SQLite database of a server, which is not running.

Options:
  --help                     This text.

Exit status: 0 done, 1 the database cannot be opened or written, 2 wrong use.
)");
}

QString announceHelp()
{
    return QStringLiteral(R"(tidemark-server announce - write a notice to everybody

Usage:
  tidemark-server announce --database FILE [--uuid UUID] TEXT

All users find it in their Announcements. TEXT may have several lines; "-" reads it from standard input. The
server may be running or not: a running one is asked over its socket FILE.control, which only its own user may
open. When the command has ended with 0 the notice is on the disk.

Required:
  --database FILE            SQLite database of a server.

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
  --database FILE            SQLite database of a server.

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
