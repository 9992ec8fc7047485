// Sending later, the list of scheduled messages, and reminders.
#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/chat/composer/schedule_dialog.h"
#include "ui/chat/composer/scheduled_dialog.h"
#include "ui/chat/composer/send_later.h"
#include "ui/widgets/plain_list.h"

#include <QDateTimeEdit>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include <memory>

namespace tidemark::send_later_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using State = ScheduledItem::State;

class TestSendLater : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theTextIsScheduledForAnOfferedTimeAndLeavesTheComposer()
    {
        LogWindow log(10, 10);
        log.open();
        log.field->setPlainText(u"in an hour"_s);
        const qint64 before = QDateTime::currentMSecsSinceEpoch();
        log.chat->later().showTimes();
        QMenu* menu = openMenu(log);
        QVERIFY(menu != nullptr);
        menu->actions().constFirst()->trigger();
        const auto made = log.all<input::Schedule>();
        QCOMPARE(made.size(), std::size_t{1});
        QCOMPARE(made.front().text, std::string("in an hour"));
        QCOMPARE(made.front().conversation, test::someConversation);
        QVERIFY(made.front().endsDraft);
        QVERIFY(made.front().due.value >= before + 3600 * qint64{1000});
        QVERIFY(log.field->toPlainText().isEmpty());
        QVERIFY(log.all<input::Send>().empty());
    }

    void anotherTimeIsAskedFor()
    {
        LogWindow log(10, 10);
        log.open();
        log.field->setPlainText(u"on my birthday"_s);
        log.chat->later().showTimes();
        openMenu(log)->actions().constLast()->trigger();
        auto* dialog = log.window.findChild<ScheduleDialog*>();
        QVERIFY(dialog != nullptr);
        const QDateTime day = QDateTime::currentDateTime().addDays(30);
        dialog->findChild<QDateTimeEdit*>()->setDateTime(day);
        const QDateTime shown = dialog->findChild<QDateTimeEdit*>()->dateTime();
        dialog->accept();
        QVERIFY(log.all<input::Schedule>().empty());
        log.chat->later().showTimes();
        openMenu(log)->actions().constLast()->trigger();
        dialog = log.window.findChildren<ScheduleDialog*>().constLast();
        dialog->findChild<QDateTimeEdit*>()->setDateTime(shown);
        for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
            if (button->text() == u"Choose"_s) {
                button->click();
            }
        }
        QCOMPARE(log.all<input::Schedule>().size(), std::size_t{1});
        QCOMPARE(log.all<input::Schedule>().front().due.value, shown.toMSecsSinceEpoch());
    }

    void anEmptyComposerOffersNoTimes()
    {
        LogWindow log(10, 10);
        log.open();
        log.chat->later().showTimes();
        QVERIFY(openMenu(log) == nullptr);
        log.press(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(log.window.findChild<ScheduledDialog*>() != nullptr);
    }

    void theComposerShowsHowManyAreScheduledHere()
    {
        LogWindow log(10, 10);
        log.open();
        QVERIFY(!clock(log)->isVisible());
        log.session.scheduled().take({item(1, "one"), item(2, "two")});
        QVERIFY(clock(log)->isVisible());
        QCOMPARE(clock(log)->text(), u"2"_s);
        log.open(ConversationId(8));
        QVERIFY(!clock(log)->isVisible());
    }

    void theListChangesSendsAndCancels()
    {
        LogWindow log(10, 10);
        log.open();
        log.session.scheduled().take({item(1, "one"), item(2, "two", State::Unsent)});
        clock(log)->click();
        auto* dialog = log.window.findChild<ScheduledDialog*>();
        QVERIFY(dialog != nullptr);
        auto* list = dialog->findChild<PlainList*>();
        QCOMPARE(list->rows().size(), 2);
        QCOMPARE(list->rows().at(0).title, u"one"_s);
        QVERIFY(list->rows().at(1).text.contains(u"connection"_s));
        trigger(*dialog, *list, 0, u"Send now"_s);
        const auto changed = log.all<input::ChangeScheduled>();
        QCOMPARE(changed.size(), std::size_t{1});
        QVERIFY(changed.front().movesDue);
        QCOMPARE(changed.front().due, UnixMs());
        trigger(*dialog, *list, 1, u"Cancel sending"_s);
        QCOMPARE(log.all<input::CancelScheduled>().size(), std::size_t{1});
        log.session.scheduled().take({});
        QVERIFY(list->rows().isEmpty());
    }

    void aRefusedTextSaysWhyAndCanBeDiscarded()
    {
        LogWindow log(10, 10);
        log.open();
        ScheduledItem refused = item(1, "too late", State::Refused);
        refused.error = protocol::ErrorCode::AlreadySent;
        log.session.scheduled().take({refused});
        log.chat->later().showList();
        auto* dialog = log.window.findChild<ScheduledDialog*>();
        auto* list = dialog->findChild<PlainList*>();
        QVERIFY(list->rows().at(0).text.contains(u"already sent"_s));
        trigger(*dialog, *list, 0, u"Discard"_s);
        QCOMPARE(log.all<input::CancelScheduled>().size(), std::size_t{1});
    }

    void textsOfMarkupAreShownAsTheyAre()
    {
        LogWindow log(10, 10);
        log.open();
        log.session.scheduled().take({item(1, "<b>bold</b> & more")});
        log.chat->later().showList();
        auto* list = log.window.findChild<ScheduledDialog*>()->findChild<PlainList*>();
        QCOMPARE(list->rows().at(0).title, u"<b>bold</b> & more"_s);
    }

private:
    static ScheduledItem item(std::uint8_t number, const char* text, State state = State::Waiting)
    {
        ScheduledItem item;
        item.uuid.bytes.fill(number);
        item.conversation = test::someConversation;
        item.message.text = text;
        item.due = UnixMs{QDateTime::currentMSecsSinceEpoch() + number * 3600 * qint64{1000}};
        item.state = state;
        return item;
    }
    static QMenu* openMenu(const LogWindow& log)
    {
        for (QMenu* menu : log.window.findChildren<QMenu*>()) {
            if (menu->isVisible()) {
                return menu;
            }
        }
        return nullptr;
    }
    static QToolButton* clock(const LogWindow& log)
    {
        return log.window.findChild<QToolButton*>(u"scheduled"_s);
    }
    static void trigger(const ScheduledDialog& dialog, PlainList& list, quint64 place, const QString& words)
    {
        Q_EMIT list.chosen(place);
        for (QMenu* menu : dialog.findChildren<QMenu*>()) {
            for (QAction* action : menu->actions()) {
                if (action->text() == words) {
                    action->trigger();
                    menu->close();
                    return;
                }
            }
        }
        QFAIL(qPrintable(words));
    }
};

TIDEMARK_SUITE(TestSendLater, QApplication)

} // namespace tidemark::send_later_test

#include "test_send_later.moc"
