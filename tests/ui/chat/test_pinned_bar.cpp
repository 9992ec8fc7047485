// Pinned messages in the window.
#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/chat/message_actions.h"
#include "ui/chat/pinned_bar.h"
#include "ui/chat/pinned_line.h"
#include "ui/platform/tidemark_link.h"
#include "ui/timeline/message_menu.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace tidemark::pinned_bar_test {

using namespace Qt::StringLiterals;
using test::LogWindow;

class TestPinnedBar : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void nothingIsThereWithoutPins()
    {
        LogWindow log(100, 100);
        log.open();
        QVERIFY(!bar(log)->isVisible());
        log.setPinned({3});
        QVERIFY(bar(log)->isVisible());
        QVERIFY(!all(log)->isVisible());
        log.setPinned({});
        QVERIFY(!bar(log)->isVisible());
        log.setPinned({3});
        log.open(ConversationId(8));
        QVERIFY(!bar(log)->isVisible());
    }

    void theNearestAboveThePlaceIsShown()
    {
        LogWindow log(300, 300);
        log.open();
        log.setPinned({10, 150, 299});
        QCOMPARE(bar(log)->shown(), Seq(150));
        QVERIFY(bar(log)->text().contains(u"hello"_s));
    }

    /// I18: going through the pinned messages reads nothing.
    void clicksGoThroughThemAndReadNothing()
    {
        LogWindow log(300, 200);
        log.open();
        log.setPinned({10, 60, 290});
        log.reads.clear();
        const Seq first = bar(log)->shown();
        QCOMPARE(first, Seq(60));
        log.click(line(log));
        QVERIFY(log.isOnScreen(60));
        QCOMPARE(bar(log)->shown(), Seq(10));
        log.click(line(log));
        QVERIFY(log.isOnScreen(10));
        QCOMPARE(bar(log)->shown(), Seq(290));
        log.click(line(log));
        QVERIFY(log.isOnScreen(290));
        log.look();
        QVERIFY(log.reads.isEmpty());
    }

    void theListLeadsToEach()
    {
        LogWindow log(300, 300);
        log.open();
        log.setPinned({10, 60});
        QVERIFY(all(log)->isVisible());
        all(log)->click();
        auto* menu = bar(log)->findChild<QMenu*>();
        QVERIFY(menu != nullptr);
        QCOMPARE(menu->actions().size(), 2);
        menu->actions().constLast()->trigger();
        log.answer();
        QVERIFY(log.isOnScreen(10));
    }

    void whatIsNotHeldIsPulled()
    {
        LogWindow log(300, 300);
        log.setMissing(1, 50);
        log.open();
        log.submitted.clear();
        log.setPinned({10, 60});
        const auto pulls = log.all<input::LoadRange>();
        QCOMPARE(pulls.size(), std::size_t{1});
        QCOMPARE(pulls[0].after, Seq(9));
        QCOMPARE(pulls[0].through, Seq(10));
        log.pulled();
        log.session.pins().takeGrowth(log.session.chat().current(), Seq(1), Seq(50), {});
        QVERIFY(log.session.pins().messages().front().item.has_value());
    }

    void pinningIsSentAndReadsNothing()
    {
        LogWindow log(100, 50);
        log.open();
        log.submitted.clear();
        log.reads.clear();
        QVERIFY(log.session.pins().mayPin());
        log.session.pins().pin(Seq(60));
        log.session.pins().unpin(Seq(60));
        const auto sent = log.all<input::Send>();
        QCOMPARE(sent.size(), std::size_t{2});
        QCOMPARE(sent[0].content,
                 SentContent(content::Notice{.kind = NoticeKind::Pinned, .target = Seq(60)}));
        QCOMPARE(sent[1].content,
                 SentContent(content::Notice{.kind = NoticeKind::Unpinned, .target = Seq(60)}));
        QVERIFY(log.reads.isEmpty());
    }

    void theMenuPinsAndCopiesTheLink()
    {
        LogWindow log(100, 50);
        log.open();
        log.submitted.clear();
        log.reads.clear();
        const auto choose = [&log](const QString& words) {
            const QModelIndex index = log.session.chat().timeline().index(log.rowOf(60));
            Q_EMIT log.view->menuWanted(index, log.view->mapToGlobal(QPoint(10, 10)));
            const QList<QAction*> actions = log.chat->findChildren<MessageMenu*>().constLast()->actions();
            const auto found = std::ranges::find(actions, words, &QAction::text);
            if (found == actions.end()) {
                return false;
            }
            (*found)->trigger();
            return true;
        };
        QVERIFY(choose(u"Copy link to message"_s));
        const auto link = linkOf(QGuiApplication::clipboard()->text());
        QVERIFY(link == (TidemarkLink{test::someConversation, Seq(60)}));
        QVERIFY(log.submitted.empty());
        QVERIFY(choose(u"Pin"_s));
        QCOMPARE(log.all<input::Send>().size(), std::size_t{1});
        QVERIFY(log.reads.isEmpty());
    }

    /// A click anywhere else in the conversation says that the user has seen what is on screen.
    void aClickOnTheBarVouchesForNothingOnScreen()
    {
        LogWindow log(30, 4);
        log.session.chat().open(ConversationId(7), Seq(20)); // by a link, which reads nothing
        log.session.chat().reading().jump();
        log.answer();
        log.window.grab();
        log.setPinned({3});
        log.session.chat().reading().setConditions({true, true, true, true});
        log.session.chat().reading().setScreen(log.chat->screen());
        log.reads.clear();
        log.click(line(log));
        QVERIFY(log.isOnScreen(5));
        log.look();
        QVERIFY(log.reads.isEmpty());
    }

    void aRefusalIsTold()
    {
        LogWindow log(100, 100);
        log.open();
        log.session.pins().pin(Seq(60));
        QSignalSpy refused(&log.session.commands(), &Commands::refused);
        const MessageUuid uuid = log.all<input::Send>().back().uuid;
        log.session.pins().takeFailure(log.session.chat().current(), uuid,
                                       protocol::ErrorCode::TooManyPinned);
        QCOMPARE(refused.size(), 1);
        log.session.pins().takeFailure(log.session.chat().current(), uuid,
                                       protocol::ErrorCode::TooManyPinned);
        QCOMPARE(refused.size(), 1);
    }

    void itFitsIntoANarrowWindow()
    {
        LogWindow log(300, 300, {390, 700});
        log.open();
        log.setPinned({10, 60});
        QVERIFY(bar(log)->isVisible());
        QVERIFY(bar(log)->minimumSizeHint().width() <= 390);
    }

private:
    static PinnedBar* bar(LogWindow& log) { return log.window.findChild<PinnedBar*>(); }
    static PinnedLine* line(LogWindow& log) { return log.window.findChild<PinnedLine*>(); }
    static QToolButton* all(LogWindow& log) { return bar(log)->findChild<QToolButton*>(); }
};

TIDEMARK_SUITE(TestPinnedBar, QApplication)

} // namespace tidemark::pinned_bar_test

#include "test_pinned_bar.moc"
