#include "tests/support/postgres_cluster.h"

#include <QChar>

namespace tidemark::test {

namespace {

QStringList settings()
{
    return {QStringLiteral("shared_preload_libraries=pg_stat_statements"),
            QStringLiteral("pg_stat_statements.track_utility=off")};
}

} // namespace

Expected<std::unique_ptr<PostgresCluster>, QString> PostgresCluster::start()
{
    QString error = PostgresServer::obstacle();
    std::unique_ptr<PostgresCluster> cluster(new PostgresCluster());
    if (error.isEmpty()) {
        error = cluster->m_server.initialise();
    }
    if (error.isEmpty()) {
        error = cluster->m_server.run(settings());
    }
    if (!error.isEmpty()) {
        return Unexpected(error);
    }
    return cluster;
}

QString PostgresCluster::url(const QString& name, const QString& parameters)
{
    execute(QStringLiteral("public"), QStringLiteral("CREATE SCHEMA IF NOT EXISTS %1").arg(name));
    return QStringLiteral("postgres://%1@/postgres?host=%2&options=-csearch_path")
               .arg(QString::fromLatin1(PostgresServer::owner), m_folder.path())
           + QStringLiteral("%3D") + name + parameters;
}

bool PostgresCluster::execute(const QString& name, const QString& statement)
{
    return m_server.execute(name, statement);
}

QString PostgresCluster::value(const QString& name, const QString& statement)
{
    return m_server.value(name, statement);
}

void PostgresCluster::forgetStatements()
{
    execute(QStringLiteral("public"), QStringLiteral("CREATE EXTENSION IF NOT EXISTS pg_stat_statements"));
    execute(QStringLiteral("public"), QStringLiteral("SELECT pg_stat_statements_reset()"));
}

QStringList PostgresCluster::statements()
{
    const QString separator{QChar(QChar::ParagraphSeparator)};
    return value(QStringLiteral("public"),
                 QStringLiteral("SELECT string_agg(query, '%1') FROM pg_stat_statements")
                     .replace(QStringLiteral("%1"), separator))
        .split(separator, Qt::SkipEmptyParts);
}

void PostgresCluster::cutConnections()
{
    execute(QStringLiteral("public"),
            QStringLiteral("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
                           " WHERE pid <> pg_backend_pid() AND application_name LIKE 'tidemark-server%'"));
}

bool PostgresCluster::stop()
{
    return m_server.stop();
}

bool PostgresCluster::startAgain()
{
    return m_server.run(settings()).isEmpty();
}

} // namespace tidemark::test
