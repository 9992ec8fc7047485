#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/chat/chat_header.h"
#include "ui/look/metrics.h"
#include "ui/look/motion.h"
#include "ui/timeline/navigation_history.h"
#include "ui/timeline/timeline_overlays.h"

namespace tidemark::navigation_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::someConversation;

namespace {
constexpr ConversationId otherConversation{8};
constexpr auto ctrl = Qt::ControlModifier;
constexpr auto alt = Qt::AltModifier;
} // namespace

/// Jumps, the ways back and the place in each conversation.
class TestNavigation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }
    void cleanup() { setMotionEnabled(true); }

    void messagesOfCatchUpAreShownFromTheirBeginning_data()
    {
        QTest::addColumn<QList<int>>("pieces");
        QTest::newRow("little") << QList<int>{3};
        QTest::newRow("much") << QList<int>{80};
        QTest::newRow("little by little") << QList<int>{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4};
    }
    void messagesOfCatchUpAreShownFromTheirBeginning()
    {
        QFETCH(QList<int>, pieces);
        LogWindow fixture(100, 100);
        fixture.open();
        QVERIFY(fixture.isAtEnd());
        int all = 0;
        for (const int piece : pieces) {
            fixture.grow(static_cast<std::uint64_t>(piece));
            fixture.window.grab();
            all += piece;
        }
        QVERIFY(fixture.isOnScreen(101));
        const TimelineRow& divider =
            fixture.session.chat().timeline().rows()[static_cast<std::size_t>(fixture.rowOf(101) - 1)];
        QCOMPARE(divider.text, u"New messages · %1"_s.arg(all));
        QVERIFY(all < 5 || fixture.topOf(101) < fixture.view->viewport()->height() / 3);
        QCOMPARE(fixture.isAtEnd(), all < 5);
    }

    void placesComeBackInTheirOrder()
    {
        NavigationHistory stack;
        const ReturnPlace end{someConversation, Seq(900), 0, true};
        const ReturnPlace middle{someConversation, Seq(500), 7, false};
        stack.push(end);
        stack.push(middle);
        stack.push(middle);
        const ReturnPlace now{someConversation, Seq(100), 0, false};
        QCOMPARE(stack.below(now), std::optional(middle));
        // A reader who has gone past the place is not led back up.
        QCOMPARE(stack.below({someConversation, Seq(600), 0, false}), std::optional(end));
        QCOMPARE(stack.below({someConversation, Seq(990), 0, true}), std::nullopt);
        QCOMPARE(stack.below({otherConversation, Seq(1), 0, false}), std::nullopt);
        QCOMPARE(stack.pop(), std::optional(middle));
        QCOMPARE(stack.popBelow(now), std::optional(end));
        QVERIFY(stack.isEmpty());
        QCOMPARE(stack.pop(), std::nullopt);
        for (std::uint64_t seq = 1; seq <= 60; ++seq) {
            stack.push({someConversation, Seq(seq), 0, false});
        }
        int count = 0;
        while (stack.pop()) {
            ++count;
        }
        QCOMPARE(count, int(NavigationHistory::maxPlaces));
    }

    void jumpsLeadBackSeveralLevels_data()
    {
        QTest::addColumn<bool>("byKey");
        QTest::newRow("button") << false;
        QTest::newRow("key") << true;
    }
    void jumpsLeadBackSeveralLevels()
    {
        QFETCH(bool, byKey);
        LogWindow fixture(1000, 1000);
        fixture.open();
        const auto back = [&] {
            if (byKey) {
                fixture.press(Qt::Key_Left, alt);
            } else {
                fixture.click(fixture.down);
            }
        };
        QVERIFY(fixture.isAtEnd());
        fixture.jumpTo(600);
        QVERIFY(fixture.isOnScreen(600));
        const int top = fixture.topOf(600);
        fixture.jumpTo(300);
        fixture.jumpTo(20);
        QVERIFY(fixture.isOnScreen(20));
        QVERIFY(fixture.down->accessibleName().startsWith(u"Back"));
        back();
        QVERIFY(fixture.isOnScreen(300));
        back();
        QCOMPARE(fixture.topOf(600), top);
        back();
        QVERIFY(fixture.isAtEnd());
        QVERIFY(!fixture.chat->navigation().goBack());
    }

    void aMessageOnScreenIsOnlyHighlighted()
    {
        LogWindow fixture(1000, 1000);
        fixture.open();
        QVERIFY(fixture.isOnScreen(995));
        fixture.jumpTo(995);
        QVERIFY(fixture.isAtEnd());
        QVERIFY(fixture.view->flashStrength(fixture.rowOf(995)) > 0);
        QVERIFY(!fixture.chat->navigation().goBack());
    }

    void theMessageIsMarkedForAMoment_data()
    {
        QTest::addColumn<bool>("animated");
        QTest::newRow("fading") << true;
        QTest::newRow("without animation") << false;
    }
    void theMessageIsMarkedForAMoment()
    {
        QFETCH(bool, animated);
        LogWindow fixture(1000, 1000);
        DesktopLook desktop;
        desktop.isStill = !animated;
        fixture.window.look().setDesktopLook(desktop);
        fixture.open();
        fixture.jumpTo(100);
        const int row = fixture.rowOf(100);
        QCOMPARE(fixture.view->flashStrength(row), 1.0);
        QCOMPARE(fixture.view->flashStrength(row + 1), 0.0);
        QTRY_VERIFY(fixture.view->flashStrength(row) < 1);
        QCOMPARE(fixture.view->flashStrength(row) > 0, animated);
        QTRY_COMPARE(fixture.view->flashStrength(row), 0.0);
    }

    void aMissingMessageIsPulledAndShown()
    {
        LogWindow fixture(1000, 1000);
        fixture.open();
        fixture.setMissing(1, 400);
        fixture.jumpTo(200);
        QVERIFY2(fixture.isAtEnd(), "the view stays until the page has arrived");
        const auto wanted = fixture.all<input::LoadRange>();
        QCOMPARE(wanted.size(), std::size_t(1));
        QVERIFY(wanted[0].after < Seq(200) && wanted[0].through > Seq(200));
        fixture.pulled();
        QVERIFY(fixture.isOnScreen(200));
        QVERIFY(fixture.view->flashStrength(fixture.rowOf(200)) > 0);
        fixture.press(Qt::Key_Left, alt);
        QVERIFY(fixture.isAtEnd());
    }

    void goingElsewhereEndsTheWaiting()
    {
        LogWindow fixture(1000, 1000);
        fixture.open();
        fixture.setMissing(1, 400);
        fixture.jumpTo(200);
        fixture.press(Qt::Key_End);
        fixture.pulled();
        QVERIFY(fixture.isAtEnd());
    }

    void aJumpReadsNothing()
    {
        LogWindow fixture(1000, 500);
        fixture.open();
        fixture.look();
        const QList<Seq> before = fixture.reads;
        fixture.jumpTo(900);
        fixture.look();
        QCOMPARE(fixture.reads, before);
        // The reader comes back and goes on reading from the same place.
        fixture.press(Qt::Key_Left, alt);
        QVERIFY(fixture.isOnScreen(501));
        fixture.look();
        QVERIFY(fixture.reads.last() < Seq(600));
        // Scrolling from there reads nothing over what was never on screen.
        fixture.jumpTo(900);
        QTest::keyClick(fixture.view, Qt::Key_PageDown);
        fixture.answer();
        fixture.look();
        QVERIFY(fixture.reads.last() < Seq(600));
        QVERIFY(fixture.unseen->isVisible());
    }

    void theWayToTheEndReadsOnlyWhatWasOnScreen_data()
    {
        QTest::addColumn<quint64>("unread");
        QTest::addColumn<int>("way");
        for (const quint64 unread : {quint64(10), quint64(1000), quint64(100000)}) {
            for (const int way : {0, int(Qt::Key_End), int(Qt::Key_J)}) {
                QTest::addRow("%d by %d", int(unread), way) << unread << way;
            }
        }
    }
    void theWayToTheEndReadsOnlyWhatWasOnScreen()
    {
        QFETCH(quint64, unread);
        QFETCH(int, way);
        const bool isMuch = unread > 10;
        LogWindow fixture(500 + unread, 500);
        fixture.open();
        fixture.look();
        fixture.commit();
        if (way > 0) {
            QTest::keyClick(fixture.view, Qt::Key(way), way == Qt::Key_J ? ctrl : Qt::NoModifier);
        } else if (fixture.down->isVisible()) {
            QTest::mouseClick(fixture.down, Qt::LeftButton);
        }
        fixture.answer();
        fixture.look();
        fixture.commit();
        if (!isMuch) {
            QCOMPARE(fixture.reads.last(), Seq(510));
            QVERIFY(!fixture.unseen->isVisible());
            return;
        }
        QVERIFY(fixture.isAtEnd());
        QVERIFY2(fixture.reads.last() < Seq(560), "nothing between is read");
        QVERIFY(fixture.unseen->isVisible());
        const quint64 left = 500 + unread - fixture.reads.last().value;
        QCOMPARE(fixture.unseen->text(), u"%L1 unread messages. You have not seen all of them."_s.arg(left));
        // Messages that arrive there stay unread too, and a click there reads none of them.
        fixture.grow(2);
        QTest::mouseClick(fixture.view->viewport(), Qt::LeftButton, {}, {20, 20});
        fixture.look();
        QVERIFY(fixture.reads.last() < Seq(560));
        // The way back leads to the first message that was not on screen.
        const Seq first = fixture.session.chat().reading().firstUnseen();
        fixture.click(fixture.unseen->findChild<QToolButton*>(u"unseen-back"_s));
        QVERIFY(fixture.isOnScreen(first.value));
        QVERIFY(!fixture.unseen->isVisible());
    }

    void aGapIsMarkedAsReadAndThatIsUndone()
    {
        LogWindow fixture(4086, 500);
        fixture.open();
        fixture.look();
        fixture.commit();
        const Seq read = fixture.reads.last();
        fixture.press(Qt::Key_End);
        fixture.look();
        QVERIFY(fixture.unseen->isVisible());
        fixture.click(fixture.unseen->findChild<QToolButton*>(u"unseen-read"_s));
        QCOMPARE(fixture.all<input::MarkRead>().back().through, Seq());
        QCOMPARE(fixture.all<input::MarkRead>().back().cause, CursorCause::MarkedRead);
        QVERIFY(fixture.session.isUndoPossible());
        fixture.readElsewhere(4086);
        QVERIFY(!fixture.unseen->isVisible());
        fixture.session.undo();
        QCOMPARE(fixture.all<input::MarkUnread>().back().from, next(read));
    }

    void aLeapOfTheCursorCanBeUndone()
    {
        LogWindow fixture(700, 500);
        fixture.open();
        fixture.look();
        fixture.commit();
        const Seq read = fixture.reads.last();
        QVERIFY2(!fixture.session.isUndoPossible(), "a screenful is not offered");
        // The user turns the pages faster than they can read.
        for (int page = 0; page < 100 && !fixture.isAtEnd(); ++page) {
            QTest::keyClick(fixture.view, Qt::Key_PageDown);
            fixture.answer();
        }
        fixture.look();
        QCOMPARE(fixture.reads.last(), Seq(700));
        QVERIFY(fixture.session.isUndoPossible());
        fixture.session.undo();
        QCOMPARE(fixture.all<input::MarkUnread>().back().from, next(read));
    }

    void whatCameWhileTheUserWasAwayHasADivider_data()
    {
        QTest::addColumn<int>("count");
        QTest::newRow("little") << 3;
        QTest::newRow("more than fits") << 80;
    }
    void whatCameWhileTheUserWasAwayHasADivider()
    {
        QFETCH(int, count);
        LogWindow fixture(100, 100);
        fixture.open();
        fixture.look();
        fixture.session.chat().readOn();
        // The user is in another window.
        fixture.session.chat().reading().setConditions({false, true, true, true});
        for (int i = 0; i < count; ++i) {
            fixture.grow(1);
        }
        fixture.window.grab();
        QVERIFY2(fixture.isOnScreen(101), "the first of them stays on screen");
        const TimelineRow& divider =
            fixture.session.chat().timeline().rows()[static_cast<std::size_t>(fixture.rowOf(101) - 1)];
        QCOMPARE(divider.text, u"New messages · %1"_s.arg(count));
        QCOMPARE(fixture.isAtEnd(), count < 5);
        // Back in the window, what is on screen is read, and the divider stays.
        fixture.look();
        QVERIFY(fixture.reads.last() > Seq(101));
        fixture.commit();
        fixture.grow(1);
        QCOMPARE(fixture.session.chat().timeline().dividerAt(), Seq(101));
    }

    void theButtonLeadsToTheDividerThenToTheEnd()
    {
        LogWindow fixture(1000, 500);
        fixture.open();
        for (int i = 0; i < 12; ++i) {
            QTest::keyClick(fixture.view, Qt::Key_PageUp);
        }
        fixture.answer();
        fixture.window.grab();
        QVERIFY(!fixture.isOnScreen(501));
        QCOMPARE(fixture.chat->navigation().down(), ChatNavigation::Down::NewMessages);
        fixture.press(Qt::Key_J, ctrl);
        QVERIFY(fixture.isOnScreen(501));
        QVERIFY(!fixture.isAtEnd());
        QCOMPARE(fixture.chat->navigation().down(), ChatNavigation::Down::End);
        fixture.press(Qt::Key_J, ctrl);
        QVERIFY(fixture.isAtEnd());
        QVERIFY(!fixture.down->isVisible());
    }

    void theDividerIsFoundWhereItIsNotLoaded()
    {
        LogWindow fixture(5000, 4000);
        fixture.open();
        fixture.session.chat().timeline().showAround(Seq(100));
        fixture.answer();
        fixture.window.grab();
        QCOMPARE(fixture.rowOf(4001), -1);
        fixture.click(fixture.down);
        QVERIFY(fixture.isOnScreen(4001));
        QVERIFY(fixture.topOf(4001) < 200);
    }

    void aMarkTakesTheDividerAlong()
    {
        LogWindow fixture(40, 20);
        fixture.open();
        const TimelineModel& model = fixture.session.chat().timeline();
        QCOMPARE(model.dividerAt(), Seq(21));
        fixture.readElsewhere(40);
        QCOMPARE(model.dividerAt(), Seq(21));
        fixture.session.marks().markUnread(someConversation, Seq(35));
        ConversationSummary marked = *fixture.session.chat().summary();
        fixture.session.takeChanges({marked});
        QVERIFY2(model.dividerAt() == Seq(21), "the divider stays until the mark is confirmed");
        marked.cursor = {1, Seq(34)};
        marked.counts.unread = 6;
        fixture.session.takeChanges({marked});
        const auto above = static_cast<std::size_t>(fixture.rowOf(35) - 1);
        QCOMPARE(model.rows()[above].key.kind, TimelineRowKind::NewMessages);
        QCOMPARE(model.rows()[above].text, dividerText(6, true));
        // The mark stays when the user goes on reading. Undoing it puts it back in its place.
        fixture.readElsewhere(40);
        QCOMPARE(model.dividerAt(), Seq(35));
        fixture.session.marks().undoRead();
        QCOMPARE(model.dividerAt(), Seq(21));
    }

    void aMarkOfAnotherDeviceTakesTheDividerAlong()
    {
        LogWindow fixture(40, 40);
        fixture.open();
        fixture.session.chat().readOn();
        QCOMPARE(fixture.session.chat().timeline().dividerAt(), Seq());
        ConversationSummary marked = *fixture.session.chat().summary();
        marked.cursor = {1, Seq(29)};
        marked.counts.unread = 11;
        fixture.session.takeChanges({marked});
        QCOMPARE(fixture.session.chat().timeline().dividerAt(), Seq(30));
        QCOMPARE(
            fixture.session.chat().timeline().rows()[static_cast<std::size_t>(fixture.rowOf(30) - 1)].text,
            dividerText(11, true));
    }

    void aMessageCutOffAtTheBottomHasTheButton()
    {
        LogWindow fixture(40, 39);
        fixture.open();
        QVERIFY(fixture.isAtEnd());
        QVERIFY(!fixture.down->isVisible());
        QScrollBar* bar = fixture.view->verticalScrollBar();
        bar->setValue(bar->maximum() - 20);
        QVERIFY(!fixture.isOnScreen(40));
        QVERIFY(fixture.down->isVisible());
        QVERIFY(!fixture.down->accessibleDescription().isEmpty());
        fixture.click(fixture.down);
        QVERIFY(fixture.isAtEnd());
        QVERIFY(!fixture.down->isVisible());
        // A read mention needs no button.
        fixture.readElsewhere(40);
        bar->setValue(bar->maximum() - 20);
        QVERIFY(!fixture.down->isVisible());
    }

    void theKeyGoesToTheEndAlsoFromNearby()
    {
        LogWindow fixture(40, 40);
        fixture.open();
        QScrollBar* bar = fixture.view->verticalScrollBar();
        bar->setValue(bar->maximum() - 20);
        QVERIFY(!fixture.isOnScreen(40));
        QVERIFY(!fixture.down->isVisible());
        fixture.press(Qt::Key_J, ctrl);
        QVERIFY(fixture.isAtEnd());
        QVERIFY(fixture.isOnScreen(40));
    }

    void theHintMovesNoMessage_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("narrow") << 390;
        QTest::newRow("wide") << 1200;
    }
    void theHintMovesNoMessage()
    {
        QFETCH(int, width);
        LogWindow fixture(200, 100, {width, 700});
        fixture.open();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        fixture.window.grab();
        fixture.look();
        fixture.session.chat().reading().resume();
        QVERIFY(fixture.session.chat().reading().pauseText().isEmpty());
        const auto placeOf = [&fixture](std::uint64_t seq) {
            return fixture.view->viewport()->mapTo(&fixture.window, QPoint(0, fixture.topOf(seq)));
        };
        QVERIFY(fixture.isOnScreen(103));
        const QPoint before = placeOf(103);
        const int height = fixture.view->height();
        fixture.session.chat().reading().setConditions({});
        QVERIFY(!fixture.session.chat().reading().pauseText().isEmpty());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        fixture.window.grab();
        QCOMPARE(placeOf(103), before);
        QCOMPARE(fixture.view->height(), height);
        const auto* header = fixture.window.findChild<ChatHeader*>();
        QVERIFY(header->accessibleDescription().contains(fixture.session.chat().reading().pauseText()));
        QVERIFY2(header->isHintWhole(), "the hint stands in the header, and covers no message");
    }

    void aStripAboveTheMessagesMovesNone()
    {
        LogWindow fixture(200, 100, {390, 700});
        fixture.open();
        const auto settle = [&fixture] {
            // The strip asks for its place, then the pane does.
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            fixture.window.grab();
        };
        const auto placeOf = [&fixture](std::uint64_t seq) {
            return fixture.view->viewport()->mapTo(&fixture.window, QPoint(0, fixture.topOf(seq)));
        };
        fixture.session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        settle();
        const QPoint before = placeOf(103);
        const int height = fixture.view->height();
        fixture.session.connection().take({ConnectionPhase::Online, {}, {}, true}, -1);
        settle();
        QVERIFY(fixture.view->height() < height);
        QCOMPARE(placeOf(103), before);
        fixture.session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        settle();
        QCOMPARE(fixture.view->height(), height);
        QCOMPARE(placeOf(103), before);
    }

    void anEmptyConversationSaysWhatToDo()
    {
        LogWindow fixture(0, 0);
        QVERIFY(fixture.view->overlays().emptyText().isEmpty());
        fixture.open();
        QVERIFY(fixture.view->overlays().emptyText().startsWith(u"No messages yet."_s));
        ConversationSummary direct = *fixture.session.chat().summary();
        direct.kind = ConversationKind::Direct;
        direct.title = "张伟";
        fixture.session.takeChanges({direct});
        QVERIFY(fixture.view->overlays().emptyText().contains(u"Say hello to 张伟."_s));
        fixture.grow(1);
        QVERIFY(fixture.view->overlays().emptyText().isEmpty());
        fixture.open(ConversationId(8));
        QVERIFY(fixture.view->overlays().emptyText().isEmpty());
    }

    void thePlaceIsKeptInEachConversation()
    {
        LogWindow fixture(1000, 1000);
        fixture.open();
        for (int i = 0; i < 7; ++i) {
            QTest::keyClick(fixture.view, Qt::Key_PageUp);
        }
        fixture.answer();
        fixture.window.grab();
        const RowsOnScreen::Place place = fixture.view->onScreen().place();
        QVERIFY(place.seq.isValid() && place.seq < Seq(980));
        fixture.open(otherConversation);
        QVERIFY(fixture.isAtEnd());
        fixture.open(someConversation);
        QCOMPARE(fixture.view->onScreen().place().seq, place.seq);
        QCOMPARE(fixture.view->onScreen().place().offset, place.offset);
        QCOMPARE(fixture.view->flashStrength(fixture.rowOf(place.seq.value)), 0.0);
        // A new message goes before an old place.
        fixture.open(otherConversation);
        fixture.grow(3);
        fixture.open(someConversation);
        QVERIFY(fixture.isOnScreen(1001));
        // A reader who was at the end comes back to the end.
        fixture.readElsewhere(1003);
        fixture.press(Qt::Key_End);
        fixture.open(otherConversation);
        fixture.open(someConversation);
        QVERIFY(fixture.isAtEnd());
    }

    void sendingReadsNothingThatWasNotOnScreen()
    {
        LogWindow fixture(1000, 500);
        fixture.open();
        fixture.look();
        const QList<Seq> before = fixture.reads;
        QTest::keyClicks(fixture.field, u"hello"_s);
        fixture.press(Qt::Key_Return);
        QCOMPARE(fixture.all<input::Send>().size(), 1U);
        QVERIFY(fixture.isAtEnd());
        fixture.look();
        QCOMPARE(fixture.reads, before);
        // A reader who goes on from there has still not seen what lies between.
        QTest::keyClick(fixture.view, Qt::Key_PageUp);
        fixture.look();
        QCOMPARE(fixture.reads, before);
        QVERIFY(fixture.unseen->isVisible());
    }

    void backGoesThroughConversations()
    {
        LogWindow fixture(1000, 1000);
        fixture.open(otherConversation);
        fixture.jumpTo(200);
        QCOMPARE(fixture.session.chat().current(), someConversation);
        QVERIFY(fixture.isOnScreen(200));
        fixture.press(Qt::Key_Left, alt);
        QCOMPARE(fixture.session.chat().current(), otherConversation);
    }

    // ---- mentions

    void mentionsAreGoneThroughFromTheOldest()
    {
        LogWindow fixture(1000, 500);
        fixture.open();
        QVERIFY(!fixture.mention->isVisible());
        fixture.setMentions({600, 700, 1000});
        QVERIFY(fixture.mention->isVisible());
        QCOMPARE(fixture.mention->badge(), u"3"_s);
        fixture.click(fixture.mention);
        QVERIFY(fixture.isOnScreen(600));
        fixture.press(Qt::Key_M, ctrl);
        QVERIFY(fixture.isOnScreen(700));
        fixture.click(fixture.mention);
        QVERIFY(fixture.isOnScreen(1000));
        fixture.click(fixture.mention);
        QVERIFY2(fixture.isOnScreen(600), "after the last mention comes the first");
        QVERIFY(fixture.all<input::LoadRange>().empty());
        QCOMPARE(fixture.reads, QList<Seq>());
    }

    void mentionsThatAreNotHeldArePulled()
    {
        LogWindow fixture(1000, 100);
        fixture.open();
        fixture.setMissing(201, 500);
        fixture.setMentions({300, 900});
        fixture.click(fixture.mention);
        const auto wanted = fixture.all<input::LoadRange>();
        QCOMPARE(wanted.size(), std::size_t(1));
        QCOMPARE(wanted[0].after, Seq(200));
        QVERIFY(!fixture.isOnScreen(900));
        fixture.pulled();
        change::CommandDone done;
        done.command = wanted[0].command;
        fixture.session.commands().take(done);
        fixture.answer();
        fixture.window.grab();
        QVERIFY(fixture.isOnScreen(300));
    }

    void offlineThereAreTheOnesThatAreHeld()
    {
        LogWindow fixture(1000, 100);
        fixture.open();
        fixture.setMissing(201, 500);
        fixture.setMentions({300, 900});
        fixture.click(fixture.mention);
        change::CommandDone done;
        done.command = fixture.all<input::LoadRange>().back().command;
        done.error = protocol::ErrorCode::Unavailable;
        fixture.session.commands().take(done);
        fixture.answer();
        fixture.window.grab();
        QVERIFY(fixture.isOnScreen(900));
    }

    void aCompleteLogIsNotPulled()
    {
        LogWindow fixture(1000, 100);
        fixture.open();
        fixture.setMissing(201, 500);
        fixture.setMentions({900});
        fixture.click(fixture.mention);
        QVERIFY(fixture.isOnScreen(900));
        QVERIFY(fixture.all<input::LoadRange>().empty());
    }

    void theKeyFindsTheConversationWithAMention()
    {
        LogWindow fixture(1000, 500);
        fixture.open(otherConversation);
        fixture.press(Qt::Key_M, ctrl);
        QCOMPARE(fixture.session.chat().current(), otherConversation);
        fixture.setMentions({700});
        fixture.press(Qt::Key_M, ctrl);
        QCOMPARE(fixture.session.chat().current(), someConversation);
        QVERIFY(fixture.isOnScreen(700));
    }

    void theButtonsDoNotCoverEachOther()
    {
        LogWindow fixture(1000, 500);
        fixture.open();
        fixture.setMentions({700});
        QVERIFY(fixture.down->isVisible() && fixture.mention->isVisible());
        QVERIFY(fixture.mention->geometry().bottom() <= fixture.down->geometry().top() + 2);
        fixture.press(Qt::Key_End);
        QVERIFY(!fixture.down->isVisible());
        QCOMPARE(fixture.mention->pos(), fixture.down->pos());
    }

    // ---- unread conversations

    void keysGoThroughTheUnreadOnes()
    {
        LogWindow fixture(1000, 500);
        fixture.open(otherConversation);
        fixture.press(Qt::Key_Down, alt | Qt::ShiftModifier);
        QCOMPARE(fixture.session.chat().current(), someConversation);
        fixture.press(Qt::Key_Down, alt | Qt::ShiftModifier);
        QCOMPARE(fixture.session.chat().current(), someConversation);
        fixture.open(otherConversation);
        fixture.press(Qt::Key_Up, alt | Qt::ShiftModifier);
        QCOMPARE(fixture.session.chat().current(), someConversation);
    }

    void inAWideWindowTheWayDownIsBesideTheText()
    {
        LogWindow fixture(500, 500, {2200, 900});
        fixture.open();
        fixture.jumpTo(100);
        QVERIFY(fixture.down->isVisible());
        const int centre = fixture.view->geometry().center().x();
        QVERIFY(fixture.down->geometry().left() > centre + metrics::columnMaximum / 2);
        QVERIFY(fixture.down->geometry().right() < centre + metrics::columnMaximum / 2 + 100);
        LogWindow small(500, 500, {900, 700});
        small.open();
        small.jumpTo(100);
        QVERIFY(small.down->geometry().right() < small.view->geometry().right());
    }
};

TIDEMARK_SUITE(TestNavigation, QApplication)

} // namespace tidemark::navigation_test

#include "test_navigation.moc"
