// A recalled text is in no row of PostgreSQL and in no frame from it, however the text came into the
// database.
#include "server-stub/postgres/copying/sqlite_copy.h"
#include "server-stub/store/sqlite_store.h"
#include "tests/main/suite.h"
#include "tests/server/postgres/postgres_place.h"
#include "tests/server/stores/recalled_talk.h"

#include <QByteArray>
#include <QTemporaryDir>

#include <memory>
#include <utility>

namespace tidemark::server::postgres_recalled_test {

namespace {

struct Database {
    QString name = newPlace();
    QString url = cluster().url(name);

    /// Whether any row of any table has the text, as text or as bytes.
    [[nodiscard]] bool hasSecret() const
    {
        const QString tables = cluster().value(
            name, QStringLiteral("SELECT string_agg(tablename, ',') FROM pg_tables WHERE schemaname = "
                                 "current_schema()"));
        REQUIRE(tables.contains(QStringLiteral("entry")));
        const auto secret = QByteArray::fromStdString(RecalledTalk::secret);
        for (const QString& table : tables.split(QLatin1Char(','))) {
            const QByteArray rows =
                cluster()
                    .value(name, QStringLiteral("SELECT string_agg(t::text, ' ') FROM \"%1\" t").arg(table))
                    .toUtf8();
            if (rows.contains(secret) || rows.contains(secret.toHex())) {
                return true;
            }
        }
        return false;
    }
    [[nodiscard]] std::unique_ptr<PostgresStore> open() const
    {
        return std::move(PostgresStore::open(url)).value();
    }
};

void copy(const QString& file, const Database& database)
{
    auto copying = SqliteCopy::open(file, DatabaseUrl::parse(database.url).value());
    REQUIRE(copying);
    while (copying->step()) {
    }
    REQUIRE(copying->error() == QString());
}

/// Whether a server that has just started sends a frame with the text while a client pulls everything.
bool isSentFrom(Store& store, RecalledTalk& talk)
{
    talk.sent.clear();
    talk.start(store);
    talk.pullAll();
    talk.stop();
    CHECK(talk.sent.size() > 2000);
    return talk.hasSent();
}

} // namespace

TEST_CASE("a recalled text is not copied to PostgreSQL")
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("server.sqlite"));
    const Database database;
    RecalledTalk talk;
    std::unique_ptr<SqliteStore> store = std::move(SqliteStore::open(file)).value();
    talk.start(*store);
    talk.tell();
    bool isRecalled = true;
    SUBCASE("recalled before")
    {
        talk.recall();
    }
    SUBCASE("recalled afterwards")
    {
        isRecalled = false;
    }
    talk.stop();
    store.reset();
    copy(file, database);
    CHECK(database.hasSecret() != isRecalled);
    const std::unique_ptr<PostgresStore> other = database.open();
    CHECK(isSentFrom(*other, talk) != isRecalled);
    if (!isRecalled) {
        talk.start(*other);
        talk.recall();
        talk.stop();
        CHECK_FALSE(database.hasSecret());
        CHECK_FALSE(isSentFrom(*other, talk));
    }
}

TEST_CASE("a recalled text is in no row of PostgreSQL and in no frame from there")
{
    const Database database;
    RecalledTalk talk;
    const std::unique_ptr<PostgresStore> store = database.open();
    talk.start(*store);
    talk.tell();
    CHECK(talk.hasSent());
    CHECK(database.hasSecret());

    talk.recall();
    talk.pullAll();
    CHECK_FALSE(talk.hasSent());
    CHECK_FALSE(database.hasSecret());
    talk.stop();
    CHECK_FALSE(isSentFrom(*store, talk));
}

TIDEMARK_CASES(server::runOnPostgres)

} // namespace tidemark::server::postgres_recalled_test
