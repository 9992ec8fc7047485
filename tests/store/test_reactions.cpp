#include "core/store/file/database.h"
#include "core/store/file/schema.h"
#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QTemporaryDir>
#include <QTest>

namespace tidemark::reactions_test {

using namespace test;
using Counts = std::vector<ReactionCount>;

namespace {

const std::string thumb = "\U0001F44D";
const std::string heart = "\u2764\uFE0F";

PendingReaction wish(Seq target, const std::string& emoji, bool isOn = true)
{
    return {room, target, emoji, isOn, uuid(1), LogEpoch(7)};
}

Counts shownIn(const ClientStore& store, Seq seq)
{
    for (const HistoryEntry& entry : store.history(room, Seq(), Seq(), 100)) {
        if (entry.entry.seq == seq) {
            return entry.reactions;
        }
    }
    return {};
}

} // namespace

/// Reactions in the client's database, as views see them.
class TestReactions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void theyComeWithPageItemAndHistory()
    {
        const auto store = filledStore();
        QVERIFY(store->apply(
            {write::PutReactions{room, {{Seq(2), Counts{{thumb, 2, true}, {heart, 1, false}}}}}}));
        const Counts both{{thumb, 2, true}, {heart, 1, false}};
        const TimelinePage page = store->timeline(room, {});
        QCOMPARE(page.items.size(), std::size_t{3});
        QCOMPARE(page.items[1].reactions, both);
        QVERIFY(page.items[0].reactions.empty());
        QCOMPARE(shownIn(*store, Seq(2)), both);
        QVERIFY(store->apply({write::PutReactions{room, {{Seq(2), Counts{{heart, 4, false}}}}}}));
        QCOMPARE(shownIn(*store, Seq(2)), (Counts{{heart, 4, false}}));
        QVERIFY(store->apply({write::PutReactions{room, {{Seq(2), {}}}}}));
        QVERIFY(shownIn(*store, Seq(2)).empty());
    }

    void aPendingReactionShowsAtOnceAndNeverTwice()
    {
        const auto store = filledStore();
        QVERIFY(store->apply({write::PutPendingReaction{wish(Seq(2), thumb)}}));
        QCOMPARE(shownIn(*store, Seq(2)), (Counts{{thumb, 1, true}}));
        QVERIFY(store->apply({write::PutReactions{room, {{Seq(2), Counts{{thumb, 3, true}}}}}}));
        QCOMPARE(shownIn(*store, Seq(2)), (Counts{{thumb, 3, true}}));
        QVERIFY(store->apply({write::PutPendingReaction{wish(Seq(2), thumb, false)}}));
        QCOMPARE(shownIn(*store, Seq(2)), (Counts{{thumb, 2, false}}));
        QCOMPARE(store->load().reactions, std::vector{wish(Seq(2), thumb, false)});
        QVERIFY(store->apply({write::PutReactions{room, {{Seq(2), Counts{{thumb, 1, true}}}}}}));
        QVERIFY(shownIn(*store, Seq(2)).empty());
        QVERIFY(store->apply({write::ErasePendingReaction{room, Seq(2), thumb}}));
        QCOMPARE(shownIn(*store, Seq(2)), (Counts{{thumb, 1, true}}));
        QVERIFY(store->load().reactions.empty());
    }

    void aRecallHidesThemAll()
    {
        const auto store = filledStore();
        QVERIFY(store->apply({write::PutReactions{room, {{Seq(2), Counts{{thumb, 2, true}}}}},
                              write::PutPendingReaction{wish(Seq(2), heart)}}));
        QVERIFY(ingest(*store, room, {recall(4, anna, 2)}));
        QVERIFY(shownIn(*store, Seq(2)).empty());
        QVERIFY(store->timeline(room, {}).items[1].reactions.empty());
    }

    void theyGoWithTheirLogAndTheAccount()
    {
        const auto store = filledStore();
        QVERIFY(store->apply(
            {write::PutReactions{room, {{Seq(2), Counts{{thumb, 2, true}}}}}, write::DropLog{room}}));
        QVERIFY(ingest(*store, room, {message(1, anna), message(2, anna)}));
        QVERIFY(shownIn(*store, Seq(2)).empty());
        QVERIFY(store->apply({write::PutPendingReaction{wish(Seq(2), heart)}, write::EraseEverything{}}));
        QVERIFY(store->load().reactions.empty());
    }

    void theRowHasTheNumberThatIsNotSeenYet()
    {
        const auto store = filledStore();
        LocalConversation counted = conversation(room, Seq(3));
        counted.reactions = {ReactionSeq(4), ReactionSeq(4), ReactionSeq(4),
                             ReactionSeq(1), ReactionSeq(1), 2};
        QVERIFY(store->apply({write::PutConversation{counted}}));
        QCOMPARE(store->summary(room)->unreadReactions, std::uint64_t{2});
        counted.reactions.seen = ReactionSeq(4);
        QVERIFY(store->apply({write::PutConversation{counted}}));
        QCOMPARE(store->summary(room)->unreadReactions, std::uint64_t{0});
        QCOMPARE(store->load().conversations[0].conversation, counted);
    }

    void aProfileOfBeforeAsksForAllStates()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("store"));
        {
            auto opened = Database::open(path, Database::Mode::ReadWrite);
            QVERIFY(opened.has_value());
            QVERIFY(migrate(**opened, schemaBeforeReactions).has_value());
            QVERIFY((*opened)->run(QStringLiteral(
                "INSERT INTO conversations (id, kind, title, peer, member_count, is_member, generation, "
                "muted,"
                " archived, pinned, log_epoch, server_head, last_activity, floor, confirmed_epoch,"
                " confirmed_seq, version, cursor_epoch, cursor_seq, counted_head, unread, mentions, exact,"
                " seen_by_others) VALUES (10, 1, x'74', 0, 2, 1, 1, 0, 0, 0, 7, 3, 0, 0, 0, 1, 12, 0, 1, 3, "
                "2,"
                " 0, 1, 0)")));
        }
        auto opened = ClientStore::open(path);
        QVERIFY(opened.has_value());
        const Snapshot found = opened->store->load();
        QCOMPARE(found.conversations.size(), std::size_t{1});
        QCOMPARE(found.conversations[0].conversation.version, std::uint64_t{0});
        QCOMPARE(found.conversations[0].conversation.counts.unread, std::uint64_t{2});
        QCOMPARE(found.conversations[0].conversation.reactions, ReactionState());
    }

private:
    static constexpr int schemaBeforeReactions = 14;

    static std::unique_ptr<ClientStore> filledStore()
    {
        auto store = preparedStore();
        return ingestToHead(*store, room, {message(1, anna), message(2, anna), message(3, me)})
                   ? std::move(store)
                   : nullptr;
    }
};

TIDEMARK_SUITE(TestReactions, QCoreApplication)

} // namespace tidemark::reactions_test

#include "test_reactions.moc"
