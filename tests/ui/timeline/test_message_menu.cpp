#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "tests/ui/log_window.h"
#include "ui/session/choices/shortcuts.h"
#include "ui/timeline/message_menu.h"
#include "ui/timeline/selection_controller.h"

#include <QClipboard>
#include <QScreen>
#include <QSignalSpy>

namespace tidemark::message_menu_test {

using namespace Qt::StringLiterals;
using test::LogWindow;

namespace {

QStringList wordsOf(const QMenu& menu)
{
    QStringList words;
    for (const QAction* action : menu.actions()) {
        if (!action->isSeparator()) {
            words += action->text().section(u'\t', 0, 0);
        }
    }
    return words;
}

QAction* actionOf(const QMenu& menu, const QString& words)
{
    for (QAction* action : menu.actions()) {
        if (action->text().section(u'\t', 0, 0) == words) {
            return action;
        }
    }
    return nullptr;
}

} // namespace

/// The actions in a message's menu, and that the window carries them out.
class TestMessageMenu : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void menuOfAMessageOfAnotherUser()
    {
        const MessageMenu menu(rowOf(test::messageItem(5)));
        QCOMPARE(wordsOf(menu),
                 QStringList({u"Reply"_s, u"Copy text"_s, u"Select"_s, u"Mark as unread from here"_s}));
        QVERIFY(actionOf(menu, u"Reply"_s)->text().endsWith(keysOf(KeyCommand::Reply)));
        QVERIFY(actionOf(menu, u"Copy text"_s)->text().endsWith(keysOf(KeyCommand::CopyMessage)));
    }

    void menuOfAnOwnMessage()
    {
        const MessageMenu menu(rowOf(test::ownItem(5, 1)));
        QCOMPARE(wordsOf(menu), QStringList({u"Reply"_s, u"Copy text"_s, u"Select"_s, u"Edit"_s,
                                             u"Delete for everyone…"_s, u"Read by…"_s}));
    }

    void aMenuThatGrowsStaysOnTheScreen()
    {
        auto* menu = new MessageMenu(rowOf(test::ownItem(5, 1)));
        const QRect room = QGuiApplication::primaryScreen()->availableGeometry();
        menu->popup(room.topRight() - QPoint(5, 0));
        QVERIFY(room.contains(menu->geometry()));
        const int before = menu->width();
        menu->setReaders(u"Read by far more people than there was room for in the menu: 12,345 of 20,000"_s);
        QVERIFY(menu->width() > before);
        QVERIFY2(room.contains(menu->geometry()), "the menu moves to the left");
        menu->close();
    }

    void menuOfAWaitingMessage()
    {
        const MessageMenu menu(rowOf(test::pendingItem(1)));
        QVERIFY2(wordsOf(menu).first() == u"Delete"_s, qPrintable(wordsOf(menu).join(u", ")));
        QSignalSpy deleted(&menu, &MessageMenu::deleteWanted);
        actionOf(menu, u"Delete"_s)->trigger();
        QCOMPARE(deleted.size(), 1);
    }

    void filesThatWereNotSentAreNotLost()
    {
        TimelineItem item = test::pendingItem(1, {});
        item.delivery = Delivery::Failed;
        item.attachments.resize(1);
        const MessageMenu menu(rowOf(item));
        QVERIFY(actionOf(menu, u"Send again"_s) != nullptr);
        QVERIFY(actionOf(menu, u"Edit"_s) != nullptr);
        QVERIFY(actionOf(menu, u"Copy text"_s) == nullptr);
    }

    void menuOfARecalledMessage()
    {
        TimelineItem item = test::messageItem(5);
        item.isRecalled = true;
        QCOMPARE(wordsOf(MessageMenu(rowOf(item))), QStringList({u"Mark as unread from here"_s}));
    }

    void menuOfALink()
    {
        const MessageMenu menu(rowOf(test::messageItem(5)),
                               {{QUrl(u"https://example.org/a?b&c"_s)}, {}, 0, false});
        QSignalSpy opened(&menu, &MessageMenu::openWanted);
        actionOf(menu, u"Open link"_s)->trigger();
        QCOMPARE(opened.size(), 1);
        actionOf(menu, u"Copy link"_s)->trigger();
        QCOMPARE(QApplication::clipboard()->text(), u"https://example.org/a?b&c"_s);
    }

    void menuOfSeveralLinks()
    {
        const MessageMenu menu(rowOf(test::messageItem(5)),
                               {{QUrl(u"https://a.org/"_s), QUrl(u"mailto:b@b.org"_s)}, {}, 0, false});
        const QAction* second = actionOf(menu, u"mailto:b@b.org"_s);
        QVERIFY(second != nullptr && second->menu() != nullptr);
        actionOf(*second->menu(), u"Copy link"_s)->trigger();
        QCOMPARE(QApplication::clipboard()->text(), u"b@b.org"_s);
    }

    void menuOfASelection()
    {
        const TimelineRow row = rowOf(test::messageItem(5));
        MessageMenu menu(row, {{}, u"all of it"_s, 3, true});
        QCOMPARE(wordsOf(menu), QStringList({u"Copy 3 messages"_s, u"Clear selection"_s}));
        actionOf(menu, u"Copy 3 messages"_s)->trigger();
        QCOMPARE(QApplication::clipboard()->text(), u"all of it"_s);
        // A message outside of the selection has its own menu.
        QVERIFY(actionOf(MessageMenu(row, {{}, u"all of it"_s, 3, false}), u"Reply"_s) != nullptr);
        QCOMPARE(wordsOf(MessageMenu(row, {{}, u"a word"_s, 0, false})).value(1), u"Copy selected text"_s);
    }

    void theWindowSelectsAndClears()
    {
        LogWindow fixture(20, 20);
        fixture.open();
        const QModelIndex index = fixture.session.chat().timeline().index(fixture.rowOf(15));
        const auto choose = [&](const QString& words) {
            Q_EMIT fixture.view->menuWanted(index, fixture.view->viewport()->mapToGlobal(QPoint(1, 1)));
            auto* menu = fixture.window.findChild<MessageMenu*>();
            actionOf(*menu, words)->trigger();
            delete menu;
        };
        choose(u"Select"_s);
        QCOMPARE(fixture.view->selection().messages(), 1);
        QVERIFY(fixture.view->hasFocus());
        fixture.press(Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(fixture.view->selection().messages(), 2);
        choose(u"Copy 2 messages"_s);
        QVERIFY(QApplication::clipboard()->text().contains(u": message 15"));
        choose(u"Clear selection"_s);
        QVERIFY(fixture.view->selection().value().isEmpty());
        // Escape ends the selection first, then goes to the window.
        fixture.view->setFocus();
        fixture.press(Qt::Key_A, Qt::ControlModifier);
        fixture.press(Qt::Key_Escape);
        QVERIFY(fixture.view->selection().value().isEmpty() && fixture.view->hasFocus());
        fixture.press(Qt::Key_Escape);
        QVERIFY(fixture.field->hasFocus());
    }

    void selectingReads()
    {
        LogWindow fixture(100, 50);
        fixture.open();
        fixture.session.marks().markUnread(test::someConversation, Seq(51));
        fixture.look();
        QVERIFY(fixture.reads.isEmpty());
        // It counts as an act of the reader, like a click.
        fixture.view->setFocus();
        fixture.press(Qt::Key_Up, Qt::ShiftModifier);
        fixture.look();
        QVERIFY(!fixture.reads.isEmpty());
    }
};

TIDEMARK_SUITE(TestMessageMenu, QApplication)

} // namespace tidemark::message_menu_test

#include "test_message_menu.moc"
