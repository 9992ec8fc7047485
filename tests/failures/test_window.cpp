// Reading by evidence, and the reader's place. Names begin with the ids of rows.tsv.
#include "core/models/timeline/timeline_model.h"
#include "tests/main/suite.h"
#include "tests/support/active_window.h"
#include "tests/support/items.h"
#include "ui/chat/chat_pane.h"
#include "ui/chat/unseen_bar.h"
#include "ui/session/reading/reading_text.h"
#include "ui/timeline/jump_button.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QDialog>
#include <QScrollBar>

namespace tidemark::window_test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Anchor = TimelineQuery::Anchor;
using test::someConversation;
using test::summaryOf;

namespace {

/// The window over a conversation 1..head that is unread beyond `readThrough`. Pages are answered when the
/// test says so; nothing waits for time.
class Fixture {
public:
    Fixture(std::uint64_t head, std::uint64_t readThrough) : m_head(head), m_readThrough(readThrough)
    {
        QObject::connect(&session.commands(), &Commands::submitted, &session, [this](const Input& input) {
            if (const auto* read = std::get_if<input::MarkRead>(&input)) {
                reads.append(read->through);
            }
        });
        QObject::connect(&session.chat(), &OpenConversation::timelineWanted, &session,
                         [this](ConversationId /*conversation*/, const TimelineQuery& query, quint64 tag) {
                             m_asked.append({query, tag});
                         });
        session.chat().timeline().setToday(QDate(2026, 11, 20));
        session.takeConversations({summary()});
        window.look().setThemeChoice(ThemeChoice::Light);
        window.resize(900, 700);
        window.show();
        activate();
        window.grab();
    }

    void activate() { test::setActiveWindow(&window); }
    /// The user does something in this window.
    void touch() { QTest::keyClick(&window, Qt::Key_Shift); }
    void open()
    {
        session.chat().open(someConversation);
        answer();
        window.grab();
        QTRY_VERIFY(window.activity().conditions().isExposed);
    }
    void answer()
    {
        while (!m_asked.isEmpty()) {
            const auto [query, tag] = m_asked.takeFirst();
            session.chat().takeTimeline(pageFor(query), tag);
        }
        view->settleNow();
    }
    /// Others send messages.
    void grow(std::uint64_t count)
    {
        m_head += count;
        session.takeChanges({summary()});
        session.chat().takeGrowth(someConversation, Seq(m_head - count + 1), Seq(m_head), {});
        answer();
    }
    /// Another device reads.
    void readElsewhere(std::uint64_t through)
    {
        m_readThrough = through;
        session.takeChanges({summary()});
        answer();
    }
    /// Time passes, enough of it to see the messages on screen.
    void look(Milliseconds time = 150ms)
    {
        now += time;
        session.chat().reading().look();
    }
    /// Another program's window gets the keyboard.
    void leave() { test::setActiveWindow(nullptr); }
    [[nodiscard]] QString pause() const { return session.chat().reading().pauseText(); }

    [[nodiscard]] int topOf(std::uint64_t seq) const
    {
        const int row = session.chat().timeline().rowOfSeq(Seq(seq));
        return row < 0 ? -10000 : view->visualRect(session.chat().timeline().index(row)).top();
    }
    [[nodiscard]] bool isOnScreen(std::uint64_t seq) const
    {
        const int row = session.chat().timeline().rowOfSeq(Seq(seq));
        return row >= 0
               && view->viewport()->rect().contains(view->visualRect(session.chat().timeline().index(row)));
    }
    [[nodiscard]] bool isAtEnd() const
    {
        return view->verticalScrollBar()->value() == view->verticalScrollBar()->maximum();
    }

    Instant now{1h};
    mutable ChatSession session{{[] { return CommandId(1); }, [] { return test::uuidOf(1); }},
                                ReadingSetup([this] { return now; })};
    MainWindow window{session};
    ChatPane* chat = window.findChild<ChatPane*>();
    TimelineView* view = window.findChild<TimelineView*>();
    JumpButton* jump = window.findChild<JumpButton*>();
    QList<Seq> reads;

private:
    [[nodiscard]] ConversationSummary summary() const
    {
        ConversationSummary made = summaryOf(someConversation.value, "seven");
        made.head = made.lastSeq = Seq(m_head);
        made.cursor.readSeq = Seq(m_readThrough);
        made.counts.unread = m_head - m_readThrough;
        return made;
    }
    [[nodiscard]] TimelinePage pageFor(const TimelineQuery& query) const
    {
        const auto limit = static_cast<std::uint64_t>(query.limit);
        const auto around = [&](std::uint64_t seq) {
            return test::pageOf(seq > limit / 2 ? seq - limit / 2 : 1, std::min(m_head, seq + limit / 2),
                                m_head);
        };
        switch (query.anchor) {
        case Anchor::Before:
            return test::pageOf(query.seq.value > limit ? query.seq.value - limit : 1, query.seq.value - 1,
                                m_head);
        case Anchor::After:
            return test::pageOf(query.seq.value + 1, std::min(m_head, query.seq.value + limit), m_head);
        case Anchor::Around:
            return around(query.seq.value);
        case Anchor::FirstUnread:
            if (m_readThrough < m_head) {
                return around(m_readThrough + 1);
            }
            break;
        case Anchor::End:
            break;
        }
        return test::pageOf(m_head > limit ? m_head - limit + 1 : 1, m_head, m_head);
    }

