#include "server-stub/store/database_kind.h"

#include "server-stub/store/statement.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

namespace tidemark::server {

QString notOurs(const QString& what)
{
    return what
           + QStringLiteral("; if it was a database, put a backup in its place and run 'tidemark-server "
                            "restored' on it; otherwise name another file");
}

QString whyNotOurs(const QSqlDatabase& database)
{
    QSqlQuery query(database);
    if (!query.exec(
            QStringLiteral("SELECT count(*), sum(name IN ('account', 'entry', 'member')) FROM sqlite_master"
                           " WHERE type = 'table'"))
        || !query.next()) {
        const QString what = isDamage(query.lastError())
                                 ? notOurs(QStringLiteral("the file is damaged or not a database"))
                                 : QStringLiteral("cannot be read");
        return QStringLiteral("%1 (%2)").arg(what, query.lastError().databaseText());
    }
    constexpr int ours = 3;
    const bool isNew = query.value(0).toInt() == 0;
    return isNew || query.value(1).toInt() == ours
               ? QString()
               : notOurs(QStringLiteral("the file is a database of another program"));
}

} // namespace tidemark::server
