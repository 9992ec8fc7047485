#include "server-stub/hub/contract/audit.h"
#include "server-stub/postgres/copying/sqlite_copy.h"
#include "server-stub/store/sqlite_store.h"
#include "tests/main/suite.h"
#include "tests/server/postgres/postgres_place.h"
#include "tests/server/stores/filled_store.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>

#include <string>
#include <utility>
#include <vector>

namespace tidemark::server::postgres_copy_test {

namespace {

/// A database file with rows in every table.
class SqliteFile {
public:
    /// Copies this many steps, as if the copy were interrupted then. Returns whether steps are left.
    [[nodiscard]] bool copy(int steps) const
    {
        auto opened = SqliteCopy::open(path, DatabaseUrl::parse(url).value());
        REQUIRE(opened);
        SqliteCopy copying = std::move(opened).value();
        bool goesOn = true;
        for (int i = 0; i < steps && goesOn; ++i) {
            goesOn = copying.step();
        }
        CHECK(copying.error() == QString());
        return goesOn;
    }

    QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("server.sqlite"));
    std::unique_ptr<SqliteStore> owned = std::move(SqliteStore::open(path)).value();
    SqliteStore& store = *owned;
    QString url = cluster().url(newPlace());
    ConversationId group = fillEveryTable(store);
};

/// The tables of the file that have no row, and so would be copied without a check.
QStringList emptyTables(const QString& path)
{
    QStringList empty;
    const QString name = QStringLiteral("empty tables");
    {
        QSqlDatabase file = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name);
        file.setDatabaseName(path);
        REQUIRE(file.open());
        for (const QString& table : file.tables()) {
            QSqlQuery query(QStringLiteral("SELECT 1 FROM \"%1\" LIMIT 1").arg(table), file);
            if (!query.next()) {
                empty << table;
            }
        }
    }
    QSqlDatabase::removeDatabase(name);
    return empty;
}

} // namespace

