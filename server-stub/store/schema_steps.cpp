#include "server-stub/store/schema_steps.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>

namespace tidemark::server {

namespace {

QString take(QSqlDatabase& database, const SchemaStep& step)
{
    if (const auto* change = std::get_if<QString (*)(QSqlDatabase&)>(&step)) {
        return (*change)(database);
    }
    return execute(database, QString::fromLatin1(std::get<const char*>(step)));
}

} // namespace

QString execute(QSqlDatabase& database, const QString& statement)
{
    QSqlQuery query(database);
    return query.exec(statement) ? QString() : query.lastError().text();
}

QString takeSteps(QSqlDatabase& database, const SchemaSteps& steps)
{
    for (const SchemaStep& step : steps) {
        if (QString error = take(database, step); !error.isEmpty()) {
            return error;
        }
    }
    return {};
}

} // namespace tidemark::server
