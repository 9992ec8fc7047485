// Faults between a server and its database. The ids are those of rows.tsv.
#include "core/base/random.h"
#include "server-stub/hub/contract/audit.h"
#include "server-stub/hub/contract/counts.h"
#include "server-stub/store/sqlite_store.h"
#include "tests/hub/hub_world.h"

#include <QCoreApplication>
#include <QFile>
#include <QTemporaryDir>

namespace tidemark::server::server_store_test {

namespace {

constexpr std::uint64_t people = 4;

/// Conversations of the same four users in SQLite, whose logs have the same seqs.
struct Shelf {
    std::unique_ptr<SqliteStore> store = std::move(SqliteStore::open(QStringLiteral(":memory:"))).value();
    std::vector<ConversationId> conversations;

    explicit Shelf(int count)
    {
        store->begin();
        for (std::uint64_t user = 1; user <= people; ++user) {
            store->accounts().insert("user" + std::to_string(user), "");
        }
        for (int i = 0; i < count; ++i) {
            ConversationRecord record;
            record.creator = UserId(1);
            record.logEpoch = LogEpoch(1);
            MessageUuid uuid;
            uuid.bytes[0] = 1;
            uuid.bytes[1] = static_cast<std::uint8_t>(i);
            conversations.push_back(store->conversations().insert(record, uuid));
            for (std::uint64_t user = 1; user <= people; ++user) {
                MemberRecord member;
                member.conversation = conversations.back();
                member.user = UserId(user);
                member.isMember = true;
                member.generation = Generation(1);
                store->members().put(member);
            }
        }
    }

    Seq says(ConversationId conversation, UserId author, std::vector<UserId> mentions = {})
    {
        NewEntry entry;
        entry.conversation = conversation;
        entry.author = author;
        entry.content = content::Message{.text = "text", .mentions = std::move(mentions)};
        return store->log().append(entry).entry.seq;
    }
    void recalls(ConversationId conversation, Seq target)
    {
        const auto logged = store->log().entry(conversation, target);
        if (!logged || logged->entry.kind() != EntryKind::Message || isRecalled(logged->entry)) {
            return;
        }
        NewEntry entry;
        entry.conversation = conversation;
        entry.author = logged->entry.author;
        entry.content = content::Recall{target, entry.author};
        store->log().append(entry);
    }
    void reads(ConversationId conversation, UserId user, Seq seq)
    {
        MemberRecord member = *store->members().find(conversation, user);
        member.cursor.readSeq = seq;
        store->members().put(member);
    }
    /// Compares the formula with a walk through the log, everywhere.
    void compare() const
    {
        for (const ConversationId conversation : conversations) {
            const ConversationRecord record = *store->conversations().find(conversation);
            for (std::uint64_t user = 1; user <= people; ++user) {
                CAPTURE(conversation.value);
                CAPTURE(user);
                const MemberRecord member = *store->members().find(conversation, UserId(user));
                const ReadCounts counts = countsOf(*store, record, member);
                REQUIRE(counts
                        == store->log().recount(
                            conversation, effectiveRead(member.floor, member.cursor.readSeq), UserId(user)));
                REQUIRE(counts.unread <= record.head.value); // a number below zero would be huge
            }
        }
    }
};

} // namespace

TEST_CASE("FS4: the totals of thirty conversations with the same seqs do not mix")
{
    Shelf shelf(30);
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < shelf.conversations.size(); ++i) {
        const ConversationId conversation = shelf.conversations[i];
        for (std::size_t message = 0; message <= i; ++message) {
            shelf.says(conversation, UserId(2), i % 3 == 0 ? std::vector{UserId(1)} : std::vector<UserId>());
        }
        if (i % 4 == 0) {
            shelf.recalls(conversation, Seq(1));
        }
        shelf.reads(conversation, UserId(1), Seq(i / 2));
        const std::uint64_t recalled = i % 4 == 0 && i / 2 < 1 ? 1 : 0;
        total += i + 1 - i / 2 - recalled;
    }
    std::uint64_t counted = 0;
    for (const ConversationId conversation : shelf.conversations) {
        counted += countsOf(*shelf.store, *shelf.store->conversations().find(conversation),
                            *shelf.store->members().find(conversation, UserId(1)))
                       .unread;
    }
    CHECK(counted == total);
    shelf.compare();
}

TEST_CASE("FS7: the fast formula is the definition, after any mixture of messages, recalls and reads")
{
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        SplitMix64 random(seed);
        Shelf shelf(3);
        for (int step = 0; step < 120; ++step) {
            const ConversationId conversation = shelf.conversations[random.below(3)];
            const Seq any(1 + random.below(shelf.store->conversations().find(conversation)->head.value + 1));
            const UserId user(1 + random.below(people));
            switch (random.below(5)) {
            case 0:
                shelf.recalls(conversation, any);
                break;
            case 1:
                shelf.reads(conversation, user,
                            std::min(any, shelf.store->conversations().find(conversation)->head));
                break;
            default:
                shelf.says(conversation, user,
                           random.below(3) == 0 ? std::vector{UserId(1 + random.below(people))}
                                                : std::vector<UserId>());
            }
        }
        shelf.compare();
    }
}

TEST_CASE("FS32: acknowledged messages are in the files at that moment, whatever happens to the process")
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("server.db"));
    const auto store = std::move(SqliteStore::open(path)).value();
    PlainSecrets secrets;
    Hub hub(HubWorld::openConfig(), *store, secrets);
    std::uint64_t request = 0;
    const auto ask = [&](protocol::ClientFrame frame) {
        const Input input = Received{ConnectionId(1), {RequestId(++request), 0, std::move(frame)}};
        return hub.step({&input, 1}, Instant(Milliseconds(1000)), UnixMs{1});
    };
    const auto isAcknowledged = [](const Effects& effects) {
        const auto* reply = std::get_if<Reply>(&effects.effects.at(0));
        return reply != nullptr && std::holds_alternative<protocol::SendAck>(reply->envelope.frame);
    };
    const Input connected = Connected{ConnectionId(1)};
    static_cast<void>(hub.step({&connected, 1}, Instant(Milliseconds(1000)), UnixMs{1}));
    protocol::Register account;
    account.name = "ada";
    account.token = std::string(32, 't');
    account.device = DeviceId(1);
    static_cast<void>(ask(account));
    protocol::Hello hello;
    hello.token = account.token;
    hello.device = account.device;
    static_cast<void>(ask(hello));
    MessageUuid uuid;
    uuid.bytes[0] = 1;
    static_cast<void>(ask(protocol::CreateGroup{uuid, "group", {}}));
    for (std::uint8_t number = 2; number < 12; ++number) {
        CAPTURE(number);
        uuid.bytes[0] = number;
        REQUIRE(isAcknowledged(ask(
            protocol::Send{ConversationId(1), uuid, {}, content::Message{"text", false, {}, {}, false}})));
        // The files now contain what a killed process leaves.
        const QString left = folder.filePath(QStringLiteral("left-%1.db").arg(number));
        for (const char* suffix : {"", "-wal"}) {
            REQUIRE(QFile::copy(path + QLatin1String(suffix), left + QLatin1String(suffix)));
        }
        const auto found = SqliteStore::open(left);
        REQUIRE(found);
        CHECK((*found)->log().hasUuid(ConversationId(1), uuid));
        CHECK((*found)->conversations().find(ConversationId(1))->head == Seq(number));
        CHECK(audit(**found) == std::vector<std::string>());
    }
}

} // namespace tidemark::server::server_store_test
