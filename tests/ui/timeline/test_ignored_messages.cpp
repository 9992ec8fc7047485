#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "tests/ui/log_window.h"
#include "ui/chat/undo_bar.h"
#include "ui/conversations/conversation_list_view.h"
#include "ui/conversations/conversation_menu.h"
#include "ui/timeline/message_menu.h"
#include "ui/widgets/prompts.h"

#include <QSignalSpy>

namespace tidemark::ignored_messages_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::someConversation;

namespace {

const IgnoredPerson third{{UserId(3), "User 3"}, IgnoreLevel::Ignored};
const IgnoredPerson fourth{{UserId(4), "User 4"}, IgnoreLevel::Ignored};

/// Twelve read messages by the users 3, 4, 2, 3, 4, 2 and so on.
struct Log : LogWindow {
    Log() : LogWindow(12, 12)
    {
        session.account().take(u"Me"_s, UserId(1));
        goOnline();
        open();
    }
    [[nodiscard]] QList<int> closedRows() const
    {
        QList<int> found;
        const std::vector<TimelineRow>& rows = session.chat().timeline().rows();
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (rows[row].key.kind == TimelineRowKind::Ignored) {
                found.append(static_cast<int>(row));
            }
        }
        return found;
    }
    [[nodiscard]] QPoint labelOf(int row) const
    {
        return view->optionFor(row).rect.topLeft() + view->layoutFor(row)->label.center();
    }
    [[nodiscard]] QStringList barTexts() const
    {
        QStringList texts;
        for (const UndoBar* bar : window.findChildren<UndoBar*>()) {
            if (bar->isVisible()) {
                texts.append(bar->text());
            }
        }
        return texts;
    }
    /// Chooses an entry of the menu of the message `seq`.
    void choose(std::uint64_t seq, const QString& words)
    {
        Q_EMIT view->menuWanted(session.chat().timeline().index(rowOf(seq)), QPoint(100, 100));
        auto* menu = window.findChild<MessageMenu*>();
        QVERIFY(menu != nullptr);
        chooseIn(*menu, words);
    }
    static void chooseIn(QMenu& menu, const QString& words)
    {
        bool isFound = false;
        for (QAction* action : menu.actions()) {
            if (action->text() == words) {
                isFound = true;
                action->trigger();
            }
        }
        menu.close();
        delete &menu;
        QVERIFY2(isFound, qPrintable(words));
    }
    [[nodiscard]] input::SetIgnored lastSet() const
    {
        const auto set = all<input::SetIgnored>();
        return set.empty() ? input::SetIgnored() : set.back();
    }
};

} // namespace

