#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QTest>

namespace tidemark::pinned_store_test {

using namespace test;
using Seqs = std::vector<Seq>;

namespace {

Entry pin(std::uint64_t seq, UserId author, NoticeKind kind, std::uint64_t target)
{
    Entry entry = notice(seq, author, kind);
    entry.content = content::Notice{.kind = kind, .target = Seq(target)};
    return entry;
}

PendingMessage unsent(std::uint8_t number, NoticeKind kind, std::uint64_t target)
{
    PendingMessage message = pending(number, {});
    message.content = content::Notice{.kind = kind, .target = Seq(target)};
    return message;
}

LocalConversation pinnedIn(Seqs pinned, Seq head)
{
    LocalConversation made = conversation(room, head);
    made.countedHead = head;
    made.pinned = std::move(pinned);
    return made;
}

} // namespace

/// The pinned messages in the local store.
class TestPinned : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void changesComeInTheOrderOfTheLog()
    {
        const auto store = preparedStore();
        QVERIFY(ingest(*store, room,
                       {message(1, anna), message(2, bert), pin(3, anna, NoticeKind::Pinned, 2),
                        notice(4, anna, NoticeKind::Joined), recall(5, anna, 1),
                        pin(6, bert, NoticeKind::Unpinned, 2), edit(7, bert, 2, "changed")}));
        const std::vector<PinChange> all{{Seq(2), true}, {Seq(1), false}, {Seq(2), false}};
        QCOMPARE(store->pinChanges(room, Seq(), Seq(7)), all);
        QCOMPARE(store->pinChanges(room, Seq(3), Seq(5)), (std::vector<PinChange>{{Seq(1), false}}));
        QVERIFY(store->pinChanges(other, Seq(), Seq(7)).empty());
    }

    void unsentChangesAreShown()
    {
        const auto store = preparedStore();
        QVERIFY(ingest(*store, room, {message(1, anna, "one"), message(2, bert, "two")}));
        QVERIFY(store->apply({write::PutConversation{pinnedIn({Seq(1), Seq(9)}, Seq(9))}}));
        QCOMPARE(store->summary(room)->pinnedMessages, (Seqs{Seq(1), Seq(9)}));
        QVERIFY(store->apply({write::PutPending{unsent(1, NoticeKind::Pinned, 2)},
                              write::PutPending{unsent(2, NoticeKind::Unpinned, 1)}}));
        QCOMPARE(store->summary(room)->pinnedMessages, (Seqs{Seq(2), Seq(9)}));
        QCOMPARE(store->summaries().front().pinnedMessages, (Seqs{Seq(2), Seq(9)}));

        const PinnedMessages shown = store->pinned(room);
        QCOMPARE(shown.messages.size(), std::size_t{2});
        QCOMPARE(shown.messages[0].item->text, std::string("two"));
        QCOMPARE(shown.messages[1].seq, Seq(9));
        QVERIFY(!shown.messages[1].item);
        // A pin is no message that waits to be sent.
        const TimelinePage page = store->timeline(room, {});
        QVERIFY(page.pending.empty());
        QVERIFY(store->summary(room)->lastLine != ConversationSummary::LastLine::Pending);
    }

    void aNoticeNamesItsMessage()
    {
        const auto store = preparedStore();
        QVERIFY(
            ingestToHead(*store, room, {message(1, anna, "the plan"), pin(2, bert, NoticeKind::Pinned, 1)}));
        const TimelinePage page = store->timeline(room, {});
        QCOMPARE(page.items.size(), std::size_t{2});
        QCOMPARE(page.items[1].notice, NoticeKind::Pinned);
        QCOMPARE(page.items[1].target, Seq(1));
        QCOMPARE(page.items[1].replyToText, std::string("the plan"));
        QVERIFY(!page.items[1].replyTo.isValid());
        // Only the notice about it would still show the text of an ignored user.
        QVERIFY(store->apply({write::PutIgnores{{1, {LocalIgnore{anna, IgnoreLevel::Ignored, {}}}}}}));
        QVERIFY(store->timeline(room, {}).items.back().replyToText.empty());
        QCOMPARE(store->history(room, Seq(1), {}, 9).front().entry.content,
                 EntryContent(content::Notice{.kind = NoticeKind::Pinned, .target = Seq(1)}));
    }
};

TIDEMARK_SUITE(TestPinned, QCoreApplication)

} // namespace tidemark::pinned_store_test

#include "test_pinned.moc"
