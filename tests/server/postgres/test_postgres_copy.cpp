#include "server-stub/hub/contract/audit.h"
#include "server-stub/postgres/copying/sqlite_copy.h"
#include "server-stub/store/sqlite_store.h"
#include "tests/main/suite.h"
#include "tests/server/postgres/postgres_place.h"

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

/// A database file with rows in every table.
class SqliteFile {
public:
    SqliteFile()
    {
        store.begin();
        addPeople();
        addConversations();
        say();
        store.raiseDot("news", numbered(90));
        store.raiseDot("search", numbered(91));
        store.raiseSeenDot(UserId(1), "news", 1);
        store.putAges(
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
            store.insertAccount(name, "hash");
        }
        store.putDisabled(UserId(3), true);
        store.raiseContact(UserId(1), UnixMs{9});
        store.putAccountSettings(UserId(2), {ReceiptPrivacy::Private, 4, ReadingPolicy::ByHand, false});
        store.putToken(hashOf(1), UserId(1), DeviceId(0xfedcba9876543210), "laptop", UnixMs{5});
        store.putNextToken(hashOf(1), hashOf(2), "salt");
        store.putToken(hashOf(3), UserId(2), DeviceId(3), "", UnixMs{6});
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
        return store.insertConversation(record, creation);
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
                store.putMember(member);
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
            store.appendEntry(entry);
        }
        NewEntry recall;
        recall.conversation = group;
        recall.author = UserId(2);
        recall.content = content::Recall{.target = Seq(3), .mentions = {UserId(1), UserId(2)}};
        store.appendEntry(recall);
        store.trim(group, Seq(1));
    }
};

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
    CHECK(other.accountsAfter(UserId(), 10) == store.accountsAfter(UserId(), 10));
    CHECK(other.accountByName("b\xc3\xa4r") == store.account(UserId(2)));
    CHECK_FALSE(other.accountByName(""));
    CHECK(other.accountCalled("BA\xcc\x88R")->id == UserId(2));
    CHECK(other.accountThatLooksLike("cle0") == UserId(3));
    for (const std::uint8_t number : {1, 2, 3, 4}) {
        CHECK(other.token(hashOf(number)) == store.token(hashOf(number)));
    }
    REQUIRE(other.allConversations() == store.allConversations());
    for (const ConversationId id : store.allConversations()) {
        CHECK(other.conversation(id) == store.conversation(id));
        CHECK(other.entries(id, Seq(), Seq(99), 99, false) == store.entries(id, Seq(), Seq(99), 99, false));
        for (const std::uint64_t user : {1, 2, 3}) {
            CHECK(other.member(id, UserId(user)) == store.member(id, UserId(user)));
            CHECK(other.recalledOfOthers(id, Seq(), UserId(user))
                  == store.recalledOfOthers(id, Seq(), UserId(user)));
            CHECK(other.aboutMeAfter(id, Seq(), UserId(user)) == store.aboutMeAfter(id, Seq(), UserId(user)));
            CHECK(other.prefix(id, Seq(4), UserId(user)) == store.prefix(id, Seq(4), UserId(user)));
        }
    }
    for (const std::uint64_t user : {1, 2}) {
        CHECK(other.devices(UserId(user)) == store.devices(UserId(user)));
        CHECK(other.memberships(UserId(user)) == store.memberships(UserId(user)));
        CHECK(other.dotsOf(UserId(user)) == store.dotsOf(UserId(user)));
    }
    CHECK(other.direct(UserId(1), UserId(2)) == store.direct(UserId(1), UserId(2)));
    CHECK(other.noticeList() == store.noticeList());
    CHECK(other.ages() == store.ages());
    CHECK(other.conversationByCreation(UserId(1), numbered(1)) == group);
    CHECK(other.findChannels("tide", 9) == store.findChannels("tide", 9));
    CHECK(other.sent(group, UserId(2), numbered(11)) == store.sent(group, UserId(2), numbered(11)));
    CHECK(audit(other) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(SqliteFile, "entries after the copy continue the file's numbers")
{
    CHECK_FALSE(copy(1000));
    auto opened = PostgresStore::open(url);
    REQUIRE(opened);
    PostgresStore& other = **opened;
    other.begin();
    CHECK(other.insertAccount("dora", "") == UserId(4));
    ConversationRecord record;
    record.creator = UserId(1);
    CHECK(other.insertConversation(record, {}) == ConversationId(5));
    NewEntry entry;
    entry.conversation = group;
    entry.author = UserId(2);
    CHECK(other.appendEntry(entry).entry.seq == Seq(8));
    CHECK(other.raiseDot("news", numbered(92)) == 3);
    CHECK(other.commit());
    CHECK(audit(other) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(SqliteFile, "a copy does not continue from a file that has changed meanwhile")
{
    REQUIRE(copy(3));
    store.begin();
    store.putPasswordHash(UserId(1), "another");
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
        (*opened)->insertAccount("somebody", "");
        REQUIRE((*opened)->commit());
    }
    const auto refused = SqliteCopy::open(path, DatabaseUrl::parse(url).value());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().contains(QStringLiteral("in use")));
    CHECK(PostgresStore::open(url));
}

TIDEMARK_CASES(server::runOnPostgres)

} // namespace tidemark::server::postgres_copy_test