TEST_CASE_FIXTURE(SqliteFile, "a copy is complete, also after it was interrupted")
{
    REQUIRE(copy(3));
    const auto tooEarly = PostgresStore::open(url);
    REQUIRE_FALSE(tooEarly);
    CHECK(tooEarly.error().contains(QStringLiteral("migrate")));
    REQUIRE(copy(4));
    CHECK_FALSE(copy(1000));

    auto opened = PostgresStore::open(url);
    REQUIRE(opened);
    PostgresStore& other = **opened;
    CHECK(other.accounts().after(UserId(), 10) == store.accounts().after(UserId(), 10));
    CHECK(other.accounts().byName("b\xc3\xa4r") == store.accounts().find(UserId(2)));
    CHECK_FALSE(other.accounts().byName(""));
    CHECK(other.accounts().meantBy("BA\xcc\x88R")->id == UserId(2));
    CHECK(other.accounts().lookalikeOf("cle0") == UserId(3));
    for (const std::uint8_t number : {1, 2, 3, 4}) {
        CHECK(other.tokens().find(filledToken(number)) == store.tokens().find(filledToken(number)));
    }
    REQUIRE(other.conversations().all() == store.conversations().all());
    for (const ConversationId id : store.conversations().all()) {
        CHECK(other.conversations().find(id) == store.conversations().find(id));
        CHECK(other.log().entries(id, Seq(), Seq(99), 99, false)
              == store.log().entries(id, Seq(), Seq(99), 99, false));
        for (const std::uint64_t user : {1, 2, 3}) {
            CHECK(other.members().find(id, UserId(user)) == store.members().find(id, UserId(user)));
            CHECK(other.log().recalledOfOthers(id, Seq(), UserId(user))
                  == store.log().recalledOfOthers(id, Seq(), UserId(user)));
            CHECK(other.log().aboutMeAfter(id, Seq(), UserId(user))
                  == store.log().aboutMeAfter(id, Seq(), UserId(user)));
            CHECK(other.log().prefix(id, Seq(4), UserId(user))
                  == store.log().prefix(id, Seq(4), UserId(user)));
        }
    }
    for (const std::uint64_t user : {1, 2}) {
        CHECK(other.tokens().devices(UserId(user)) == store.tokens().devices(UserId(user)));
        CHECK(other.members().ofUser(UserId(user)) == store.members().ofUser(UserId(user)));
        CHECK(other.dots().ofUser(UserId(user)) == store.dots().ofUser(UserId(user)));
    }
    CHECK(other.conversations().direct(UserId(1), UserId(2))
          == store.conversations().direct(UserId(1), UserId(2)));
    CHECK(other.conversations().noticeList() == store.conversations().noticeList());
    CHECK(other.ages().find() == store.ages().find());
    CHECK(other.conversations().byCreation(UserId(1), numbered(1)) == group);
    CHECK(other.conversations().findChannels("tide", 9) == store.conversations().findChannels("tide", 9));
    CHECK(other.log().sent(group, UserId(2), numbered(11))
          == store.log().sent(group, UserId(2), numbered(11)));
    CHECK(other.reactions().all(group) == store.reactions().all(group));
    CHECK(other.reactions().all(group).size() == 2);
    for (const std::uint64_t number : {1, 2, 3}) {
        const UserId user(number);
        CHECK(other.drafts().find(user, group) == store.drafts().find(user, group));
        CHECK(other.drafts().head(user) == store.drafts().head(user));
        CHECK(other.schedules().find(user, numbered(101)) == store.schedules().find(user, numbered(101)));
        CHECK(other.schedules().head(user) == store.schedules().head(user));
        CHECK(other.ignores().of(user) == store.ignores().of(user));
        CHECK(other.folders().of(user) == store.folders().of(user));
        CHECK(other.invitations().of(user) == store.invitations().of(user));
    }
    CHECK(other.deletions().next() == store.deletions().next());
    CHECK(other.blobs().allBlobs() == store.blobs().allBlobs());
    CHECK(other.blobs().references(group) == store.blobs().references(group));
    CHECK(other.blobs().allAvatars() == store.blobs().allAvatars());
    CHECK(other.blobs().upload({UserId(1), numbered(54)}) == store.blobs().upload({UserId(1), numbered(54)}));
    CHECK_MESSAGE(!other.blobs().upload({UserId(2), numbered(60)}), "the client begins it again");
    CHECK(other.blobs().bytesOf(UserId(1)) == store.blobs().bytesOf(UserId(1)));
    CHECK(other.blobs().allBytes() == 500);
    other.begin();
    CHECK(other.blobs().unusedBlobs(10) == std::vector{filledFile(3)});
    REQUIRE(other.commit());
    CHECK(audit(other) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(SqliteFile, "every table of the file that is copied here has rows")
{
    CHECK(emptyTables(path) == QStringList());
}

TEST_CASE_FIXTURE(SqliteFile, "entries after the copy continue the file's numbers")
{
    CHECK_FALSE(copy(1000));
    auto opened = PostgresStore::open(url);
    REQUIRE(opened);
    PostgresStore& other = **opened;
    other.begin();
    CHECK(other.accounts().insert("dora", "") == UserId(4));
    ConversationRecord record;
    record.creator = UserId(1);
    CHECK(other.conversations().insert(record, {}) == ConversationId(5));
    NewEntry entry;
    entry.conversation = group;
    entry.author = UserId(2);
    CHECK(other.log().append(entry).entry.seq == Seq(12));
    CHECK(other.dots().raise("news", numbered(92)) == 3);
    CHECK(other.commit());
    CHECK(audit(other) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(SqliteFile, "a copy does not continue from a file that has changed meanwhile")
{
    REQUIRE(copy(3));
    store.begin();
    store.accounts().putPasswordHash(UserId(1), "another");
    REQUIRE(store.commit());
    const auto refused = SqliteCopy::open(path, DatabaseUrl::parse(url).value());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().contains(QStringLiteral("has changed")));
}

TEST_CASE_FIXTURE(SqliteFile, "a database that is in use is not copied into")
{
    {
        auto opened = PostgresStore::open(url);
        REQUIRE(opened);
        (*opened)->begin();
        (*opened)->accounts().insert("somebody", "");
        REQUIRE((*opened)->commit());
    }
    const auto refused = SqliteCopy::open(path, DatabaseUrl::parse(url).value());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().contains(QStringLiteral("in use")));
    CHECK(PostgresStore::open(url));
}

TIDEMARK_CASES(server::runOnPostgres)

} // namespace tidemark::server::postgres_copy_test
