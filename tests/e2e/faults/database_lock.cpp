#include "tests/e2e/faults/database_lock.h"

#include <QSqlDatabase>
#include <QSqlQuery>

namespace tidemark::test {

namespace {

const QString lockConnection = QStringLiteral("another program");

} // namespace

DatabaseLock::DatabaseLock(const QString& database)
{
    QSqlDatabase opened = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), lockConnection);
    opened.setDatabaseName(database);
    // The lock is taken between two transactions of other programs.
    opened.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=30000"));
    m_isHeld = opened.open() && QSqlQuery(opened).exec(QStringLiteral("BEGIN IMMEDIATE"));
}

DatabaseLock::~DatabaseLock()
{
    {
        QSqlDatabase opened = QSqlDatabase::database(lockConnection, false);
        QSqlQuery(opened).exec(QStringLiteral("ROLLBACK"));
        opened.close();
    }
    QSqlDatabase::removeDatabase(lockConnection);
}

} // namespace tidemark::test
