#include "server-stub/store/journal.h"

#include "core/system/sql_connection.h"
#include "server-stub/store/database_kind.h"

#include <QFileInfo>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QUuid>
#include <QVariant>

namespace tidemark::server {
namespace {

bool isFolded(QSqlDatabase database, const QString& path)
{
    database.setDatabaseName(path);
    database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=1000"));
    if (!database.open() || !whyNotOurs(database).isEmpty()) {
        return false;
    }
    QSqlQuery query(database);
    return query.exec(QStringLiteral("PRAGMA journal_mode = DELETE")) && query.next()
           && query.value(0).toString() == QLatin1String("delete");
}

} // namespace

bool foldJournal(const QString& path)
{
    // SQLite would create a missing file, and drop the journal of an empty one.
    if (QFileInfo(path).size() == 0) {
        return false;
    }
    const QString name = QStringLiteral("tidemark-journal-") + QUuid::createUuid().toString();
    const bool isDone = isFolded(addSqlConnection(QStringLiteral("QSQLITE"), name), path);
    QSqlDatabase::removeDatabase(name);
    return isDone;
}

} // namespace tidemark::server