    struct Asked {
        TimelineQuery query;
        quint64 tag;
    };
    std::uint64_t m_head;
    std::uint64_t m_readThrough;
    QList<Asked> m_asked;
};

} // namespace

class TestFailuresWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void fa5_theTitleIsWrittenFromTheTotalEveryTime()
    {
        Fixture fixture(10, 10);
        const auto total = [&](quint64 unread) {
            Totals totals;
            totals.unread = unread;
            fixture.session.takeTotals(totals);
            return fixture.window.windowTitle();
        };
        QCOMPARE(total(1), u"(1) Tidemark"_s);
        QCOMPARE(total(1), u"(1) Tidemark"_s);
        QCOMPARE(total(0), u"Tidemark"_s);
        fixture.window.hide();
        QCOMPARE(total(7), u"(7) Tidemark"_s);
        fixture.window.showMinimized();
        QCOMPARE(total(8), u"(8) Tidemark"_s);
        fixture.window.showNormal();
        QCOMPARE(fixture.window.windowTitle(), u"(8) Tidemark"_s);
        // The window may have changed meanwhile. The next change writes everything again.
        fixture.window.setWindowTitle(u"(99) Tidemark"_s);
        QCOMPARE(total(2), u"(2) Tidemark"_s);
    }

    void fe1_nothingIsReadInAWindowWithoutTheKeyboardHiddenMinimisedOrCovered_data()
    {
        QTest::addColumn<QString>("how");
        for (const char* how : {"not active", "hidden", "minimised", "covered", "locked"}) {
            QTest::newRow(how) << QString::fromLatin1(how);
        }
    }
    void fe1_nothingIsReadInAWindowWithoutTheKeyboardHiddenMinimisedOrCovered()
    {
        QFETCH(QString, how);
        Fixture fixture(20, 20);
        fixture.open();
        fixture.touch();
        fixture.look(2s);
        QDialog dialog;
        if (how == u"not active") {
            fixture.leave();
        } else if (how == u"hidden") {
            fixture.window.hide();
        } else if (how == u"minimised") {
            fixture.window.showMinimized();
        } else if (how == u"locked") {
            fixture.window.activity().setSessionLocked(true);
        } else {
            dialog.setModal(true);
            dialog.show();
            test::setActiveWindow(&fixture.window);
        }
        fixture.grow(2);
        fixture.look(1min);
        QCOMPARE(fixture.reads, QList<Seq>());
        QVERIFY(!fixture.pause().isEmpty());
    }

    void fe1_anAbsentUserReadsNothing()
    {
        Fixture fixture(20, 20);
        fixture.open();
        fixture.touch();
        fixture.look(2min);
        fixture.grow(2);
        fixture.look(10min);
        QCOMPARE(fixture.reads, QList<Seq>());
        QCOMPARE(fixture.pause(), pauseText(ReadingPause::Idle));
        // The user is back.
        fixture.touch();
        fixture.look();
        QCOMPARE(fixture.reads, QList<Seq>{Seq(22)});
        QVERIFY(fixture.pause().isEmpty());
    }

    void fe2_hoveringIsNotBeingThere()
    {
        Fixture fixture(20, 15);
        fixture.open();
        for (int x = 100; x < 600; x += 50) {
            QTest::mouseMove(fixture.view->viewport(), {x, 200});
        }
        fixture.look(1min);
        QCOMPARE(fixture.pause(), pauseText(ReadingPause::Untouched));
        QCOMPARE(fixture.reads, QList<Seq>());
    }

    void fe2_aPresentUserReadsWithoutMovingTheMouse()
    {
        Fixture fixture(20, 20);
        fixture.open();
        fixture.touch();
        fixture.look(2s);
        QCOMPARE(fixture.reads, QList<Seq>());
        fixture.grow(1);
        fixture.look();
        QCOMPARE(fixture.reads, QList<Seq>{Seq(21)});
        // Neither does a user who comes back to the window.
        fixture.leave();
        fixture.grow(1);
        fixture.look(1h);
        QCOMPARE(fixture.reads, QList<Seq>{Seq(21)});
        fixture.activate();
        fixture.look(1s);
        QCOMPARE(fixture.reads, (QList<Seq>{Seq(21), Seq(22)}));
    }

    void fe3_aLockedScreenReadsNothing()
    {
        Fixture fixture(20, 20);
        fixture.open();
        fixture.touch();
        fixture.look(2s);
        fixture.window.activity().setSessionLocked(true);
        fixture.grow(2);
        fixture.look(10min);
        QCOMPARE(fixture.pause(), pauseText(ReadingPause::Locked));
        QCOMPARE(fixture.reads, QList<Seq>());
        fixture.window.activity().setSessionLocked(false);
        fixture.look(1s);
        QCOMPARE(fixture.reads, QList<Seq>{Seq(22)});
    }

    void fe3_aProgramThatStartsAgainOverUnreadMessagesReadsNone()
    {
        Fixture before(60, 20);
        const QByteArray placement = before.window.placement();
        Fixture fixture(60, 20);
        fixture.window.restorePlacement(placement);
        fixture.open();
        QVERIFY(fixture.isOnScreen(21));
        fixture.look(1h);
        QCOMPARE(fixture.reads, QList<Seq>());
        // The first key says that somebody looks at the messages on screen, and no further.
        fixture.touch();
        fixture.look();
        QCOMPARE(fixture.reads.size(), 1);
        QVERIFY(fixture.isOnScreen(fixture.reads[0].value));
        QVERIFY(fixture.reads[0] < Seq(60));
    }

    void fe3_readingByHandReadsNothingByItself()
    {
        Fixture fixture(20, 15);
        fixture.session.account().takeSettings({{}, 1, ReadingPolicy::ByHand});
        fixture.touch();
        fixture.open();
        fixture.touch();
        fixture.look(1h);
        QCOMPARE(fixture.reads, QList<Seq>());
        QCOMPARE(fixture.pause(), pauseText(ReadingPause::ByHand));
        fixture.session.marks().markRead(someConversation);
        QCOMPARE(fixture.reads.size(), 1);
    }

    void fe4_catchingUpMovesNoCursorOverWhatIsNotShown()
    {
        Fixture fixture(1000, 500);
        fixture.open();
        fixture.touch();
        fixture.look(2s);
        QCOMPARE(fixture.reads.size(), 1);
        const Seq read = fixture.reads[0];
        QVERIFY(read > Seq(500) && read < Seq(540));
        for (int i = 0; i < 5; ++i) {
            fixture.grow(300);
            fixture.look();
        }
        QCOMPARE(fixture.reads, QList<Seq>{read});
        QCOMPARE(fixture.chat->screen().last, read);
    }

    void fe4_paintedInTheBackgroundIsNotRead()
    {
        Fixture fixture(20, 20);
        fixture.open();
        fixture.touch();
        fixture.leave();
        // The view follows new messages one by one, and paints all of them.
        for (int i = 0; i < 5; ++i) {
            fixture.grow(1);
            fixture.window.grab();
            fixture.look(30s);
        }
        QVERIFY(fixture.isAtEnd());
        QCOMPARE(fixture.chat->screen().last, Seq(25));
        QCOMPARE(fixture.reads, QList<Seq>());
    }

    void fe4_aJumpOfTheProgramIsNotRead()
    {
        Fixture fixture(1000, 500);
        fixture.open();
        fixture.touch();
        fixture.look(2s);
        const QList<Seq> before = fixture.reads;
        // The log was dropped and is there again, with its end on screen.
        fixture.session.chat().takeDropped(someConversation);
        fixture.answer();
        fixture.window.grab();
        QVERIFY(fixture.isOnScreen(1000));
        fixture.look(1min);
        QCOMPARE(fixture.reads, before);
        // A click at the end reads nothing either, because what lies between was never on screen.
        QTest::mouseClick(fixture.view->viewport(), Qt::LeftButton, {}, {20, 20});
        fixture.look();
        QCOMPARE(fixture.reads, before);
        QVERIFY(fixture.chat->findChild<UnseenBar*>()->isVisible());
    }

    void fe4_aMessageThatWasJumpedToIsShownAndNotRead()
    {
        Fixture fixture(1000, 500);
        fixture.open();
        fixture.touch();
        fixture.look(2s);
        const QList<Seq> before = fixture.reads;
        // A search, or the answer to "Why is this unread?", shows a place in this way.
        fixture.session.chat().timeline().showAround(Seq(800));
        fixture.answer();
        fixture.window.grab();
        QVERIFY(fixture.isOnScreen(800));
        fixture.touch();
        fixture.look(1min);
        QCOMPARE(fixture.reads, before);
        QTest::keyClick(fixture.view, Qt::Key_PageDown);
        fixture.look();
        QCOMPARE(fixture.reads, before);
    }

    void ff1_theFirstUnreadIsShownAndTheButtonOnlyWhereThereIsAnEndToGoTo()
    {
        Fixture fixture(1000, 500);
        fixture.open();
        QVERIFY(fixture.session.chat().timeline().rowCount() > 0);
        QVERIFY(fixture.isOnScreen(501));
        QVERIFY(fixture.jump->isVisible());
        QVERIFY(!fixture.jump->accessibleDescription().isEmpty());
        fixture.readElsewhere(1000);
        QVERIFY2(fixture.jump->accessibleDescription().isEmpty(), "nothing is unread below");

        Fixture read(1000, 1000);
        read.open();
        QVERIFY(read.isAtEnd());
        QVERIFY(!read.jump->isVisible());
    }

    void ff2_thePlaceStaysWhateverHappens_data()
    {
        QTest::addColumn<QString>("what");
        for (const char* what :
             {"messages arrive", "an older page comes", "another device reads", "it becomes wider",
              "it becomes narrower", "it becomes higher", "it becomes lower"}) {
            QTest::newRow(what) << QString::fromLatin1(what);
        }
    }
    void ff2_thePlaceStaysWhateverHappens()
    {
        QFETCH(QString, what);
        Fixture fixture(1000, 500);
        fixture.open();
        const RowsOnScreen::Place place = fixture.view->onScreen().place();
        QVERIFY(place.seq.isValid());
        // In a narrow window a line about the connection comes above the messages.
        const auto onScreen = [&fixture] {
            return fixture.view->mapTo(&fixture.window, QPoint(0, fixture.view->onScreen().place().offset))
                .y();
        };
        const int before = onScreen();
        const qsizetype reads = fixture.reads.size();
        const QSize size = fixture.window.size();
        const auto resizeTo = [&](int width, int height) {
            fixture.window.resize(width, height);
            fixture.answer();
            fixture.window.grab();
        };
        if (what == u"messages arrive") {
            fixture.grow(30);
        } else if (what == u"an older page comes") {
            const int rows = fixture.session.chat().timeline().rowCount();
            fixture.session.chat().timeline().wantOlder();
            fixture.answer();
            QVERIFY(fixture.session.chat().timeline().rowCount() > rows);
        } else if (what == u"another device reads") {
            fixture.readElsewhere(1000);
        } else if (what == u"it becomes wider") {
            resizeTo(size.width() + 400, size.height());
        } else if (what == u"it becomes narrower") {
            resizeTo(380, size.height());
        } else {
            resizeTo(size.width(), size.height() + (what == u"it becomes higher" ? 150 : -150));
        }
        QCOMPARE(fixture.view->onScreen().place().seq, place.seq);
        QCOMPARE(onScreen(), before);
        QCOMPARE(fixture.reads.size(), reads);
    }

    void ff2_anotherClientThatReadsMovesNothing()
    {
        Fixture fixture(1000, 500);
        fixture.open();
        const int top = fixture.topOf(505);
        const Seq seen = fixture.chat->screen().last;
        QVERIFY(top > 0);
        fixture.readElsewhere(1000);
        QCOMPARE(fixture.topOf(505), top);
        QCOMPARE(fixture.chat->screen().last, seen);
    }

    void ff2_theButtonReachesTheVeryEnd()
    {
        Fixture fixture(1000, 500);
        fixture.open();
        QTest::mouseClick(fixture.jump, Qt::LeftButton);
        fixture.answer();
        fixture.window.grab();
        QVERIFY(fixture.isAtEnd());
        QVERIFY(fixture.isOnScreen(1000));
        QVERIFY(!fixture.jump->isVisible());
    }

    void ff2_aBurstThatIsLongerThanTheScreenIsNotReadByFollowingIt()
    {
        Fixture fixture(1000, 1000);
        fixture.open();
        fixture.touch();
        fixture.look(2s);
        fixture.grow(3);
        fixture.look();
        QCOMPARE(fixture.reads, QList<Seq>{Seq(1003)});
        fixture.grow(50);
        fixture.look();
        // The view stands still where the burst begins, so only the messages on screen are read.
        QVERIFY(fixture.isOnScreen(1004));
        QVERIFY(!fixture.isOnScreen(1053));
        QVERIFY(fixture.isOnScreen(fixture.reads.last().value));
        QVERIFY(fixture.jump->isVisible());
    }
};

TIDEMARK_SUITE(TestFailuresWindow, QApplication)

} // namespace tidemark::window_test

#include "test_window.moc"
