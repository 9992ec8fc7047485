#include "server-stub/store/sqlite_store.h"
#include "tests/support/accounts_of_before.h"
#include "tests/support/blob_conformance.h"

#include <QCoreApplication>
#include <QFile>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>

#include <filesystem>

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

namespace tidemark::server::sqlite_store_test {

namespace {

/// A database file that another program changes.
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

/// These functions turn a database into an older one: from before deletions, hidden messages, the order of
/// pins, invitations, forwarding, folders, scheduled messages, pins, clearing, drafts and ignoring; from
/// before reactions; from before files and the comparison of names; from before roles; and from before
/// deliveries, trimming, reading policies, timed mutes, announcements, dots, quiet devices and renewed
/// tokens.
void dropDrafts(RawDatabase& raw)
{
    for (const char* step : {"DROP TABLE deletion",
                             "DROP INDEX reaction_user",
                             "ALTER TABLE account DROP COLUMN deleted",
                             "ALTER TABLE member DROP COLUMN hidden",
                             "ALTER TABLE member DROP COLUMN pin_order",
                             "DROP TABLE invitation",
                             "DROP TABLE invitation_set",
                             "ALTER TABLE account DROP COLUMN adding",
                             "DROP TABLE folder",
                             "DROP TABLE folder_set",
                             "DROP TABLE scheduled",
                             "ALTER TABLE conversation DROP COLUMN forwarding_forbidden",
                             "ALTER TABLE entry DROP COLUMN forwarded_from",
                             "ALTER TABLE entry DROP COLUMN forwarded_at",
                             "ALTER TABLE conversation DROP COLUMN pinned",
                             "ALTER TABLE member DROP COLUMN cleared_upto",
                             "DROP TABLE draft",
                             "DROP TABLE ignored_user",
                             "DROP TABLE ignore_set",
                             "PRAGMA user_version = 17"}) {
        REQUIRE(raw.run(step));
    }
}

void dropReactions(RawDatabase& raw)
{
    dropDrafts(raw);
    for (const char* step :
         {"DROP TABLE reaction", "ALTER TABLE member DROP COLUMN reactions_seen",
          "ALTER TABLE conversation DROP COLUMN reaction_head", "PRAGMA user_version = 16"}) {
        REQUIRE(raw.run(step));
    }
}

void dropNameKeys(RawDatabase& raw)
{
    dropReactions(raw);
    for (const char* step :
         {"DROP TABLE avatar", "DROP TABLE file_usage", "DROP TABLE loose_blob", "DROP TABLE blob_ref",
          "DROP TABLE upload", "DROP TABLE blob", "ALTER TABLE entry DROP COLUMN attachments",
          "DROP TABLE age_clock", "DROP TABLE account_fold", "DROP TABLE account_skeleton",
          "PRAGMA user_version = 13"}) {
        REQUIRE(raw.run(step));
    }
}

void dropRoles(RawDatabase& raw)
{
    dropNameKeys(raw);
    for (const char* step :
         {"DROP INDEX member_role", "ALTER TABLE member DROP COLUMN role",
          "ALTER TABLE member DROP COLUMN banned", "ALTER TABLE member DROP COLUMN hidden_upto",
          "ALTER TABLE member DROP COLUMN left_head", "ALTER TABLE member DROP COLUMN left_activity_at",
          "ALTER TABLE member DROP COLUMN left_title", "ALTER TABLE conversation DROP COLUMN history_open",
          "ALTER TABLE conversation DROP COLUMN invite_only", "PRAGMA user_version = 12"}) {
        REQUIRE(raw.run(step));
    }
}

void dropLaterColumns(RawDatabase& raw)
{
    dropRoles(raw);
    for (const char* step : {"ALTER TABLE conversation DROP COLUMN trimmed_upto",
                             "ALTER TABLE member DROP COLUMN floor_cause",
                             "ALTER TABLE member DROP COLUMN floor_device",
                             "ALTER TABLE member DROP COLUMN floor_device_name",
                             "ALTER TABLE member DROP COLUMN floor_at",
                             "DROP INDEX member_delivered",
                             "ALTER TABLE member DROP COLUMN delivered",
                             "ALTER TABLE account DROP COLUMN reading",
                             "DROP INDEX member_muted_until",
                             "ALTER TABLE member DROP COLUMN muted_until",
                             "DROP TABLE seen_dot",
                             "DROP TABLE dot",
                             "DROP INDEX conversation_notice_list",
                             "DELETE FROM account WHERE id = 0",
                             "ALTER TABLE account DROP COLUMN last_contact_at",
                             "ALTER TABLE account DROP COLUMN dot_baseline",
                             "ALTER TABLE account DROP COLUMN quiet_while_active",
                             "DROP INDEX conversation_channel",
                             "ALTER TABLE member DROP COLUMN feed_snapshot",
                             "DROP INDEX token_next",
                             "ALTER TABLE token DROP COLUMN next_hash",
                             "ALTER TABLE token DROP COLUMN next_salt"}) {
        REQUIRE(raw.run(step));
    }
}

} // namespace

TEST_CASE_FIXTURE(Folder, "committed changes are there after opening again")
{
    const auto write = SqliteStore::open(path);
    REQUIRE(write);
    Store& store = **write;
    store.begin();
    const UserId user = store.accounts().insert("ada", "hash");
    ConversationRecord record;
    record.creator = user;
    record.logEpoch = LogEpoch(9);
    NewEntry entry;
    entry.conversation = store.conversations().insert(record, {});
    entry.author = user;
    entry.at = UnixMs{77};
    entry.content = content::Message{"hello"};
    const LogEntry logged = store.log().append(entry);
    REQUIRE(store.commit());
    store.begin();
    store.log().append(entry);

    // A second program sees only committed changes, like the next start after a crash.
    const auto read = SqliteStore::open(path);
    REQUIRE(read);
    const auto conversation = (*read)->conversations().find(entry.conversation);
    REQUIRE(conversation);
    CHECK(conversation->head == Seq(1));
    CHECK(conversation->headCountable == 1);
    CHECK(conversation->lastActivity == UnixMs{77});
    CHECK((*read)->log().entry(entry.conversation, Seq(1)) == logged);
}

TEST_CASE_FIXTURE(Folder, "a probe finds out whether a change can be stored, and changes nothing")
{
    const auto opened = SqliteStore::open(path);
    REQUIRE(opened);
    CHECK((*opened)->probe());
    (*opened)->failNextCommit();
    CHECK_FALSE((*opened)->probe());
    CHECK((*opened)->probe());
    {
        // Another process holds the lock for writing. The store must report that it cannot write.
        RawDatabase raw(path);
        REQUIRE(raw.run("BEGIN IMMEDIATE"));
        CHECK_FALSE((*opened)->probe());
        REQUIRE(raw.run("ROLLBACK"));
    }
    CHECK((*opened)->probe());
}

TEST_CASE_FIXTURE(Folder, "a probe fails when the disk is about to be full, and messages still come in")
{
    const auto space = std::filesystem::space(std::filesystem::temp_directory_path());
    const auto opened = SqliteStore::open(path, space.capacity + 1);
    REQUIRE(opened);
    CHECK_FALSE((*opened)->probe());
    CHECK((*opened)->lastFailure() == "the disk is full");
    (*opened)->begin();
    CHECK((*opened)->commit());
    CHECK_FALSE((*opened)->probe());
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

TEST_CASE_FIXTURE(Folder, "a database from before devices keeps its tokens")
{
    {
        const auto opened = SqliteStore::open(path);
        REQUIRE(opened);
        Store& store = **opened;
        store.begin();
        store.tokens().put(conformance::hash(1), store.accounts().insert("ada", ""), DeviceId(7), "laptop",
                           UnixMs{5});
        REQUIRE(store.commit());
    }
    {
        RawDatabase raw(path);
        for (const char* column : {"client_name", "last_contact_at", "agreed_at", "agrees"}) {
            REQUIRE(raw.run((std::string("ALTER TABLE token DROP COLUMN ") + column).c_str()));
        }
        dropLaterColumns(raw);
        REQUIRE(raw.run("PRAGMA user_version = 3"));
    }
    const auto opened = SqliteStore::open(path);
    REQUIRE(opened);
    CHECK((*opened)->tokens().devices(UserId(1))
          == std::vector{DeviceRecord{DeviceId(7), "laptop", {}, UnixMs{5}, {}, false}});
}

TEST_CASE_FIXTURE(Folder, "a group from before roles is owned by its creator, or its longest member")
{
    const auto join = [](Store& store, ConversationId group, UserId user, bool isMember) {
        MemberRecord member;
        member.conversation = group;
        member.user = user;
        member.isMember = isMember;
        member.generation = Generation(1);
        member.version = 1;
        store.members().put(member);
    };
    ConversationId kept;
    ConversationId left;
    ConversationId channel;
    {
        const auto opened = SqliteStore::open(path);
        REQUIRE(opened);
        Store& store = **opened;
        store.begin();
        for (const char* name : {"ada", "bob", "cat"}) {
            store.accounts().insert(name, "");
        }
        ConversationRecord record;
        record.creator = UserId(2);
        record.logEpoch = LogEpoch(5);
        record.kind = ConversationKind::Group;
        record.title = "as it is";
        kept = store.conversations().insert(record, conformance::uuid(1));
        left = store.conversations().insert(record, conformance::uuid(2));
        record.kind = ConversationKind::Channel;
        channel = store.conversations().insert(record, conformance::uuid(3));
        for (const ConversationId group : {kept, left, channel}) {
            join(store, group, UserId(1), group != left);
            join(store, group, UserId(2), group != left);
            join(store, group, UserId(3), true);
        }
        NewEntry entry;
        entry.conversation = left;
        entry.author = UserId(3);
        entry.at = UnixMs{70};
        store.log().append(entry);
        entry.at = UnixMs{80};
        store.log().append(entry);
        REQUIRE(store.commit());
    }
    {
        RawDatabase raw(path);
        dropRoles(raw);
    }
    const auto opened = SqliteStore::open(path);
    REQUIRE(opened);
    Store& store = **opened;
    CHECK(store.members().groupAdmins(kept) == std::vector{GroupAdmin{UserId(2), Role::Owner}});
    CHECK(store.members().groupAdmins(left) == std::vector{GroupAdmin{UserId(3), Role::Owner}});
    CHECK(store.members().groupAdmins(channel).empty());
    CHECK_MESSAGE(store.members().find(kept, UserId(2))->version == 2, "I8: another role, another stamp");
    CHECK(store.members().find(kept, UserId(1))->version == 1);
    CHECK_MESSAGE(store.members().find(kept, UserId(1))->hiddenThrough == Seq(),
                  "members see the same entries as before");
    CHECK_FALSE(store.conversations().find(kept)->historyOpen);
    CHECK_FALSE(store.conversations().find(kept)->inviteOnly);
    CHECK(store.members().find(kept, UserId(1))->atLeaving == AtLeaving());
    const AtLeaving untilNow{Seq(2), "as it is", UnixMs{80}};
    CHECK_MESSAGE(store.members().find(left, UserId(1))->atLeaving == untilNow,
                  "former members see the head at leaving");
}

TEST_CASE_FIXTURE(Folder, "a database from before replies were counted counts them from then on")
{
    ConversationId group;
    {
        const auto opened = SqliteStore::open(path);
        REQUIRE(opened);
        Store& store = **opened;
        store.begin();
        ConversationRecord record;
        record.creator = store.accounts().insert("ada", "");
        record.logEpoch = LogEpoch(5);
        group = store.conversations().insert(record, {});
        NewEntry entry;
        entry.conversation = group;
        entry.author = UserId(1);
        store.log().append(entry);
        entry.author = UserId(2);
        entry.content =
            content::Message{.replyTo = Seq(1), .mentions = {UserId(1)}, .replyToAuthor = UserId(1)};
        store.log().append(entry);
        store.log().append(entry);
        NewEntry recall;
        recall.conversation = group;
        recall.author = UserId(2);
        recall.content = content::Recall{Seq(3)};
        store.log().append(recall);
        REQUIRE(store.commit());
    }
    {
        RawDatabase raw(path);
        dropLaterColumns(raw);
        for (const char* step :
             {"CREATE TABLE mention (conversation INTEGER, user INTEGER, seq INTEGER, author INTEGER, "
              "recalled "
              "INTEGER)",
              "INSERT INTO mention SELECT conversation, user, seq, author, recalled FROM about_me WHERE kind "
              "= 0",
              "DROP TABLE about_me", "ALTER TABLE token DROP COLUMN client_name",
              "ALTER TABLE token DROP COLUMN last_contact_at", "ALTER TABLE token DROP COLUMN agreed_at",
              "ALTER TABLE token DROP COLUMN agrees", "PRAGMA user_version = 2"}) {
            REQUIRE(raw.run(step));
        }
    }
    const auto opened = SqliteStore::open(path);
    REQUIRE(opened);
    CHECK((*opened)->log().aboutMeAfter(group, Seq(), UserId(1)) == AboutMeCounts{1, 1});
    CHECK(fieldsOf((*opened)->log().entry(group, Seq(4))->entry.content).replyToAuthor == UserId(1));
}

TEST_CASE_FIXTURE(Folder, "a database from before announcements knows when its users were connected")
{
    {
        const auto opened = SqliteStore::open(path);
        REQUIRE(opened);
        Store& store = **opened;
        store.begin();
        const UserId ada = store.accounts().insert("ada", "");
        store.tokens().put(conformance::hash(1), ada, DeviceId(7), "laptop", UnixMs{5});
        store.tokens().put(conformance::hash(2), ada, DeviceId(8), "phone", UnixMs{9});
        store.accounts().insert("bob", "");
        REQUIRE(store.commit());
    }
    {
        RawDatabase raw(path);
        dropLaterColumns(raw);
        REQUIRE(raw.run("PRAGMA user_version = 4"));
    }
    const auto opened = SqliteStore::open(path);
    REQUIRE(opened);
    CHECK((*opened)->accounts().find(UserId(1))->lastContact == UnixMs{9});
    CHECK((*opened)->accounts().find(UserId(2))->lastContact == UnixMs{});
    CHECK_FALSE((*opened)->conversations().noticeList());
}

TEST_CASE_FIXTURE(Folder,
                  "accounts from before names were compared are found by their names, also lookalikes")
{
    CHECK(SqliteStore::open(path));
    {
        RawDatabase raw(path);
        dropNameKeys(raw);
        // The third name ends with U+200D, and the fourth begins with a Cyrillic letter.
        REQUIRE(raw.run("INSERT INTO account (name, password_hash) VALUES ('anna', ''), ('Bob', ''),"
                        " ('anna' || char(0x200d), ''), (char(0x430) || 'nna', ''), ('bob', '')"));
    }
    const auto opened = SqliteStore::open(path);
    REQUIRE(opened);
    conformance::checkAccountsOfBefore(**opened);
}

TEST_CASE_FIXTURE(Folder, "after a restore dots have versions above lost ones, and no further dot shows")
{
    const auto opened = SqliteStore::open(path);
    REQUIRE(opened);
    SqliteStore& store = **opened;
    store.begin();
    const UserId ada = store.accounts().insert("ada", "");
    const std::uint64_t lost = store.dots().raise("news", conformance::uuid(1)) + 5;
    store.dots().raise("search", conformance::uuid(2));
    store.dots().raiseSeen(ada, "news", 1);
    const UserId bob = store.accounts().insert("bob", "");
    REQUIRE(store.commit());
    REQUIRE(store.renewLogEpochs());
    CHECK(store.dots().ofUser(ada).at(0).version > lost);
    CHECK_FALSE(isLit(store.dots().ofUser(ada).at(0)));
    CHECK(isLit(store.dots().ofUser(ada).at(1)));
    CHECK_FALSE(isLit(store.dots().ofUser(bob).at(1)));
}

TEST_CASE_FIXTURE(Folder,
                  "after a restore the lists of accounts have versions above lost ones, also empty ones")
{
    const auto opened = SqliteStore::open(path);
    REQUIRE(opened);
    SqliteStore& store = **opened;
    store.begin();
    const UserId ada = store.accounts().insert("ada", "");
    const InvitationRecord record{1, ConversationId(2), UserId(3), Generation(1), "title", UnixMs{5}};
    store.invitations().put(ada, {}, {1, {record}});
    const UserId bob = store.accounts().insert("bob", "");
    REQUIRE(store.commit());
    REQUIRE(store.renewLogEpochs());
    constexpr std::uint64_t lost = 1000;
    for (const UserId user : {ada, bob}) {
        CHECK(store.ignores().of(user).version > lost);
        CHECK(store.folders().of(user).version > lost);
        CHECK(store.invitations().of(user).version > lost);
    }
    CHECK(store.invitations().of(ada).records == std::vector{record});
}

TEST_CASE_FIXTURE(Folder, "after a restore to before the first dot, the next one shows to all")
{
    const auto opened = SqliteStore::open(path);
    REQUIRE(opened);
    SqliteStore& store = **opened;
    store.begin();
    const UserId ada = store.accounts().insert("ada", "");
    REQUIRE(store.commit());
    REQUIRE(store.renewLogEpochs());
    store.begin();
    const UserId bob = store.accounts().insert("bob", "");
    const std::uint64_t lost = 5;
    CHECK(store.dots().raise("news", conformance::uuid(1)) > lost);
    CHECK(isLit(store.dots().ofUser(ada).at(0)));
    CHECK(isLit(store.dots().ofUser(bob).at(0)));
    REQUIRE(store.commit());
}

TEST_CASE_FIXTURE(Folder, "a file that is missing or not a database is a readable error")
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
    store.accounts().insert("ada", "");
    REQUIRE(store.commit());

    store.begin();
    store.accounts().insert("bob", "");
    CHECK_FALSE(store.accounts().insert("ada", "").isValid());
    CHECK_MESSAGE(!store.accounts().byName("ada"), "later calls return empty values");
    CHECK_FALSE(store.commit());
    CHECK_FALSE(store.lastFailure().empty());
    CHECK(store.accounts().byName("ada"));
    CHECK_FALSE(store.accounts().byName("bob"));
}

} // namespace tidemark::server::sqlite_store_test
