// A database of an earlier schema keeps its rows through every later one.
#include "server-stub/store/migrations.h"
#include "server-stub/store/sqlite_store.h"
#include "tests/server/stores/filled_store.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QStringList>
#include <QTemporaryDir>
#include <QVariant>

#include <doctest/doctest.h>

#include <map>

namespace tidemark::server::migrations_test {

namespace {

/// The first schema with reactions. The migrations to it and before it have tests of their own.
constexpr int firstSchema = 17;

/// The names of columns, by table.
using Schema = std::map<QString, QStringList>;

/// A database file of some schema.
class RawFile {
public:
    explicit RawFile(const QString& path)
        : m_path(path), m_database(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), path))
    {
        m_database.setDatabaseName(path);
        REQUIRE(m_database.open());
        run(QStringLiteral("PRAGMA synchronous = OFF")); // this file need not survive a loss of power
    }
    ~RawFile()
    {
        m_database.close();
        m_database = QSqlDatabase();
        QSqlDatabase::removeDatabase(m_path);
    }
    RawFile(const RawFile&) = delete;
    RawFile& operator=(const RawFile&) = delete;

    void migrateThrough(int version) { REQUIRE(migrate(m_database, version)); }

    void run(const QString& statement)
    {
        QSqlQuery query(m_database);
        REQUIRE_MESSAGE(query.exec(statement), statement.toStdString());
    }
    /// The first column of all rows.
    [[nodiscard]] QStringList values(const QString& statement) const
    {
        QStringList found;
        QSqlQuery query(m_database);
        REQUIRE_MESSAGE(query.exec(statement), statement.toStdString());
        while (query.next()) {
            found << query.value(0).toString();
        }
        return found;
    }
    [[nodiscard]] Schema schema() const
    {
        Schema found;
        for (const QString& table :
             values(QStringLiteral("SELECT name FROM sqlite_master WHERE type = 'table'"
                                   " AND name NOT LIKE 'sqlite_%'"))) {
            found[table] = values(QStringLiteral("SELECT name FROM pragma_table_info('%1')").arg(table));
        }
        return found;
    }
    /// The rows of a table, each as text.
    [[nodiscard]] QStringList rows(const QString& table, const QStringList& columns) const
    {
        const QString fields = columns.join(QStringLiteral(") || ', ' || quote("));
        return values(QStringLiteral("SELECT quote(%1) FROM %2 ORDER BY 1").arg(fields, table));
    }
    /// Fills the tables with the rows of another file, which has these columns, too.
    void copyFrom(const QString& path)
    {
        run(QStringLiteral("ATTACH '%1' AS full").arg(path));
        for (const auto& [table, columns] : schema()) {
            run(QStringLiteral("DELETE FROM main.") + table);
            run(QStringLiteral("INSERT INTO main.%1 (%2) SELECT %2 FROM full.%1")
                    .arg(table, columns.join(QStringLiteral(", "))));
        }
        run(QStringLiteral("DETACH full"));
    }

private:
    QString m_path;
    QSqlDatabase m_database;
};

/// A folder with a database of the newest schema that has rows in every table.
struct Full {
    QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("full.sqlite"));

    Full()
    {
        const auto opened = SqliteStore::open(path);
        REQUIRE(opened);
        fillEveryTable(**opened);
    }
};

/// The columns of `later` that `earlier` does not have.
Schema addedTo(const Schema& earlier, const Schema& later)
{
    Schema added;
    for (const auto& [table, columns] : later) {
        const auto before = earlier.find(table);
        for (const QString& column : columns) {
            if (before == earlier.end() || !before->second.contains(column)) {
                added[table] << column;
            }
        }
    }
    return added;
}

} // namespace

TEST_CASE_FIXTURE(Full, "a database of each schema keeps all its rows at every step to the newest one")
{
    const RawFile full(path);
    for (int first = firstSchema; first < newestSchema(); ++first) {
        CAPTURE(first);
        const QString older = folder.filePath(QStringLiteral("%1.sqlite").arg(first));
        {
            RawFile file(older);
            file.migrateThrough(first);
            const Schema schema = file.schema();
            file.copyFrom(path);
            for (int version = first; version <= newestSchema(); ++version) {
                file.migrateThrough(version);
                CAPTURE(version);
                CHECK(file.values(QStringLiteral("PRAGMA user_version"))
                      == QStringList{QString::number(version)});
                for (const auto& one : schema) {
                    const auto& table = one.first; // the macros may not name a structured binding
                    const auto& columns = one.second;
                    CAPTURE(table.toStdString());
                    CHECK(file.rows(table, columns) == full.rows(table, columns));
                }
            }
            CHECK(file.schema() == full.schema());
        }
        CHECK(SqliteStore::open(older));
    }
}

TEST_CASE_FIXTURE(Full, "what each step adds has values that a later step could lose")
{
    const RawFile full(path);
    RawFile file(folder.filePath(QStringLiteral("empty.sqlite")));
    file.migrateThrough(firstSchema);
    for (int version = firstSchema + 1; version <= newestSchema(); ++version) {
        CAPTURE(version);
        const Schema before = file.schema();
        file.migrateThrough(version);
        const Schema added = addedTo(before, file.schema());
        CHECK_FALSE(added.empty());
        for (const auto& one : added) {
            const auto& table = one.first;
            const auto& columns = one.second;
            CHECK_MESSAGE(!full.rows(table, columns).isEmpty(), table.toStdString());
            for (const QString& column : columns) {
                const bool isNewTable = !before.contains(table);
                const QStringList values = full.values(
                    QStringLiteral("SELECT 1 FROM %1 WHERE %2 NOT IN (0, x'') LIMIT 1").arg(table, column));
                CHECK_MESSAGE((isNewTable || !values.isEmpty()), table.toStdString(), ".",
                              column.toStdString());
            }
        }
    }
}

} // namespace tidemark::server::migrations_test
