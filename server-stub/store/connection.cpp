#include "server-stub/store/connection.h"

#include "core/system/sql_connection.h"
#include "server-stub/store/database_kind.h"
#include "server-stub/store/migrations.h"

#include <QFileInfo>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>

namespace tidemark::server {

Expected<std::unique_ptr<Connection>, QString> Connection::open(const QString& path)
{
    const QFileInfo file(path);
    if (file.isFile() && file.size() == 0) {
        return Unexpected(QStringLiteral("%1: %2").arg(path, notOurs(QStringLiteral("the file is empty"))));
    }
    // SQLite would open the file read-only.
    if (file.isFile() && !file.isWritable()) {
        return Unexpected(
            QStringLiteral("%1 cannot be written: check the permissions of the file and of its folder")
                .arg(path));
    }
    std::unique_ptr<Connection> connection(new Connection(path));
    if (const QString error = connection->prepare(); !error.isEmpty()) {
        return Unexpected(QStringLiteral("%1: %2").arg(path, error));
    }
    return connection;
}

Connection::Connection(const QString& path)
    : m_name(QStringLiteral("tidemark-server-") + QUuid::createUuid().toString(QUuid::WithoutBraces)),
      m_database(addSqlConnection(QStringLiteral("QSQLITE"), m_name))
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
    if (QString wrong = whyNotOurs(m_database); !wrong.isEmpty()) {
        return wrong;
    }
    if (auto newer = refuseNewer(m_database)) {
        return *newer;
    }
    // FULL: an acknowledged message survives a power cut (I12). Checkpoints are rare, because each one writes
    // busy pages again.
    for (const char* statement :
         {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON",
          "PRAGMA temp_store = MEMORY", "PRAGMA cache_size = -65536", "PRAGMA wal_autocheckpoint = 4000"}) {
        QSqlQuery query(m_database);
        if (!query.exec(QString::fromLatin1(statement))) {
            return query.lastError().text();
        }
    }
    const auto migrated = migrate(m_database);
    return migrated ? QString() : migrated.error();
}

std::uint64_t Connection::rowsWritten()
{
    QSqlQuery query(m_database);
    return query.exec(QStringLiteral("SELECT total_changes()")) && query.next() ? query.value(0).toULongLong()
                                                                                : 0;
}

QString Connection::damage(bool thorough)
{
    QSqlQuery query(m_database);
    if (!query.exec(thorough ? QStringLiteral("PRAGMA integrity_check(1)")
                             : QStringLiteral("PRAGMA quick_check(1)"))
        || !query.next()) {
        return query.lastError().text();
    }
    const QString found = query.value(0).toString();
    if (found != QLatin1String("ok")) {
        return found.simplified();
    }
    return thorough ? lostReference() : QString();
}

QString Connection::lostReference()
{
    QSqlQuery query(m_database);
    if (!query.exec(QStringLiteral("PRAGMA foreign_key_check"))) {
        return query.lastError().text();
    }
    return query.next() ? QStringLiteral("a row of %1 refers to a missing row of %2")
                              .arg(query.value(0).toString(), query.value(2).toString())
                        : QString();
}

void Connection::executeInHealth(const char* text)
{
    QSqlQuery query(m_database);
    if (!m_health.failed && !query.exec(QString::fromLatin1(text))) {
        m_health = {true, query.lastError().text(), isDamage(query.lastError())};
    }
}

bool Connection::endJournal()
{
    QSqlQuery query(m_database);
    return query.exec(QStringLiteral("PRAGMA journal_mode = DELETE")) && query.next()
           && query.value(0).toString() == QLatin1String("delete");
}

bool Connection::execute(const char* text)
{
    QSqlQuery query(m_database);
    return query.exec(QString::fromLatin1(text));
}

} // namespace tidemark::server
