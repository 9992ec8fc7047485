#include "tests/support/postgres_pair.h"

#include "tests/support/programs.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>

namespace tidemark::test {

namespace {

const QString anySchema = QStringLiteral("public");
const QString standbyName = QStringLiteral("standby");

} // namespace

Expected<std::unique_ptr<PostgresPair>, QString> PostgresPair::start(Commits commits)
{
    QString error = PostgresServer::obstacle();
    std::unique_ptr<PostgresPair> pair(new PostgresPair());
    if (error.isEmpty()) {
        error = pair->run(commits);
    }
    if (!error.isEmpty()) {
        return Unexpected(error);
    }
    return pair;
}

QString PostgresPair::run(Commits commits)
{
    const QDir folder(m_folder.path());
    // The user of PostgreSQL must be able to enter the folder.
    QFile::setPermissions(folder.path(), QFile::permissions(folder.path()) | QFile::ExeOther);
    if (!folder.mkdir(QStringLiteral("a")) || !folder.mkdir(QStringLiteral("b"))) {
        return QStringLiteral("no folders for the two servers");
    }
    m_primary =
        std::make_unique<PostgresServer>(folder.filePath(QStringLiteral("a")), PostgresServer::freePort());
    m_standby =
        std::make_unique<PostgresServer>(folder.filePath(QStringLiteral("b")), PostgresServer::freePort());
    QString error = m_primary->initialise();
    if (error.isEmpty()) {
        error = m_primary->run();
    }
    if (error.isEmpty()) {
        error = m_standby->copyFrom(*m_primary, standbyName);
    }
    if (error.isEmpty()) {
        error = m_standby->run();
    }
    if (error.isEmpty()
        && !returns(QStringLiteral("SELECT application_name FROM pg_stat_replication"), standbyName)) {
        error = QStringLiteral("the standby does not follow: ") + m_standby->log();
    }
    if (error.isEmpty() && commits == Commits::WithStandby
        && (!m_primary->execute(
                anySchema,
                QStringLiteral("ALTER SYSTEM SET synchronous_standby_names = '%1'").arg(standbyName))
            || !m_primary->execute(anySchema, QStringLiteral("SELECT pg_reload_conf()"))
            || !returns(QStringLiteral("SELECT sync_state FROM pg_stat_replication"),
                        QStringLiteral("sync")))) {
        error = QStringLiteral("the standby is not waited for: ") + m_primary->log();
    }
    return error;
}

QString PostgresPair::url(const QString& parameters) const
{
    return QStringLiteral("postgres://%1@127.0.0.1:%2,127.0.0.1:%3/postgres%4")
        .arg(QString::fromLatin1(PostgresServer::owner))
        .arg(m_primary->port())
        .arg(m_standby->port())
        .arg(parameters);
}

bool PostgresPair::returns(const QString& statement, const QString& expected)
{
    const QDeadlineTimer deadline(programTimeoutMs);
    while (m_primary->value(anySchema, statement) != expected) {
        if (deadline.hasExpired() || m_primary->endsWithin(20)) {
            return false;
        }
    }
    return true;
}

bool PostgresPair::standbyHasAll()
{
    return returns(QStringLiteral("SELECT replay_lsn = pg_current_wal_lsn() FROM pg_stat_replication"),
                   QStringLiteral("t"));
}

bool PostgresPair::follow(const QString& connection, const QString& standbys)
{
    return m_standby->execute(anySchema,
                              QStringLiteral("ALTER SYSTEM SET primary_conninfo = '%1'").arg(connection))
           && m_standby->execute(anySchema, QStringLiteral("SELECT pg_reload_conf()"))
           && returns(QStringLiteral("SELECT count(*) FROM pg_stat_replication"), standbys);
}

bool PostgresPair::cutStandbyOff()
{
    return follow({}, QStringLiteral("0"));
}

bool PostgresPair::bringStandbyBack()
{
    return follow(m_primary->connectionOf(standbyName), QStringLiteral("1"));
}

bool PostgresPair::promote()
{
    return m_standby->value(anySchema,
                            QStringLiteral("SELECT pg_promote(true, %1)").arg(programTimeoutMs / 1000))
           == QLatin1String("t");
}

} // namespace tidemark::test