/// Messages of ignored users in the timeline, and the menus in which users are ignored and blocked.
class TestIgnoredMessages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theyAreClosedAtOnceAndComeBack()
    {
        Log log;
        QVERIFY(log.closedRows().isEmpty());
        log.session.ignored().take({third, fourth});
        QCOMPARE(log.closedRows().size(), 4);
        const TimelineModel& model = log.session.chat().timeline();
        const QModelIndex line = model.index(log.closedRows().last());
        QCOMPARE(line.data().toString(), u"2 messages from people you ignore"_s);
        QCOMPARE(line.data(Qt::AccessibleTextRole).toString(), line.data().toString());
        QCOMPARE(log.rowOf(12), model.rowCount() - 1);
        log.grow(2);
        QCOMPARE(log.closedRows().size(), 5);
        log.session.ignored().take({});
        QVERIFY(log.closedRows().isEmpty());
        QVERIFY(log.rowOf(13) >= 0);
    }

    void aClickOpensOneLine()
    {
        Log log;
        log.session.ignored().take({third, fourth});
        log.window.grab();
        QTest::mouseClick(log.view->viewport(), Qt::LeftButton, {}, log.labelOf(log.closedRows().last()));
        log.answer();
        QCOMPARE(log.closedRows().size(), 3);
        QVERIFY(log.rowOf(10) >= 0 && log.rowOf(11) >= 0 && log.rowOf(8) < 0);
        log.grow(1);
        QVERIFY(log.rowOf(10) >= 0);
        QVERIFY2(log.rowOf(13) < 0 || log.closedRows().size() == 4, "a new message is closed");
        log.open(ConversationId(8));
        log.open();
        QVERIFY2(log.closedRows().size() >= 4, "at the next visit it is closed again");
    }

    void enterOpensTheChosenLine()
    {
        Log log;
        log.session.ignored().take({third, fourth});
        log.view->setFocus();
        log.view->setCurrentIndex(log.session.chat().timeline().index(log.closedRows().first()));
        log.press(Qt::Key_Return);
        QCOMPARE(log.closedRows().size(), 3);
        QVERIFY(log.rowOf(1) >= 0 && log.rowOf(2) >= 0);
        QCOMPARE(log.view->currentIndex().row(), log.rowOf(1));
    }

    void aConversationWithOnlyClosedMessagesIsNotEmpty()
    {
        Log log;
        log.session.ignored().take({{{UserId(2), "User 2"}, IgnoreLevel::Blocked}, third, fourth});
        QCOMPARE(log.closedRows().size(), 1);
        QVERIFY(!log.session.chat().timeline().hasNoMessages());
    }

    void anAuthorIsIgnoredAndItCanBeUndone()
    {
        Log log;
        log.choose(12, u"Ignore User 2"_s);
        QCOMPARE(log.lastSet().user, UserId(2));
        QCOMPARE(log.lastSet().level, IgnoreLevel::Ignored);
        QVERIFY(log.barTexts().contains(u"Ignored User 2"_s));
        log.session.ignored().take({{{UserId(2), "User 2"}, IgnoreLevel::Ignored}});
        log.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(log.all<input::SetIgnored>().size(), std::size_t{2});
        QCOMPARE(log.lastSet().level, IgnoreLevel::None);
        QVERIFY(log.barTexts().isEmpty());
    }

    void onlyTheLastChangeCanBeUndone()
    {
        Log log;
        log.session.marks().markUnread(someConversation, Seq(10));
        log.choose(12, u"Ignore User 2"_s);
        QVERIFY(!log.session.marks().undo().isPossible());
        log.session.marks().markUnread(someConversation, Seq(9));
        QVERIFY(!log.session.ignored().isUndoPossible());
        log.session.undo();
        QCOMPARE(log.all<input::SetIgnored>().size(), std::size_t{1});
    }

    void blockingIsConfirmedFirst()
    {
        Log log;
        log.session.ignored().take({third});
        log.choose(12, u"Block User 2…"_s);
        QVERIFY(log.all<input::SetIgnored>().empty());
        auto* question = log.window.findChild<Question*>();
        QVERIFY(question != nullptr);
        Q_EMIT question->confirmed();
        question->close();
        QCOMPARE(log.lastSet().user, UserId(2));
        QCOMPARE(log.lastSet().level, IgnoreLevel::Blocked);
    }

    void aRefusalIsSaidAndNotUndone()
    {
        Log log;
        QSignalSpy refused(&log.session.commands(), &Commands::refused);
        log.choose(12, u"Ignore User 2"_s);
        change::CommandDone done;
        done.command = log.lastSet().command;
        done.error = protocol::ErrorCode::TooManyIgnored;
        log.session.commands().take(done);
        QCOMPARE(refused.size(), 1);
        QCOMPARE(refused.front()[1].toString(),
                 u"You cannot ignore any more people. Stop ignoring someone first."_s);
        QVERIFY(!log.session.ignored().isUndoPossible());
    }

    void thePeerOfADirectChatHasTheSameEntries()
    {
        Log log;
        ConversationSummary direct = test::summaryOf(9, "Zoe");
        direct.kind = ConversationKind::Direct;
        direct.peer = UserId(5);
        log.session.takeChanges({direct});
        const auto menuOf = [&log] {
            Q_EMIT log.side->conversationMenuWanted(ConversationId(9), QPoint(), false);
            return log.window.findChild<ConversationMenu*>();
        };
        Log::chooseIn(*menuOf(), u"Ignore Zoe"_s);
        QCOMPARE(log.lastSet().user, UserId(5));
        log.session.ignored().take({{{UserId(5), "Zoe"}, IgnoreLevel::Ignored}});
        Log::chooseIn(*menuOf(), u"Stop ignoring Zoe"_s);
        QCOMPARE(log.lastSet().level, IgnoreLevel::None);
    }
};

TIDEMARK_SUITE(TestIgnoredMessages, QApplication)

} // namespace tidemark::ignored_messages_test

#include "test_ignored_messages.moc"
