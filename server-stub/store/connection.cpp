#include "server-stub/store/connection.h"

#include "server-stub/store/migrations.h"

#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>

namespace tidemark::server {

Expected<std::unique_ptr<Connection>, QString> Connection::open(const QString& path)
{
    std::unique_ptr<Connection> connection(new Connection(path));
    if (const QString error = connection->prepare(); !error.isEmpty()) {
        return Unexpected(QStringLiteral("%1: %2").arg(path, error));
    }
    return connection;
}

Connection::Connection(const QString& path)
    : m_name(QStringLiteral("tidemark-server-") + QUuid::createUuid().toString(QUuid::WithoutBraces)),
      m_database(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_name))
{
    m_database.setDatabaseName(path);
    m_database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=5000"));
}

Connection::~Connection()
{
    m_database.close();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(m_name);
}

QString Connection::prepare()
{
    if (!m_database.open()) {
        return m_database.lastError().text();
    }
    // FULL: an acknowledged message survives a power cut (I12). Checkpoints come rarely, because busy pages
    // are written again by each of them.
    for (const char* pragma :
         {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON",
          "PRAGMA temp_store = MEMORY", "PRAGMA cache_size = -65536", "PRAGMA wal_autocheckpoint = 4000"}) {
        QSqlQuery query(m_database);
        if (!query.exec(QString::fromLatin1(pragma))) {
            return query.lastError().text();
        }
    }
    const auto migrated = migrate(m_database);
    return migrated ? QString() : migrated.error();
}

QString Connection::quickCheck()
{
    QSqlQuery query(m_database);
    if (!query.exec(QStringLiteral("PRAGMA quick_check(1)")) || !query.next()) {
        return query.lastError().text();
    }
    const QString found = query.value(0).toString();
    return found == QLatin1String("ok") ? QString() : found.simplified();
}

bool Connection::execute(const char* text)
{
    QSqlQuery query(m_database);
    return query.exec(QString::fromLatin1(text));
}

} // namespace tidemark::server
