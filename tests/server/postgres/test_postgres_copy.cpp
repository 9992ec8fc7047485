#include "server-stub/hub/contract/audit.h"
#include "server-stub/postgres/copying/sqlite_copy.h"
#include "server-stub/store/sqlite_store.h"
#include "tests/main/suite.h"
#include "tests/server/postgres/postgres_place.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>

#include <string>
#include <utility>
#include <vector>

namespace tidemark::server::postgres_copy_test {

using std::string_literals::operator""s;

namespace {

TokenHash hashOf(std::uint8_t number)
{
    TokenHash hash{};
    hash.fill(number);
    return hash;
}

BlobHash fileOf(std::uint8_t number)
{
    BlobHash hash;
    hash.bytes.fill(number);
    return hash;
}

/// A database file with rows in every table.
class SqliteFile {
public:
    SqliteFile()
    {
        store.begin();
        addPeople();
        addConversations();
        say();
        addFiles();
        addRegisters();
        store.dots().raise("news", numbered(90));
        store.dots().raise("search", numbered(91));
        store.dots().raiseSeen(UserId(1), "news", 1);
        store.ages().put(
            {Milliseconds(9), {{Milliseconds(-8), Milliseconds(-7)}, {Milliseconds(6), Milliseconds(5)}}});
        REQUIRE(store.commit());
    }

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
    ConversationId group;

private:
    void addPeople()
    {
        for (const char* name : {"ada", "b\xc3\xa4r", "cleo"}) {
            store.accounts().insert(name, "hash");
        }
        store.accounts().putDisabled(UserId(3), true);
        store.accounts().raiseContact(UserId(1), UnixMs{9});
        store.accounts().putSettings(UserId(2), {ReceiptPrivacy::Private, 4, ReadingPolicy::ByHand, false});
        store.tokens().put(hashOf(1), UserId(1), DeviceId(0xfedcba9876543210), "laptop", UnixMs{5});
        store.tokens().putNext(hashOf(1), hashOf(2), "salt");
        store.tokens().put(hashOf(3), UserId(2), DeviceId(3), "", UnixMs{6});
    }

    ConversationId add(ConversationKind kind, const std::string& title, MessageUuid creation)
    {
        ConversationRecord record;
        record.kind = kind;
        record.title = title;
        record.logEpoch = LogEpoch(0x8000000000000001U);
        record.lastActivity = UnixMs{3};
        if (kind != ConversationKind::NoticeList) {
            record.creator = UserId(1);
        }
        if (kind == ConversationKind::Direct) {
            record.directLow = UserId(1);
            record.directHigh = UserId(2);
        }
        return store.conversations().insert(record, creation);
    }

    void addConversations()
    {
        group = add(ConversationKind::Group, "Group", numbered(1));
        for (const ConversationId id : {group, add(ConversationKind::Direct, "", {}),
                                        add(ConversationKind::Channel, "The TIDE", numbered(2)),
                                        add(ConversationKind::NoticeList, "Announcements", {})}) {
            for (const std::uint64_t user : {1, 2}) {
                MemberRecord member;
                member.conversation = id;
                member.user = UserId(user);
                member.isMember = true;
                member.generation = Generation(1);
                if (user == 1) {
                    member.recentMarks = {numbered(7), numbered(8)};
                }
                member.moved.deviceName = "laptop";
                member.version = 1;
                store.members().put(member);
            }
        }
    }

    void say()
    {
        NewEntry entry;
        entry.conversation = group;
        entry.at = UnixMs{70};
        for (std::uint64_t number = 1; number <= 6; ++number) {
            entry.author = UserId(1 + number % 2);
            entry.uuid = numbered(10 + number);
            entry.content = content::Message{.text = "zero \0 byte "s + std::to_string(number),
                                             .mentions = number % 3 == 0 ? std::vector{UserId(1), UserId(2)}
                                                                         : std::vector<UserId>(),
                                             .mentionsAll = number == 4};
            entry.payloadHash = 0xf000000000000000U + number;
            store.log().append(entry);
        }
        NewEntry recall;
        recall.conversation = group;
        recall.author = UserId(2);
        recall.content = content::Recall{.target = Seq(3), .mentions = {UserId(1), UserId(2)}};
        store.log().append(recall);
        store.log().trim(group, Seq(1));
        const UserId author = store.log().entry(group, Seq(5))->entry.author;
        store.reactions().put({group,
                               Seq(5),
                               UserId(1),
                               "\U0001F44D",
                               true,
                               author,
                               ReactionSeq(1),
                               ReactionSeq(1),
                               {numbered(90)}});
        store.reactions().put({group,
                               Seq(5),
                               UserId(2),
                               "\U0001F44D",
                               false,
                               author,
                               ReactionSeq(3),
                               ReactionSeq(2),
                               {numbered(91), numbered(92)}});
    }

