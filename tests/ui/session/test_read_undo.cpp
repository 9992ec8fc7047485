#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "tests/ui/recorded_session.h"
#include "ui/session/chat_session.h"

#include <QSignalSpy>

namespace tidemark::read_undo_test {

using namespace Qt::StringLiterals;
using test::summaryOf;

namespace {

ConversationSummary unreadFrom(std::uint64_t id, std::uint64_t readSeq, std::uint64_t unread = 3)
{
    ConversationSummary summary = summaryOf(id, "c" + std::to_string(id));
    summary.cursor = {1, Seq(readSeq)};
    summary.counts.unread = unread;
    return summary;
}

struct Fixture : test::RecordedSession {
    Fixture()
    {
        ConversationSummary muted = unreadFrom(3, 2, 2000);
        muted.settings.muted = true;
        session.takeConversations({unreadFrom(1, 4), summaryOf(2, "read"), muted, unreadFrom(7, 6)});
        session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
    }
    /// The state after "mark as read".
    static ConversationSummary readTo(std::uint64_t id, bool unsent)
    {
        ConversationSummary summary = summaryOf(id, "c" + std::to_string(id));
        summary.cursor = {1, Seq(10)};
        summary.readUnsent = unsent;
        return summary;
    }
    void timeRunsOut()
    {
        auto* timer = session.marks().findChild<QTimer*>();
        QVERIFY(timer->isActive());
        timer->stop();
        QMetaObject::invokeMethod(timer, "timeout");
    }
};

} // namespace

class TestReadUndo : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void undoOfReadMarksUnreadFromWhereItWas()
    {
        Fixture fixture;
        fixture.session.marks().markRead(ConversationId(7));
        QCOMPARE(fixture.session.marks().undo().words(), u"Marked as read"_s);
        fixture.session.marks().undoRead();
        const auto marks = fixture.all<input::MarkUnread>();
        QCOMPARE(marks.size(), std::size_t(1));
        QCOMPARE(marks[0].conversation, ConversationId(7));
        QCOMPARE(marks[0].from, Seq(7));
        QCOMPARE(marks[0].cause, CursorCause::Undo);
        QVERIFY(marks[0].uuid.isValid());
        fixture.session.marks().undoRead();
        QCOMPARE(fixture.all<input::MarkUnread>().size(), std::size_t(1));
    }

    void theFloorIsReadToo()
    {
        Fixture fixture;
        ConversationSummary summary = unreadFrom(7, 2);
        summary.floor = Seq(5);
        fixture.session.takeChanges({summary});
        fixture.session.marks().markRead(ConversationId(7));
        fixture.session.marks().undoRead();
        QCOMPARE(fixture.all<input::MarkUnread>().front().from, Seq(6));
    }

    void withoutUnreadMessagesThereIsNothingToUndo()
    {
        Fixture fixture;
        fixture.session.marks().markRead(ConversationId(2));
        QVERIFY(!fixture.session.marks().undo().isPossible());
        QCOMPARE(fixture.all<input::MarkRead>().size(), std::size_t(1));
    }

