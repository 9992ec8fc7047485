// Deleting messages for oneself alone, in the window.
#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/chat/message_actions.h"
#include "ui/timeline/selection_controller.h"
#include "ui/widgets/prompts.h"

#include <QMenu>
#include <QPushButton>
#include <QTest>

namespace tidemark::hiding_ui_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::someConversation;

class TestHiding : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theMenuDeletesOneMessageAfterAQuestion()
    {
        LogWindow log(100, 100);
        log.open();
        QAction* action = hideAction(log, 90);
        QVERIFY(action != nullptr);
        QCOMPARE(action->text(), u"Delete for you…"_s);
        action->trigger();
        QVERIFY2(log.all<input::HideMessages>().empty(), "the question comes first");
        confirm(log);
        const auto sent = log.all<input::HideMessages>();
        QCOMPARE(sent.size(), 1U);
        QVERIFY(sent[0].conversation == someConversation);
        QVERIFY(sent[0].seqs == std::vector{Seq(90)});
    }

    void itStandsBelowTheOneForEveryone()
    {
        LogWindow log(100, 100);
        log.setOwn({90});
        log.open();
        QAction* action = hideAction(log, 90);
        QVERIFY(action != nullptr);
        const QList<QAction*> all = qobject_cast<QMenu*>(action->parent())->actions();
        const qsizetype place = all.indexOf(action);
        QVERIFY(place > 0);
        QCOMPARE(all[place - 1]->text(), u"Delete for everyone…"_s);
    }

    void deletingForEveryoneAsksFirst()
    {
        LogWindow log(100, 100);
        log.setOwn({90});
        log.open();
        QAction* hide = hideAction(log, 90);
        QVERIFY(hide != nullptr);
        const QList<QAction*> all = qobject_cast<QMenu*>(hide->parent())->actions();
        all[all.indexOf(hide) - 1]->trigger();
        QVERIFY2(log.all<input::Send>().empty(), "the question comes first");
        confirm(log);
        const auto sent = log.all<input::Send>();
        QCOMPARE(sent.size(), 1U);
        QVERIFY(sent[0].content == SentContent(content::Recall{Seq(90)}));
    }

    void theMenuDeletesTheSelectedMessages()
    {
        LogWindow log(100, 100);
        log.open();
        log.view->selection().selectRow(log.rowOf(91));
        QVERIFY(log.view->selection().perform(KeyCommand::SelectAbove));
        QAction* action = hideAction(log, 91);
        QVERIFY(action != nullptr);
        QVERIFY(action->text().contains(u'2'));
        action->trigger();
        confirm(log);
        QCOMPARE(log.all<input::HideMessages>().at(0).seqs.size(), 2U);
        QVERIFY(log.all<input::HideMessages>().at(0).seqs.back() == Seq(91));
    }

    void aQuestionThatIsNotConfirmedDeletesNothing()
    {
        LogWindow log(100, 100);
        log.open();
        hideAction(log, 90)->trigger();
        log.window.findChild<Question*>()->reject();
        QVERIFY(log.all<input::HideMessages>().empty());
    }

private:
    static QAction* hideAction(LogWindow& log, std::uint64_t seq)
    {
        const QModelIndex index = log.session.chat().timeline().index(log.rowOf(seq));
        Q_EMIT log.view->menuWanted(index, log.view->mapToGlobal(QPoint(10, 10)));
        const auto menus = log.chat->findChildren<MessageMenu*>();
        if (menus.isEmpty()) {
            return nullptr;
        }
        for (QAction* action : menus.constLast()->actions()) {
            if (action->text().contains(u"for you…"_s)) {
                return action;
            }
        }
        return nullptr;
    }

    static void confirm(LogWindow& log)
    {
        auto* question = log.window.findChild<Question*>();
        QVERIFY(question != nullptr);
        Q_EMIT question->confirmed();
        question->reject();
    }
};

TIDEMARK_SUITE(TestHiding, QApplication)

} // namespace tidemark::hiding_ui_test

#include "test_hiding.moc"
