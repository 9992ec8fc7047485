#include "server-stub/postgres/driver_connection.h"

#include "core/system/sql_connection.h"
#include "server-stub/postgres/libpq.h"

#include <QSqlDriver>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>

#include <utility>

namespace tidemark::server::postgres {

namespace {

/// Settings for the database's end; those in the address apply to this end. In seconds, except the last one:
/// milliseconds.
constexpr const char* keepAliveStatement =
    "SELECT set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '3', "
    "false),"
    " set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '20000', false)";

} // namespace

DriverConnection::DriverConnection(const DatabaseUrl& url)
    : m_name(QStringLiteral("tidemark-postgres-") + QUuid::createUuid().toString(QUuid::WithoutBraces)),
      m_answerTimeout(url.answerTimeout()), m_database(addSqlConnection(QStringLiteral("QPSQL"), m_name))
{
    m_database.setHostName(url.hosts);
    m_database.setUserName(url.user);
    m_database.setPassword(url.password);
    m_database.setDatabaseName(url.database);
    m_database.setConnectOptions(url.options());
}

QString DriverConnection::open()
{
    if (!m_database.isValid()) {
        return QStringLiteral("Qt's driver for PostgreSQL is not installed (libqt6sql6-psql)");
    }
    if (!m_database.open()) {
        return m_database.lastError().databaseText();
    }
    m_watchdog.emplace(socketOf(*m_database.driver()));
    limit(m_answerTimeout);
    QSqlQuery query(m_database);
    const bool isDone = query.exec(QString::fromLatin1(keepAliveStatement));
    liftLimit();
    return isDone ? QString() : query.lastError().databaseText();
}

void DriverConnection::close()
{
    if (m_name.isEmpty()) {
        return;
    }
    m_watchdog.reset();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(std::exchange(m_name, QString()));
}

} // namespace tidemark::server::postgres
