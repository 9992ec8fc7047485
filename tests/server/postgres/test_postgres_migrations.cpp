#include "server-stub/postgres/session/database_url.h"
#include "server-stub/postgres/session/migrations.h"
#include "server-stub/postgres/session/session.h"
#include "tests/main/suite.h"
#include "tests/server/postgres/postgres_place.h"
#include "tests/server/stores/filled_store.h"

#include <QStringList>

#include <map>

namespace tidemark::server::postgres_migrations_test {

namespace {

/// The first schema with reactions. The migrations to it and before it have tests of their own.
constexpr int firstSchema = 6;

/// The names of columns with commas between, by table.
using Schema = std::map<QString, QString>;

QString valueIn(const QString& place, const QString& statement)
{
    return cluster().value(place, statement);
}

void migrateThrough(const QString& place, int version)
{
    const auto session = postgres::Session::open(DatabaseUrl::parse(cluster().url(place)).value());
    REQUIRE(session);
    CHECK(postgres::migrate(**session, version) == QString());
    CHECK(valueIn(place, QStringLiteral("SELECT version FROM tidemark_schema")) == QString::number(version));
}

Schema schemaOf(const QString& place)
{
    const QString lines =
        valueIn(place, QStringLiteral("SELECT string_agg(line, ';') FROM (SELECT table_name || ':' ||"
                                      " string_agg(column_name, ',' ORDER BY ordinal_position) AS line"
                                      " FROM information_schema.columns WHERE table_schema = current_schema()"
                                      " AND table_name <> 'tidemark_schema' GROUP BY table_name) AS tables"));
    Schema schema;
    for (const QString& line : lines.split(u';')) {
        schema[line.section(u':', 0, 0)] = line.section(u':', 1);
    }
    return schema;
}

/// A line for each table, with a digest of its rows in these columns.
QStringList digestsOf(const QString& place, const Schema& schema)
{
    QStringList parts;
    for (const auto& [table, columns] : schema) {
        parts
            << QStringLiteral(
                   "(SELECT '%1 ' || count(*) || ' ' || md5(coalesce(string_agg(row, ',' ORDER BY row), ''))"
                   " FROM (SELECT ROW(%2)::text AS row FROM %1) AS rows)")
                   .arg(table, columns);
    }
    return valueIn(place, QStringLiteral("SELECT concat_ws(';', %1)").arg(parts.join(u','))).split(u';');
}

/// Fills the tables of `place` with the rows of `full`, which has these columns, too.
void copyRows(const QString& full, const QString& place, const Schema& schema)
{
    QString statements;
    for (const auto& [table, columns] : schema) {
        statements += QStringLiteral("DELETE FROM %1; INSERT INTO %1 (%2) SELECT %2 FROM %3.%1;")
                          .arg(table, columns, full);
    }
    REQUIRE(cluster().execute(place, statements));
}

} // namespace

TEST_CASE("each step to the newest schema keeps all rows that a database of the schema before it can have")
{
    const QString full = newPlace();
    {
        const auto opened = PostgresStore::open(cluster().url(full));
        REQUIRE(opened);
        fillEveryTable(**opened);
    }
    const QString place = newPlace();
    migrateThrough(place, firstSchema);
    for (int version = firstSchema + 1; version <= postgres::newestSchema(); ++version) {
        CAPTURE(version);
        const Schema before = schemaOf(place);
        copyRows(full, place, before);
        migrateThrough(place, version);
        const QStringList kept = digestsOf(place, before);
        CHECK(kept.size() == static_cast<qsizetype>(before.size()));
        CHECK(kept == digestsOf(full, before));
    }
    CHECK(schemaOf(place) == schemaOf(full));
    CHECK(PostgresStore::open(cluster().url(place)));
}

TIDEMARK_CASES(server::runOnPostgres)

} // namespace tidemark::server::postgres_migrations_test
