#define DOCTEST_CONFIG_IMPLEMENT
#include "server-stub/store/sqlite_store.h"
#include "tests/support/store_conformance.h"

#include <QCoreApplication>
#include <QFile>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>

namespace tidemark::server::conformance {

StoreUnderTest makeStore()
{
    auto opened = SqliteStore::open(QStringLiteral(":memory:"));
    REQUIRE(opened);
    std::unique_ptr<SqliteStore> store = std::move(opened).value();
    SqliteStore* sqlite = store.get();
    return {std::move(store), [sqlite] { sqlite->failNextCommit(); }};
}

} // namespace tidemark::server::conformance

namespace tidemark::server {

namespace {

/// A database file that another program has its hands on.
class RawDatabase {
public:
    explicit RawDatabase(const QString& path)
        : m_database(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("raw")))
    {
        m_database.setDatabaseName(path);
        REQUIRE(m_database.open());
    }
    ~RawDatabase()
    {
        m_database.close();
        m_database = QSqlDatabase();
        QSqlDatabase::removeDatabase(QStringLiteral("raw"));
    }
    RawDatabase(const RawDatabase&) = delete;
    RawDatabase& operator=(const RawDatabase&) = delete;

    bool run(const char* statement) { return QSqlQuery(m_database).exec(QString::fromLatin1(statement)); }

private:
    QSqlDatabase m_database;
};

struct Folder {
    QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("server.sqlite"));
};

} // namespace

TEST_CASE_FIXTURE(Folder, "what was committed is there after opening again")
{
    const auto write = SqliteStore::open(path);
    REQUIRE(write);
    Store& store = **write;
    store.begin();
    const UserId user = store.insertAccount("ada", "hash");
    ConversationRecord record;
    record.creator = user;
    record.logEpoch = LogEpoch(9);
    NewEntry entry;
    entry.conversation = store.insertConversation(record, {});
    entry.author = user;
    entry.at = UnixMs{77};
    entry.text = "hello";
    const LogEntry logged = store.appendEntry(entry);
    REQUIRE(store.commit());
    store.begin();
    store.appendEntry(entry);

    // A second program sees only what was committed, like the next start after a crash.
    const auto read = SqliteStore::open(path);
    REQUIRE(read);
    const auto conversation = (*read)->conversation(entry.conversation);
    REQUIRE(conversation);
    CHECK(conversation->head == Seq(1));
    CHECK(conversation->headCountable == 1);
    CHECK(conversation->lastActivity == UnixMs{77});
    CHECK((*read)->entry(entry.conversation, Seq(1)) == logged);
}

TEST_CASE_FIXTURE(Folder, "a database of a newer program is refused and left alone")
{
    REQUIRE(SqliteStore::open(path));
    RawDatabase raw(path);
    REQUIRE(raw.run("PRAGMA user_version = 999"));
    const auto opened = SqliteStore::open(path);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().contains(QStringLiteral("newer")));
    CHECK(opened.error().contains(path));
}

TEST_CASE_FIXTURE(Folder, "what is not a database, or not there, is an error for people")
{
    QFile file(path);
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(5000, 'x'));
    file.close();
    CHECK_FALSE(SqliteStore::open(path));
    CHECK_FALSE(SqliteStore::open(folder.filePath(QStringLiteral("no/such/folder.sqlite"))));
}

TEST_CASE_FIXTURE(Folder, "I12: a statement that fails makes the whole transaction fail")
{
    const auto opened = SqliteStore::open(path);
    REQUIRE(opened);
    SqliteStore& store = **opened;
    store.begin();
    store.insertAccount("ada", "");
    REQUIRE(store.commit());

    store.begin();
    store.insertAccount("bob", "");
    CHECK_FALSE(store.insertAccount("ada", "").isValid());
    CHECK_MESSAGE(!store.accountByName("ada"), "later calls return empty values");
    CHECK_FALSE(store.commit());
    CHECK_FALSE(store.lastFailure().empty());
    CHECK(store.accountByName("ada"));
    CHECK_FALSE(store.accountByName("bob"));
}

} // namespace tidemark::server

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    return doctest::Context(argc, argv).run();
}