    void addFiles()
    {
        for (const std::uint8_t number : {1, 2, 3, 4}) {
            store.blobs().putBlob({fileOf(number), 100});
            store.blobs().putUpload(
                {{UserId(1), numbered(50U + number)}, fileOf(number), 100, true, UnixMs{7}});
        }
        store.blobs().putUpload({{UserId(2), numbered(60)}, fileOf(5), 1000, false, UnixMs{7}});
        NewEntry entry;
        entry.conversation = group;
        entry.author = UserId(1);
        for (const std::uint8_t number : {1, 2, 2}) {
            entry.uuid = numbered(70U + ++m_sent);
            entry.content = content::Message{
                .attachments = {{fileOf(number), 100, "image/png", "picture.png", 40, 30, "preview"}}};
            store.log().append(entry);
        }
        store.blobs().removeUpload({UserId(1), numbered(53)});
        store.blobs().putBlob({fileOf(6), 100});
        store.blobs().putAvatar({{.user = UserId(1)}, 1, fileOf(6), 100}, UserId(1));
        store.blobs().putAvatar({{.conversation = group}, 1, fileOf(6), 100}, UserId(1));
        store.blobs().putAvatar({{.conversation = group}, 2, {}, 0}, UserId(1));
    }

    /// The registers of users beside the logs.
    void addRegisters()
    {
        const UserId user(1);
        store.drafts().put({.user = user,
                            .conversation = group,
                            .text = "zero \0 byte"s,
                            .replyTo = Seq(5),
                            .version = 3,
                            .device = DeviceId(0xfedcba9876543210),
                            .at = UnixMs{77},
                            .uuid = numbered(100)},
                           0);
        store.schedules().put({user,
                               {.uuid = numbered(101),
                                .conversation = group,
                                .message = {.text = "zero \0 byte"s,
                                            .replyTo = Seq(5),
                                            .mentions = {UserId(2)},
                                            .mentionsAll = true},
                                .due = UnixMs{78},
                                .version = 4,
                                .change = numbered(102)}},
                              0);
        store.ignores().put(user, {UserId(3), IgnoreLevel::Ignored}, 1, {numbered(103)});
        store.ignores().put(user, {UserId(2), IgnoreLevel::Blocked}, 2, {numbered(103), numbered(104)});
        store.folders().put(user,
                            {1,
                             {{numbered(105), "Work \xc3\xa9", FolderRule::None, {group, ConversationId(2)}},
                              {numbered(106), "Quiet", FolderRule::Muted, {}}},
                             {numbered(107)}},
                            0);
        store.invitations().put(user, {},
                                {2,
                                 {{1, group, UserId(2), Generation(3), "Title \xc3\xa9", UnixMs{79}, false},
                                  {2, ConversationId(2), UserId(3), Generation(1), "", UnixMs{80}, true}}});
        MemberRecord member = *store.members().find(group, user);
        member.hidden = {Seq(4), Seq(5)};
        member.floor = member.hiddenThrough = member.clearedThrough = Seq(2);
        member.reactionsSeen = ReactionSeq(1);
        store.members().put(member);
        store.accounts().putDeleted(UserId(3));
        store.deletions().put({.user = UserId(3),
                               .stage = DeletionRecord::Stage::Removing,
                               .removesTexts = true,
                               .done = ConversationId(2),
                               .through = Seq(1)});
    }

    std::uint64_t m_sent = 0;
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
        CHECK(other.tokens().find(hashOf(number)) == store.tokens().find(hashOf(number)));
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
    CHECK(other.blobs().unusedBlobs(10) == std::vector{fileOf(3)});
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
    CHECK(other.log().append(entry).entry.seq == Seq(11));
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
