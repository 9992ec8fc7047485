// Forwarding messages in the window.
#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/chat/message_actions.h"
#include "ui/finding/forward_dialog.h"
#include "ui/timeline/selection_controller.h"

#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace tidemark::forwarding_ui_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::someConversation;

class TestForwarding : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theMenuForwardsOneMessage()
    {
        LogWindow log(100, 100);
        log.open();
        QSignalSpy wanted(&log.chat->actions(), &MessageActions::forwardWanted);
        QAction* action = forwardAction(log, 90);
        QVERIFY(action != nullptr);
        QVERIFY(action->isEnabled());
        action->trigger();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].value<ConversationId>(), someConversation);
        QCOMPARE(wanted[0][1].value<QList<Seq>>(), QList<Seq>{Seq(90)});
        auto* dialog = log.window.findChild<ForwardDialog*>();
        QVERIFY(dialog != nullptr);
        dialog->reject();
    }

    void theMenuForwardsTheSelectedMessagesInTheirOrder()
    {
        LogWindow log(100, 100);
        log.open();
        QSignalSpy wanted(&log.chat->actions(), &MessageActions::forwardWanted);
        log.view->selection().selectRow(log.rowOf(91));
        QVERIFY(log.view->selection().perform(KeyCommand::SelectAbove));
        QCOMPARE(log.view->selection().messages(), 2);
        QAction* action = forwardAction(log, 91);
        QVERIFY(action != nullptr);
        action->trigger();
        const auto seqs = wanted[0][1].value<QList<Seq>>();
        QVERIFY(std::is_sorted(seqs.begin(), seqs.end()));
        QCOMPARE(seqs.last(), Seq(91));
        QCOMPARE(seqs.size(), log.view->selection().messages());
        log.window.findChild<ForwardDialog*>()->reject();
    }

    void whereItIsForbiddenTheMenuSaysSo()
    {
        LogWindow log(100, 100);
        log.open();
        ConversationSummary summary = *log.session.chat().summary();
        summary.forwardingForbidden = true;
        log.session.takeChanges({summary});
        const QAction* action = forwardAction(log, 90);
        QVERIFY(action != nullptr);
        QVERIFY(!action->isEnabled());
        QVERIFY(action->text().contains(u"not allowed here"_s));
    }

    void theDialogChoosesByKeyAndByMouse()
    {
        LogWindow log(100, 100);
        log.open();
        auto* dialog = new ForwardDialog(2, log.session.conversations().summaries(), Theme(), &log.window);
        QSignalSpy confirmed(dialog, &ForwardDialog::confirmed);
        dialog->open();
        auto* list = dialog->findChild<QListView*>();
        auto* field = dialog->findChildren<QLineEdit*>().constFirst();
        auto* comment = dialog->findChildren<QLineEdit*>().constLast();
        QPushButton* forward = button(dialog, u"Forward"_s);
        QVERIFY(forward != nullptr && !forward->isEnabled());
        QCOMPARE(list->model()->rowCount(), 2);
        QTest::keyClick(field, Qt::Key_Down);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(forward->isEnabled());
        QVERIFY(confirmed.isEmpty());
        QCOMPARE(list->currentIndex().data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
        QVERIFY(list->currentIndex().data(Qt::AccessibleTextRole).toString().contains(u"chosen"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(!forward->isEnabled());
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(0, 0)).center());
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(1, 0)).center());
        // A chosen conversation stays chosen while the typed text hides it.
        field->setText(u"no such name"_s);
        QVERIFY(forward->isEnabled());
        comment->setText(u"see above"_s);
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(confirmed.size(), 1);
        QCOMPARE(confirmed[0][0].value<QList<ConversationId>>().size(), 2);
        QCOMPARE(confirmed[0][1].toString(), u"see above"_s);
    }

    /// I15: forwarding reads nothing, and leaves what the user is writing alone.
    void forwardsAndTheCommentAreMessages()
    {
        LogWindow log(100, 50);
        log.open();
        log.field->setPlainText(u"a draft"_s);
        log.submitted.clear();
        log.reads.clear();
        log.session.writer().forward(someConversation, {Seq(3), Seq(5)},
                                     {ConversationId(8), someConversation}, u" look "_s);
        const auto sent = log.all<input::Send>();
        QCOMPARE(sent.size(), std::size_t{6});
        for (std::size_t i = 0; i < sent.size(); ++i) {
            const auto& message = std::get<content::Message>(sent[i].content);
            QCOMPARE(sent[i].conversation, i < 3 ? ConversationId(8) : someConversation);
            QVERIFY(!sent[i].draft.has_value());
            QVERIFY(!message.replyTo.isValid());
            if (i % 3 == 2) {
                QCOMPARE(message.text, std::string("look"));
            } else {
                QCOMPARE(message.source, (ForwardSource{someConversation, {}, Seq(i % 3 == 0 ? 3 : 5)}));
            }
        }
        QVERIFY(log.reads.isEmpty());
        QCOMPARE(log.field->toPlainText(), u"a draft"_s);
        log.session.writer().forward(someConversation, {Seq(3)}, {ConversationId(8)}, u"  "_s);
        QCOMPARE(log.all<input::Send>().size(), std::size_t{7});
    }

    /// The words of another user cannot be edited, and not be taken back into the composer.
    void aForwardedMessageIsNotEdited()
    {
        TimelineRow row;
        row.seq = Seq(5);
        row.isOwn = true;
        row.text = u"said"_s;
        row.forwardedFrom = UserId(9);
        const auto has = [](const TimelineRow& one, const QString& words) {
            const MessageMenu menu(one);
            return std::ranges::any_of(menu.actions(),
                                       [&](const QAction* action) { return action->text() == words; });
        };
        QVERIFY(!has(row, u"Edit"_s));
        QVERIFY(has(row, u"Delete for everyone…"_s));
        row.seq = {};
        row.delivery = Delivery::Failed;
        QVERIFY(!has(row, u"Edit"_s));
        QVERIFY(has(row, u"Send again"_s));
        row.forwardedFrom = {};
        QVERIFY(has(row, u"Edit"_s));
    }

    /// A name is never markup, and a long one stays in the bubble.
    void theLineStandsOverTheText()
    {
        TimelineRow row;
        row.seq = Seq(5);
        row.text = u"said"_s;
        row.time = u"12:00"_s;
        const QStyleOptionViewItem option = optionOf(390);
        const TimelineLayout without = layoutOf(option, row);
        row.forwardedFrom = UserId(9);
        row.forwardedLine = u"Forwarded from <b>%1</b>"_s.arg(QString(300, u'x'));
        const TimelineLayout layout = layoutOf(option, row);
        QVERIFY(!layout.forwarded.isEmpty());
        QVERIFY(layout.bubble.contains(layout.forwarded));
        QVERIFY(layout.forwarded.bottom() < layout.textAt.y());
        QVERIFY(layout.height > without.height);
        QVERIFY(layout.column.contains(QRect(layout.bubble.left(), 0, layout.bubble.width(), 0))
                || layout.bubble.right() <= layout.column.right());
    }

private:
    static QStyleOptionViewItem optionOf(int width)
    {
        QStyleOptionViewItem option;
        option.rect = QRect(0, 0, width, 0);
        option.font = QApplication::font();
        return option;
    }

    static QAction* forwardAction(LogWindow& log, std::uint64_t seq)
    {
        const QModelIndex index = log.session.chat().timeline().index(log.rowOf(seq));
        Q_EMIT log.view->menuWanted(index, log.view->mapToGlobal(QPoint(10, 10)));
        const auto menus = log.chat->findChildren<MessageMenu*>();
        if (menus.isEmpty()) {
            return nullptr;
        }
        for (QAction* action : menus.constLast()->actions()) {
            if (action->text().startsWith(u"Forward"_s)) {
                return action;
            }
        }
        return nullptr;
    }

    static QPushButton* button(const QDialog* dialog, const QString& words)
    {
        for (QPushButton* one : dialog->findChildren<QPushButton*>()) {
            if (one->text() == words) {
                return one;
            }
        }
        return nullptr;
    }
};

TIDEMARK_SUITE(TestForwarding, QApplication)

} // namespace tidemark::forwarding_ui_test

#include "test_forwarding.moc"
