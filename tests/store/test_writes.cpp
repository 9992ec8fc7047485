#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QTest>

namespace tidemark::writes_test {

using namespace test;

/// Each kind of write, and that a transaction is written as a whole or not at all.
class TestWrites : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aNewStoreHasNothingButADevice();
    void conversationsComeBackAsTheyWerePut();
    void heldRangesAreReplaced();
    void pendingMessagesOfEveryKindComeBackInOrder();
    void intentsComeBackWithAndWithoutMark();
    void accountUsersAndTotalsComeBack();
    void avatarsComeBackAndTheirFilesAreInUse();
    void droppingALogKeepsConversationOutboxAndDraft();
    void erasingEverythingKeepsDeviceAndSettings();
    void entriesComeBackAsTheyWerePut();
    void aFailureInTheMiddleLeavesNothing();
    void theStoreWorksOnAfterAFailure();
};

void TestWrites::aNewStoreHasNothingButADevice()
{
    const auto store = memoryStore();
    QVERIFY(store);
    Snapshot expected;
    expected.device = DeviceId(77);
    QCOMPARE(store->load(), expected);

    const auto random = ClientStore::open(QStringLiteral(":memory:"));
    QVERIFY(random.has_value());
    QVERIFY(random->store->load().device.isValid());
    QVERIFY(random->notices.isEmpty());
}

void TestWrites::conversationsComeBackAsTheyWerePut()
{
    const auto store = memoryStore();
    LocalConversation full;
    full.id = ConversationId(5);
    full.kind = ConversationKind::Direct;
    full.title = "Zürich 苏黎世 🏔";
    full.peer = anna;
    full.memberCount = 2;
    full.isMember = true;
    full.generation = Generation(3);
    full.settings = {true, false, true, ReceiptPrivacy::Private, UnixMs{1234567890123}};
    full.logEpoch = LogEpoch(~std::uint64_t{0});
    full.serverHead = Seq(900);
    full.lastActivity = UnixMs{1'700'000'000'123};
    full.floor = Seq(7);
    full.confirmed = {1, Seq(800)};
    full.version = 41;
    full.cursor = {2, Seq(850)};
    full.countedHead = Seq(899);
    full.counts = {49, 2};
    full.exact = false;
    full.seenByOthers = Seq(870);
    full.deliveredToOthers = Seq(880);
    full.role = Role::Owner;
    full.feed = {Seq(700), Seq(800), 12, false};
    full.pinned = {Seq(3), Seq(17), Seq(4'000'000'000'000)};
    full.reactions = {ReactionSeq(9), ReactionSeq(8), ReactionSeq(7), ReactionSeq(5), ReactionSeq(6), 3};
    QVERIFY(store->apply(
        {write::PutConversation{conversation(ConversationId(9))}, write::PutConversation{full}}));
    QCOMPARE(store->load().conversations.size(), std::size_t{2});
    QCOMPARE(store->load().conversations[0].conversation, full);

    full.title.clear();
    full.counts = {0, 0};
    full.exact = true;
    QVERIFY(store->apply({write::PutConversation{full}}));
    QCOMPARE(store->load().conversations[0].conversation, full);
}

void TestWrites::heldRangesAreReplaced()
{
    const auto store = preparedStore();
    QVERIFY(store->apply({write::PutConversation{conversation(other)}}));
    const RangeSet two({{Seq(1), Seq(5)}, {Seq(9), Seq(12)}});
    QVERIFY(store->apply({write::PutHeld{room, two}, write::PutHeld{other, RangeSet({{Seq(3), Seq(3)}})}}));
    QCOMPARE(store->load().conversations[0].held, two);
    QCOMPARE(store->load().conversations[1].held, RangeSet({{Seq(3), Seq(3)}}));
    QVERIFY(store->apply({write::PutHeld{room, RangeSet({{Seq(1), Seq(12)}})}}));
    QCOMPARE(store->load().conversations[0].held, RangeSet({{Seq(1), Seq(12)}}));
    QVERIFY(store->apply({write::PutHeld{room, {}}}));
    QCOMPARE(store->load().conversations[0].held, RangeSet());
}

