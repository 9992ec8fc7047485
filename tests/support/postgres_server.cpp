#include "tests/support/postgres_server.h"

#include "tests/support/programs.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTcpServer>

#include <libpq-fe.h>
#include <poll.h>
#include <pwd.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <utility>
#include <vector>

namespace tidemark::test {

namespace {

constexpr const char* installations = "/usr/lib/postgresql";
/// PostgreSQL refuses to run as root.
constexpr const char* unprivileged = "postgres";
constexpr int lookEveryMs = 20;

/// The folder of its programs; empty if there is none.
QString newestPrograms()
{
    QStringList versions =
        QDir(QString::fromLatin1(installations)).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    std::sort(versions.begin(), versions.end(),
              [](const QString& a, const QString& b) { return a.toInt() > b.toInt(); });
    for (const QString& version : versions) {
        const QString programs = QStringLiteral("%1/%2/bin").arg(QString::fromLatin1(installations), version);
        if (QFileInfo(programs + QStringLiteral("/initdb")).isExecutable()) {
            return programs;
        }
    }
    return {};
}

/// The prefix of a command that runs a program as a user whom PostgreSQL accepts, and ends it with this
/// process.
QStringList prefix()
{
    QStringList words{QStringLiteral("--pdeathsig"), QStringLiteral("QUIT")};
    if (::geteuid() == 0) {
        const QString user = QString::fromLatin1(unprivileged);
        words += {QStringLiteral("--reuid=") + user, QStringLiteral("--regid=") + user,
                  QStringLiteral("--clear-groups")};
    }
    return words;
}

bool giveAway(const QString& folder)
{
    if (::geteuid() != 0) {
        return true;
    }
    const passwd* user = ::getpwnam(unprivileged);
    const QByteArray name = QFile::encodeName(folder);
    return user != nullptr && ::chown(name.constData(), user->pw_uid, user->pw_gid) == 0;
}

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

/// The running children of a process.
QList<pid_t> childrenOf(qint64 process)
{
    QList<pid_t> children;
    const QByteArray words = contentsOf(QStringLiteral("/proc/%1/task/%1/children").arg(process));
    for (const QByteArray& word : words.split(' ')) {
        if (const pid_t child = word.toInt(); child > 0) {
            children.append(child);
        }
    }
    return children;
}

/// A killed server leaves the segment of shared memory by which it marks its data.
void removeSegment(const QString& pidFile)
{
    constexpr qsizetype line = 6;
    const QList<QByteArray> lines = contentsOf(pidFile).split('\n');
    if (lines.size() > line) {
        ::shmctl(lines.at(line).simplified().split(' ').last().toInt(), IPC_RMID, nullptr);
    }
}

using RawResult = std::unique_ptr<PGresult, void (*)(PGresult*)>;

/// Runs a statement over a connection of its own that pg_stat_statements does not record.
RawResult runRaw(const PostgresServer& server, const QString& schema, const QString& statement)
{
    const QString port = server.port() == 0 ? QString() : QStringLiteral("port=%1 ").arg(server.port());
    const QString address =
        QStringLiteral("host='%1' %2user=%3 dbname=postgres options='-csearch_path=%4"
                       " -cdefault_transaction_read_only=off -cclient_min_messages=error"
                       " -cpg_stat_statements.track=none'")
            .arg(server.folder(), port, QString::fromLatin1(PostgresServer::owner), schema);
    const std::unique_ptr<PGconn, void (*)(PGconn*)> connection(PQconnectdb(address.toUtf8().constData()),
                                                                &PQfinish);
    return {PQexec(connection.get(), statement.toUtf8().constData()), &PQclear};
}

bool isDone(const RawResult& result)
{
    const ExecStatusType status = PQresultStatus(result.get());
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

} // namespace

PostgresServer::PostgresServer(QString folder, quint16 port) : m_folder(std::move(folder)), m_port(port) {}

PostgresServer::~PostgresServer()
{
    if (isRunning() && !stop()) {
        kill();
    }
}

bool PostgresServer::stop()
{
    // SIGINT is its fast shutdown. SIGTERM would wait for connected clients.
    ::kill(static_cast<pid_t>(m_server.processId()), SIGINT);
    return m_server.waitForFinished(programTimeoutMs);
}

QString PostgresServer::obstacle()
{
    return newestPrograms().isEmpty()
               ? QStringLiteral("PostgreSQL is not installed (tools/setup installs it)")
               : QString();
}

QString PostgresServer::programPath(const char* name)
{
    return newestPrograms() + QLatin1Char('/') + QLatin1String(name);
}

QString PostgresServer::path(const char* part) const
{
    return QDir(m_folder).filePath(QString::fromLatin1(part));
}

QString PostgresServer::runProgram(const QStringList& command) const
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setWorkingDirectory(QStringLiteral("/"));
    process.start(QStringLiteral("setpriv"), prefix() + command);
    if (!process.waitForFinished(programTimeoutMs) || process.exitCode() != 0) {
        return command.first() + QStringLiteral(" failed: ") + QString::fromLocal8Bit(process.readAll());
    }
    return {};
}

QString PostgresServer::initialise(const QStringList& options)
{
    if (!giveAway(m_folder)) {
        return QStringLiteral("PostgreSQL needs a user other than root to run as");
    }
    return runProgram(QStringList{programPath("initdb"), QStringLiteral("-D"), path("data"),
                                  QStringLiteral("-U"), QString::fromLatin1(owner), QStringLiteral("-A"),
                                  QStringLiteral("trust"), QStringLiteral("--no-sync"), QStringLiteral("-E"),
                                  QStringLiteral("UTF8"), QStringLiteral("--locale=C.UTF-8")}
                      + options);
}

QString PostgresServer::copyFrom(const PostgresServer& primary, const QString& name)
{
    if (!giveAway(m_folder)) {
        return QStringLiteral("PostgreSQL needs a user other than root to run as");
    }
    return runProgram({programPath("pg_basebackup"), QStringLiteral("-D"), path("data"), QStringLiteral("-d"),
                       primary.connectionOf(name), QStringLiteral("--write-recovery-conf"),
                       QStringLiteral("--checkpoint=fast"), QStringLiteral("--no-sync")});
}

QString PostgresServer::run(const QStringList& settings)
{
    QStringList words{programPath("postgres"), QStringLiteral("-D"), path("data"), QStringLiteral("-k"),
                      m_folder};
    QStringList all{QStringLiteral("fsync=off"), QStringLiteral("shared_buffers=32MB"),
                    QStringLiteral("dynamic_shared_memory_type=mmap"),
                    QStringLiteral("listen_addresses=")
                        + (m_port == 0 ? QString() : QStringLiteral("127.0.0.1")),
                    QStringLiteral("log_checkpoints=off")};
    if (m_port != 0) {
        all.append(QStringLiteral("port=%1").arg(m_port));
    }
    for (const QString& setting : all + settings) {
        words += {QStringLiteral("-c"), setting};
    }
    m_server.setProcessChannelMode(QProcess::MergedChannels);
    m_server.setStandardOutputFile(path("log"));
    m_server.setWorkingDirectory(QStringLiteral("/"));
    m_server.start(QStringLiteral("setpriv"), prefix() + words);
    const QDeadlineTimer deadline(programTimeoutMs);
    // "connections", or "read-only connections"
    while (!log().contains(QStringLiteral("ready to accept "))) {
        if (deadline.hasExpired() || m_server.waitForFinished(lookEveryMs)) {
            return QStringLiteral("postgres did not start: ") + log();
        }
    }
    return {};
}

QString PostgresServer::log() const
{
    return QString::fromLocal8Bit(contentsOf(path("log")));
}

void PostgresServer::kill()
{
    if (!isRunning()) {
        return;
    }
    // The server is stopped first, so that it starts no more processes.
    const auto server = static_cast<pid_t>(m_server.processId());
    ::kill(server, SIGSTOP);
    std::vector<pollfd> ends;
    for (const pid_t child : childrenOf(server)) {
        ends.push_back({static_cast<int>(::syscall(SYS_pidfd_open, child, 0)), POLLIN, 0});
        ::kill(child, SIGKILL);
    }
    m_server.kill();
    m_server.waitForFinished(programTimeoutMs);
    for (pollfd& end : ends) {
        ::poll(&end, 1, programTimeoutMs);
        ::close(end.fd);
    }
    removeSegment(path("data/postmaster.pid"));
}

QString PostgresServer::connectionOf(const QString& standby) const
{
    return QStringLiteral("host=127.0.0.1 port=%1 user=%2 application_name=%3")
        .arg(m_port)
        .arg(QString::fromLatin1(owner), standby);
}

QString PostgresServer::url(const QString& parameters) const
{
    return QStringLiteral("postgres://%1@127.0.0.1:%2/postgres%3")
        .arg(QString::fromLatin1(owner))
        .arg(m_port)
        .arg(parameters);
}

quint16 PostgresServer::freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : quint16(0);
}

bool PostgresServer::execute(const QString& schema, const QString& statement)
{
    return isDone(runRaw(*this, schema, statement));
}

QString PostgresServer::value(const QString& schema, const QString& statement)
{
    const RawResult result = runRaw(*this, schema, statement);
    return isDone(result) && PQntuples(result.get()) > 0 ? QString::fromUtf8(PQgetvalue(result.get(), 0, 0))
                                                         : QString();
}

} // namespace tidemark::test
