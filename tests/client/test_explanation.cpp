#include "core/client/explanation.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::explanation_test {

namespace {

constexpr ConversationId talk{7};
constexpr UserId reader{1};
constexpr DeviceId here{50};

HistoryEntry entryOf(std::uint64_t seq, std::uint64_t author, EntryContent content = content::Message())
{
    HistoryEntry one;
    one.entry.seq = Seq(seq);
    one.entry.content = std::move(content);
    one.entry.author = UserId(author);
    return one;
}

/// A conversation with head 20 that is read through 10.
Snapshot someSnapshot()
{
    Snapshot snapshot;
    snapshot.device = here;
    snapshot.account = Account{{reader, "ada"}, "token"};
    LocalConversation conversation;
    conversation.id = talk;
    conversation.isMember = true;
    conversation.cursor = {2, Seq(10)};
    conversation.confirmed = {2, Seq(10)};
    conversation.moved = {CursorCause::MarkedRead, DeviceId(51), "phone", UnixMs{5000}};
    conversation.serverHead = Seq(20);
    conversation.countedHead = Seq(20);
    conversation.counts.unread = 2;
    snapshot.conversations.push_back({conversation, {}});
    return snapshot;
}

LocalConversation& conversationIn(Snapshot& snapshot)
{
    return snapshot.conversations.front().conversation;
}

} // namespace

class TestExplanation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyEntryHasItsPlace()
    {
        QList<HistoryEntry> entries{
            entryOf(11, 2),
            entryOf(12, 1),
            entryOf(13, 2),
            entryOf(14, 2, content::Recall()),
            entryOf(15, 2, content::Edit()),
            entryOf(16, 2, content::Notice()),
            entryOf(17, 3),
        };
        entries[2].entry.content = content::Message{.recalledBy = Seq(14)};
        const auto found = explain(someSnapshot(), talk, entries);
        QVERIFY(found.has_value());
        QCOMPARE(found->counted.size(), 2U);
        QCOMPARE(found->counted[0].entry.seq, Seq(11));
        QCOMPARE(found->counted[1].entry.seq, Seq(17));
        QCOMPARE(found->own, 1U);
        QCOMPARE(found->recalled, 1U);
        QCOMPARE(found->notCountable, 3U);
        // 18 to 20 are not held.
        QCOMPARE(found->notLookedAt, 3U);
    }

    void messagesBelowAFloorAreCounted()
    {
        Snapshot snapshot = someSnapshot();
        QCOMPARE(explain(snapshot, talk, {})->belowFloor, std::optional<std::uint64_t>(0));
        conversationIn(snapshot).floor = Seq(14);
        conversationIn(snapshot).trimmedThrough = Seq(9);
        conversationIn(snapshot).floorMoved = {CursorCause::Expired, {}, {}, UnixMs{70}};
        QList<HistoryEntry> entries{
            entryOf(11, 2), entryOf(12, 1), entryOf(13, 2),
            entryOf(14, 3), entryOf(15, 2), entryOf(16, 2, content::Notice()),
        };
        entries[0].entry.content = content::Message{.recalledBy = Seq(30)};
        const auto found = explain(snapshot, talk, entries);
        QCOMPARE(found->belowFloor, std::optional<std::uint64_t>(2));
        QCOMPARE(found->floorMover,
                 (CursorMover{CursorCause::Expired, CursorMover::By::Server, {}, UnixMs{70}}));
        QCOMPARE(found->trimmedThrough, Seq(9));
        QCOMPARE(found->counted.size(), 1U);
        QCOMPARE(found->own + found->recalled, 0U);
        QCOMPARE(found->notCountable, 1U);
        QCOMPARE(found->notLookedAt, 4U);
        entries.removeFirst();
        QVERIFY(!explain(snapshot, talk, entries)->belowFloor);
    }

    void anotherDeviceMovedTheCursor()
    {
        const auto found = explain(someSnapshot(), talk, {});
        QCOMPARE(found->mover,
                 (CursorMover{CursorCause::MarkedRead, CursorMover::By::OtherDevice, "phone", UnixMs{5000}}));
    }

    void thisDeviceIsNotNamed()
    {
        Snapshot snapshot = someSnapshot();
        conversationIn(snapshot).moved.device = here;
        QCOMPARE(explain(snapshot, talk, {})->mover,
                 (CursorMover{CursorCause::MarkedRead, CursorMover::By::ThisDevice, {}, UnixMs{5000}}));
        conversationIn(snapshot).moved = {CursorCause::Joined, {}, {}, UnixMs{1}};
        QCOMPARE(explain(snapshot, talk, {})->mover,
                 (CursorMover{CursorCause::Joined, CursorMover::By::Server, {}, UnixMs{1}}));
    }

    void unsentMovesGoBeforeTheServersState()
    {
        Snapshot snapshot = someSnapshot();
        CursorIntent intent;
        intent.conversation = talk;
        intent.mark = CursorIntent::Mark{{}, Seq(5), CursorCause::Undo};
        snapshot.intents.push_back(intent);
        const CursorMover marked{CursorCause::Undo, CursorMover::By::ThisDevice, {}, {}, false};
        QCOMPARE(explain(snapshot, talk, {})->mover, marked);
        snapshot.intents.front().readSeq = Seq(9);
        snapshot.intents.front().cause = CursorCause::Seen;
        const CursorMover seen{CursorCause::Seen, CursorMover::By::ThisDevice, {}, {}, false};
        QCOMPARE(explain(snapshot, talk, {})->mover, seen);
    }

    void theTotalLeavesSomeOut()
    {
        Snapshot snapshot = someSnapshot();
        QCOMPARE(explain(snapshot, talk, {})->total, TotalPart::Counted);
        conversationIn(snapshot).settings.archived = true;
        QCOMPARE(explain(snapshot, talk, {})->total, TotalPart::Archived);
        conversationIn(snapshot).settings.muted = true;
        QCOMPARE(explain(snapshot, talk, {})->total, TotalPart::Muted);
        conversationIn(snapshot).isMember = false;
        QCOMPARE(explain(snapshot, talk, {})->total, TotalPart::Left);
    }

    void privateAsTheSettingsSay()
    {
        Snapshot snapshot = someSnapshot();
        snapshot.account->settings.receipts = ReceiptPrivacy::Private;
        QVERIFY(explain(snapshot, talk, {})->isPrivate);
        conversationIn(snapshot).settings.receipts = ReceiptPrivacy::Public;
        QVERIFY(!explain(snapshot, talk, {})->isPrivate);
    }

    void nothingIsKnownOfOthers()
    {
        QVERIFY(!explain(someSnapshot(), ConversationId(8), {}).has_value());
        Snapshot signedOut = someSnapshot();
        signedOut.account.reset();
        QVERIFY(!explain(signedOut, talk, {}).has_value());
    }

    void longRangesAreLookedAtFromTheirEnd()
    {
        QCOMPARE(explainedRange(Seq(10), Seq(20)), (ExplainedRange{Seq(10), Seq(20)}));
        QCOMPARE(explainedRange(Seq(10), Seq(30000)), (ExplainedRange{Seq(20000), Seq(30000)}));
        QCOMPARE(explainedRange(Seq(9), Seq(5)), (ExplainedRange{Seq(9), Seq(5)}));
    }
};

TIDEMARK_SUITE(TestExplanation, QCoreApplication)

} // namespace tidemark::explanation_test

#include "test_explanation.moc"