void TestWrites::pendingMessagesOfEveryKindComeBackInOrder()
{
    const auto store = preparedStore();
    PendingMessage text = pending(3, "你好");
    text.content = content::Message{"你好", true, Seq(4), {anna, bert}, true};
    PendingMessage failed = pending(1, {});
    failed.content = content::Edit{Seq(8), "better"};
    failed.state = PendingMessage::State::Failed;
    failed.error = protocol::ErrorCode::NoSuchEntry;
    failed.attempts = 6;
    PendingMessage acked = pending(2, {});
    acked.content = content::Recall{Seq(9)};
    acked.state = PendingMessage::State::Acked;
    acked.seq = Seq(20);
    PendingMessage pin = pending(4, {});
    pin.content = content::Notice{.kind = NoticeKind::Unpinned, .target = Seq(6)};
    QVERIFY(store->apply({write::PutPending{text}, write::PutPending{failed}, write::PutPending{acked},
                          write::PutPending{pin}}));
    QCOMPARE(store->load().pending, (std::vector<PendingMessage>{failed, acked, text, pin}));
    QVERIFY(store->apply({write::ErasePending{pin.uuid}}));

    text.attempts = 1;
    QVERIFY(store->apply({write::PutPending{text}, write::ErasePending{failed.uuid}}));
    QCOMPARE(store->load().pending, (std::vector<PendingMessage>{acked, text}));
}

void TestWrites::intentsComeBackWithAndWithoutMark()
{
    const auto store = preparedStore();
    const CursorIntent read{room, Generation(1), std::nullopt, Seq(12), 4};
    QVERIFY(store->apply({write::PutIntent{read}}));
    QCOMPARE(store->load().intents, std::vector<CursorIntent>{read});
    const CursorIntent marked{room, Generation(1), CursorIntent::Mark{uuid(7), Seq(3)}, std::nullopt, 0};
    QVERIFY(store->apply({write::PutIntent{marked}}));
    QCOMPARE(store->load().intents, std::vector<CursorIntent>{marked});
    const CursorIntent both{room, Generation(2), CursorIntent::Mark{uuid(7), Seq(3)}, Seq(5), 0};
    QVERIFY(store->apply({write::PutIntent{both}}));
    QCOMPARE(store->load().intents, std::vector<CursorIntent>{both});
    QVERIFY(store->apply({write::EraseIntent{room}}));
    QVERIFY(store->load().intents.empty());
}

void TestWrites::accountUsersAndTotalsComeBack()
{
    const auto store = preparedStore();
    std::string token(32, '\0');
    token[5] = '\xff';
    const Account account{{me, "me ✓"}, token};
    const Totals totals{5, 2, 3, 9, false, 4, 6, false};
    QVERIFY(store->apply({write::PutAccount{account}, write::PutTotals{totals}}));
    QCOMPARE(store->load().account, std::optional(account));
    QCOMPARE(store->load().totals, totals);
    const LocalDot seen{{"whats-new", 7, 7}, 5};
    QVERIFY(store->apply({write::PutDot{{{"whats-new", 7, 5}, 5}}, write::PutDot{{{"search", 8, 0}, 0}}}));
    QVERIFY(store->apply({write::PutDot{seen}}));
    QCOMPARE(store->load().dots, (std::vector<LocalDot>{{{"search", 8, 0}, 0}, seen}));

    QVERIFY(ingest(*store, room, {message(1, anna)}));
    QVERIFY(store->apply({write::PutUsers{{{anna, "Anna B."}}}}));
    QCOMPARE(store->entry(room, Seq(1))->authorName, std::string("Anna B."));
    const std::vector<User> people = store->people(10);
    QVERIFY(std::find(people.begin(), people.end(), User{anna, "Anna B."}) != people.end());
    QCOMPARE(store->people(2).size(), std::size_t{2});
}

void TestWrites::avatarsComeBackAndTheirFilesAreInUse()
{
    const auto store = preparedStore();
    BlobHash face;
    face.bytes.fill(1);
    const Avatar ofAnna{{.user = anna}, 3, face, 100};
    const Avatar ofRoom{{.conversation = room}, 1, face, 100};
    QVERIFY(store->apply({write::PutAvatars{{ofAnna, ofRoom}}}));
    QCOMPARE(store->load().avatars, (std::vector<Avatar>{ofRoom, ofAnna}));
    QCOMPARE(store->filesInUse(), (std::vector<BlobHash>{face}));
    const Avatar removed{{.user = anna}, 4, {}, 0};
    QVERIFY(store->apply({write::PutAvatars{{removed}}}));
    QCOMPARE(store->load().avatars, (std::vector<Avatar>{ofRoom, removed}));
    QVERIFY(store->apply({write::PutAvatars{{{{.conversation = room}, 2, {}, 0}}}}));
    QVERIFY(store->filesInUse().empty());
}

void TestWrites::droppingALogKeepsConversationOutboxAndDraft()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {message(1, anna), message(2, anna), recall(3, anna, 1)}));
    QVERIFY(store->apply({write::PutPending{pending(1, "p")}}));
    QVERIFY(test::setDraft(*store, room, QStringLiteral("draft")));
    QVERIFY(store->apply({write::DropLog{room}}));
    QVERIFY(store->history(room, {}, {}, 10).empty());
    QCOMPARE(store->load().conversations[0].held, RangeSet());
    QCOMPARE(store->load().pending.size(), std::size_t{1});
    QCOMPARE(store->summary(room)->draft, std::string("draft"));

    // The recall in the old log does not apply to the new one.
    QVERIFY(ingest(*store, room, {message(1, bert, "new")}));
    QCOMPARE(textOf(store->entry(room, Seq(1))->entry), std::string("new"));
}