    void undoOfUnreadReadsThroughWhereItWas()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        fixture.lookAt(Seq(6));
        fixture.session.marks().markUnread(ConversationId(7), Seq(3));
        QVERIFY(!fixture.session.chat().reading().pauseText().isEmpty());
        QCOMPARE(fixture.session.marks().undo().words(), u"Marked as unread"_s);
        fixture.session.marks().undoRead();
        const auto marks = fixture.all<input::MarkRead>();
        QCOMPARE(marks.size(), std::size_t(1));
        QCOMPARE(marks[0].through, Seq(6));
        QCOMPARE(marks[0].cause, CursorCause::Undo);
        QVERIFY2(fixture.session.chat().reading().pauseText().isEmpty(), "reading goes on as before");
    }

    void markedUnreadBehindTheCursorIsTakenBackToo()
    {
        Fixture fixture;
        // 7 and 8 were unread and no longer are.
        fixture.session.marks().markUnread(ConversationId(7), Seq(9));
        fixture.session.marks().undoRead();
        QCOMPARE(fixture.all<input::MarkUnread>().back().from, Seq(7));
        QCOMPARE(fixture.all<input::MarkUnread>().back().cause, CursorCause::Undo);
    }

    void aMarkThatMadeNothingUnreadSaysSo_data()
    {
        QTest::addColumn<quint64>("unread");
        QTest::addColumn<bool>("exact");
        QTest::addColumn<bool>("unsent");
        QTest::addColumn<QString>("words");
        QTest::newRow("one message") << quint64(1) << true << false << u"Marked as unread"_s;
        QTest::newRow("only notices")
            << quint64(0) << true << false << u"There are no messages from others to mark as unread"_s;
        QTest::newRow("not known yet") << quint64(0) << false << false << u"Marked as unread"_s;
        QTest::newRow("not sent yet") << quint64(0) << true << true << u"Marked as unread"_s;
    }
    void aMarkThatMadeNothingUnreadSaysSo()
    {
        QFETCH(quint64, unread);
        QFETCH(bool, exact);
        QFETCH(bool, unsent);
        Fixture fixture;
        fixture.session.marks().markUnread(ConversationId(2), Seq(10));
        ConversationSummary marked = summaryOf(2, "read");
        marked.cursor.epoch = fixture.session.conversations().summary(ConversationId(2))->cursor.epoch + 1;
        marked.counts.unread = unread;
        marked.exact = exact;
        marked.readUnsent = unsent;
        fixture.session.takeChanges({marked});
        QTEST(fixture.session.marks().undo().words(), "words");
        QVERIFY2(fixture.session.marks().undo().isPossible(),
                 "undo is possible because the mark moved the cursor");
    }

    void undoneInTheOpenConversationIsNotReadAgainAtOnce()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        fixture.session.marks().markRead(ConversationId(7));
        fixture.session.marks().undoRead();
        const auto before = fixture.all<input::MarkRead>().size();
        fixture.lookAt(Seq(10));
        QCOMPARE(fixture.all<input::MarkRead>().size(), before);
    }

    void everythingComesBackAsItWas()
    {
        Fixture fixture;
        const auto all = fixture.session.marks().allUnread();
        QCOMPARE(all.messages, std::uint64_t(2006));
        QCOMPARE(all.conversations, std::size_t(3));
        QVERIFY(all.exact);
        fixture.session.marks().markAllRead();
        QCOMPARE(fixture.all<input::MarkAllRead>().size(), std::size_t(1));
        QCOMPARE(fixture.session.marks().undo().words(), u"Marked 3 conversations as read"_s);
        fixture.session.marks().undoRead();
        std::map<std::uint64_t, std::uint64_t> from;
        for (const input::MarkUnread& mark : fixture.all<input::MarkUnread>()) {
            from[mark.conversation.value] = mark.from.value;
        }
        QCOMPARE(from, (std::map<std::uint64_t, std::uint64_t>{{1, 5}, {3, 3}, {7, 7}}));
    }

    void theOfferEnds()
    {
        Fixture fixture;
        fixture.session.marks().markRead(ConversationId(7));
        QSignalSpy changed(&fixture.session.marks(), &ReadMarks::undoChanged);
        fixture.timeRunsOut();
        QVERIFY(!fixture.session.marks().undo().isPossible());
        QCOMPARE(changed.size(), 1);
    }

    void progressStaysUntilTheServerHasIt()
    {
        Fixture fixture;
        fixture.session.marks().markAllRead();
        QCOMPARE(fixture.session.marks().undo().waiting(), 3);
        fixture.session.takeChanges({Fixture::readTo(1, true), Fixture::readTo(3, true)});
        QCOMPARE(fixture.session.marks().undo().waiting(), 3);
        fixture.session.takeChanges({Fixture::readTo(1, false)});
        QCOMPARE(fixture.session.marks().undo().waiting(), 2);
        fixture.timeRunsOut();
        QVERIFY(fixture.session.marks().undo().isPossible());
        fixture.session.takeChanges({Fixture::readTo(3, false), Fixture::readTo(7, false)});
        QVERIFY(!fixture.session.marks().undo().isPossible());
    }

    void offlineTheWindowDoesNotWaitForTheServer()
    {
        Fixture fixture;
        fixture.session.marks().markAllRead();
        fixture.timeRunsOut();
        QVERIFY(fixture.session.marks().undo().isPossible());
        fixture.session.connection().take({ConnectionPhase::Waiting, {}, {}}, 1000);
        QVERIFY(!fixture.session.marks().undo().isPossible());
    }

    void aRefusedMarkCannotBeUndone()
    {
        Fixture fixture;
        fixture.session.marks().markUnread(ConversationId(7), Seq(3));
        change::CommandDone done;
        done.command = CommandId(fixture.lastCommand);
        done.error = protocol::ErrorCode::NoSuchEntry;
        fixture.session.commands().take(done);
        QVERIFY(!fixture.session.marks().undo().isPossible());
    }

    void signedOutNothingIsOffered()
    {
        Fixture fixture;
        fixture.session.marks().markRead(ConversationId(7));
        fixture.session.account().take({}, {});
        QVERIFY(!fixture.session.marks().undo().isPossible());
    }
};

TIDEMARK_SUITE(TestReadUndo, QCoreApplication)

} // namespace tidemark::read_undo_test

#include "test_read_undo.moc"