void TestWrites::erasingEverythingKeepsDeviceAndSettings()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {message(1, anna, "findable")}));
    QVERIFY(store->apply({write::PutPending{pending(1, "p")}, write::PutTotals{{1, 1, 1, 1, true}},
                          write::PutDot{{{"whats-new", 7, 5}, 5}},
                          write::PutAvatars{{{{.user = anna}, 1, {{1}}, 9}}},
                          write::PutIntent{{room, Generation(1), std::nullopt, Seq(1), 0}}}));
    QVERIFY(test::setDraft(*store, room, QStringLiteral("draft")));
    QVERIFY(store->setSetting(QStringLiteral("server"), QStringLiteral("ws://x")));
    indexAll(*store);
    QVERIFY(store->apply({write::EraseEverything{}}));
    Snapshot expected;
    expected.device = DeviceId(77);
    QCOMPARE(store->load(), expected);
    QVERIFY(store->summaries().empty());
    QVERIFY(store->search(QStringLiteral("findable"), {}, 10).empty());
    QVERIFY(store->audit().empty());
    QCOMPARE(store->setting(QStringLiteral("server")), QStringLiteral("ws://x"));

    // The next account may have the same conversation in the same transaction.
    std::vector<Write> again{write::EraseEverything{}};
    for (Write& one : preparation()) {
        again.push_back(std::move(one));
    }
    QVERIFY(store->apply(again));
    QCOMPARE(store->summary(room)->draft, std::string());
}

void TestWrites::entriesComeBackAsTheyWerePut()
{
    const auto store = preparedStore();
    Entry rich = message(1, me, "@Anna 看 \"this\" '; --");
    rich.uuid = uuid(9);
    said(rich).isAction = true;
    said(rich).mentions = {anna, UserId(1234567890123)};
    said(rich).mentionsAll = true;
    said(rich).replyTo = Seq(1);
    said(rich).replyToAuthor = bert;
    said(rich).editedBy = Seq(40);
    Entry gone = message(2, anna, {});
    said(gone).recalledBy = Seq(41);
    Entry taken = recall(3, me, 100);
    taken.content = content::Recall{Seq(100), anna, true};
    Entry renamed = notice(5, anna, NoticeKind::Renamed);
    renamed.content = content::Notice{NoticeKind::Renamed, {}, "new title"};
    Entry later = message(7, bert, "?");
    later.content = content::Unknown{"?"};
    const std::vector<Entry> entries{rich,    gone,
                                     taken,   edit(4, bert, 99, "e"),
                                     renamed, notice(6, anna, NoticeKind::Added, bert),
                                     later,   message(8, anna, {})};
    QVERIFY(ingest(*store, room, entries));
    std::vector<Entry> found;
    for (const HistoryEntry& one : store->history(room, {}, {}, 100)) {
        found.push_back(one.entry);
    }
    QCOMPARE(found, entries);
    QCOMPARE(store->entry(room, Seq(6))->subjectName, std::string("Bert"));
    QVERIFY(!store->entry(room, Seq(9)));
    QVERIFY(!store->entry(other, Seq(1)));
}

void TestWrites::aFailureInTheMiddleLeavesNothing()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {message(1, anna)}));
    const Snapshot before = store->load();
    // An intent needs its conversation. This fails at the commit, after all other writes.
    QVERIFY(!store->apply({write::PutEntries{room, {message(2, anna)}},
                           write::PutHeld{room, RangeSet({{Seq(1), Seq(2)}})},
                           write::PutAccount{{{bert, "Bert"}, "t"}}, write::PutPending{pending(1, "p")},
                           write::PutIntent{{ConversationId(999), Generation(1), std::nullopt, Seq(1), 0}}}));
    QVERIFY(!store->lastError().message.isEmpty());
    QCOMPARE(store->load(), before);
    QVERIFY(!store->entry(room, Seq(2)));
    // The reader was not changed either: Anna's message is still by another user.
    QVERIFY(!store->timeline(room, {}).items.at(0).isOwn);
}

void TestWrites::theStoreWorksOnAfterAFailure()
{
    const auto store = preparedStore();
    QVERIFY(!store->apply({write::PutHeld{ConversationId(999), RangeSet({{Seq(1), Seq(2)}})}}));
    QVERIFY(ingest(*store, room, {message(1, anna)}));
    QVERIFY(store->audit().empty());
    QVERIFY(store->apply({}));
}

TIDEMARK_SUITE(TestWrites, QCoreApplication)

} // namespace tidemark::writes_test

#include "test_writes.moc"
