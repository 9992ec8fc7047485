#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/finding/quick_switcher.h"
#include "ui/finding/search_panel.h"
#include "ui/session/choices/shortcuts.h"
#include "ui/window/help_sheet.h"
#include "ui/window/window_panes.h"

#include <QLabel>
#include <QLineEdit>
#include <QShortcut>
#include <QSignalSpy>
#include <QToolButton>

#include <algorithm>

namespace tidemark::keys_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::someConversation;

namespace {

QStringList keysOfWindow(const MainWindow& window)
{
    QStringList keys;
    for (const QShortcut* shortcut : window.findChildren<QShortcut*>(QString(), Qt::FindDirectChildrenOnly)) {
        keys += shortcut->key().toString();
    }
    keys.sort();
    return keys;
}

QShortcut* shortcutOf(const MainWindow& window, const QKeySequence& keys)
{
    const auto all = window.findChildren<QShortcut*>(QString(), Qt::FindDirectChildrenOnly);
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const QShortcut* one) { return one->key() == keys; });
    return found == all.end() ? nullptr : *found;
}

} // namespace

/// One table makes the keys and the sheet that lists them.
class TestKeys : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theWindowHasTheKeysOfTheTable()
    {
        const LogWindow fixture(10, 10);
        QStringList table;
        for (const Shortcut& one : shortcuts()) {
            for (const QKeySequence& keys : one.keys) {
                if (one.place == KeyPlace::Window) {
                    table += keys.toString();
                }
            }
        }
        table.sort();
        QCOMPARE(keysOfWindow(fixture.window), table);
    }

    void theSheetShowsTheTable()
    {
        LogWindow fixture(10, 10);
        fixture.press(Qt::Key_Slash, Qt::ControlModifier);
        auto* sheet = fixture.window.findChild<HelpSheet*>();
        QVERIFY(sheet != nullptr && sheet->isVisible());
        QStringList shown;
        for (const QLabel* cap : sheet->findChildren<QLabel*>(u"keys"_s)) {
            shown += cap->text();
        }
        QStringList words;
        for (const QLabel* label : sheet->findChildren<QLabel*>()) {
            words += label->text();
        }
        QStringList table;
        for (const Shortcut& one : shortcuts()) {
            table += one.keys.first().toString(QKeySequence::NativeText);
            QVERIFY2(words.contains(wordsOf(one)), one.words);
            QVERIFY(!wordsOf(one).isEmpty());
        }
        shown.sort();
        table.sort();
        QCOMPARE(shown, table);
        // The key that opened the sheet closes it.
        QTest::keyClick(sheet, Qt::Key_Slash, Qt::ControlModifier);
        QVERIFY(!sheet->isVisible());
    }

    void noKeyMeansTwoThings()
    {
        std::set<std::pair<KeyPlace, QString>> seen;
        for (const Shortcut& one : shortcuts()) {
            for (const QKeySequence& keys : one.keys) {
                QVERIFY2(seen.emplace(one.place, keys.toString()).second, qPrintable(keys.toString()));
            }
        }
    }

    void everyKeyOfTheWindowWorksWhileWriting_data()
    {
        QTest::addColumn<QKeySequence>("keys");
        QTest::addColumn<QString>("where");
        for (const Shortcut& one : shortcuts()) {
            // A text field handles these keys itself while it has a use for them.
            if (one.place != KeyPlace::Window || one.command == KeyCommand::Undo) {
                continue;
            }
            for (const QKeySequence& keys : one.keys) {
                for (const char* where : {"composer", "list", "filter", "timeline"}) {
                    QTest::addRow("%s in %s", qPrintable(keys.toString()), where)
                        << keys << QString::fromLatin1(where);
                }
            }
        }
    }
    void everyKeyOfTheWindowWorksWhileWriting()
    {
        QFETCH(QKeySequence, keys);
        QFETCH(QString, where);
        LogWindow fixture(100, 50);
        fixture.open();
        QWidget* place = where == u"composer"   ? static_cast<QWidget*>(fixture.field)
                         : where == u"timeline" ? static_cast<QWidget*>(fixture.view)
                                                : &fixture.side->list();
        if (where == u"filter") {
            place = fixture.side->findChild<QLineEdit*>();
        }
        place->setFocus();
        if (where == u"composer") {
            QTest::keyClicks(fixture.field, u"words"_s);
        }
        const QShortcut* shortcut = shortcutOf(fixture.window, keys);
        QVERIFY(shortcut != nullptr);
        const QSignalSpy activated(shortcut, &QShortcut::activated);
        const QKeyCombination combination = keys[0];
        QTest::keyClick(place, combination.key(), combination.keyboardModifiers());
        QCOMPARE(activated.size(), 1);
        // The key did not write anything either.
        if (fixture.session.chat().current() == someConversation) {
            QCOMPARE(fixture.field->toPlainText(), where == u"composer" ? u"words"_s : QString());
        }
    }

    void keysOfFieldsAreThoseOfTheTable()
    {
        const auto command = [](int key, Qt::KeyboardModifiers modifiers, KeyPlace place) {
            return commandOf(QKeyEvent(QEvent::KeyPress, key, modifiers), place);
        };
        QCOMPARE(command(Qt::Key_Return, {}, KeyPlace::Composer), KeyCommand::Send);
        QCOMPARE(command(Qt::Key_Enter, Qt::KeypadModifier, KeyPlace::Composer), KeyCommand::Send);
        QCOMPARE(command(Qt::Key_Return, Qt::ShiftModifier, KeyPlace::Composer), KeyCommand::NewLine);
        QCOMPARE(command(Qt::Key_Up, {}, KeyPlace::Composer), KeyCommand::EditLast);
        QCOMPARE(command(Qt::Key_Up, {}, KeyPlace::Timeline), KeyCommand::MessageAbove);
        QCOMPARE(command(Qt::Key_K, Qt::ControlModifier, KeyPlace::Composer), std::nullopt);
    }

    void readingByKey()
    {
        LogWindow fixture(100, 50);
        fixture.open();
        fixture.field->setFocus();
        fixture.submitted.clear();
        fixture.press(Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(fixture.all<input::MarkRead>().size(), std::size_t(1));
        // Without a chosen message there is no place to mark from.
        fixture.press(Qt::Key_U, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(fixture.all<input::MarkUnread>().empty());
        fixture.press(Qt::Key_Up, Qt::ControlModifier);
        QVERIFY(fixture.view->hasFocus());
        const QModelIndex chosen = fixture.view->currentIndex();
        fixture.press(Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(fixture.view->currentIndex().row(), chosen.row() - 1);
        const Seq seq = fixture.session.chat().timeline().rows()[std::size_t(chosen.row() - 1)].seq;
        fixture.press(Qt::Key_U, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(fixture.all<input::MarkUnread>().back().from, seq);
        // Escape returns to the field.
        fixture.press(Qt::Key_Escape);
        QVERIFY(fixture.field->hasFocus());
    }

    void answeringByKey()
    {
        LogWindow fixture(100, 100);
        fixture.open();
        fixture.field->setFocus();
        fixture.press(Qt::Key_R, Qt::ControlModifier);
        auto* composer = fixture.window.findChild<Composer*>();
        QCOMPARE(composer->reply().target, Seq(100));
        fixture.press(Qt::Key_Escape);
        QCOMPARE(composer->reply().target, Seq());
        // The lowest message on screen is chosen first.
        fixture.press(Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(fixture.view->currentIndex().row(), fixture.rowOf(100));
        fixture.press(Qt::Key_Up, Qt::ControlModifier);
        fixture.press(Qt::Key_R, Qt::ControlModifier);
        const Seq target = composer->reply().target;
        QVERIFY(target.isValid() && target < Seq(100));
        QVERIFY(fixture.field->hasFocus());
        // The chosen message belongs to its conversation.
        fixture.open(ConversationId(8));
        QCOMPARE(composer->reply().target, Seq());
        fixture.open();
        QCOMPARE(composer->reply().target, target);
        fixture.submitted.clear();
        QTest::keyClicks(fixture.field, u"yes"_s);
        fixture.press(Qt::Key_Return);
        QCOMPARE(std::get<content::Message>(fixture.all<input::Send>().back().content).replyTo, target);
        QCOMPARE(composer->reply().target, Seq());
        QTest::keyClicks(fixture.field, u"more"_s);
        fixture.press(Qt::Key_Return);
        QCOMPARE(std::get<content::Message>(fixture.all<input::Send>().back().content).replyTo, Seq());
    }

    void everyPaneIsReachedByKey()
    {
        LogWindow fixture(100, 100);
        fixture.open();
        fixture.side->focusList();
        fixture.press(Qt::Key_F6);
        QVERIFY(fixture.view->hasFocus());
        fixture.press(Qt::Key_F6);
        QVERIFY(fixture.field->hasFocus());
        fixture.press(Qt::Key_F6);
        QVERIFY(fixture.side->hasFocusInside());
    }

    void scrollingByKey()
    {
        LogWindow fixture(1000, 1000);
        fixture.open();
        fixture.field->setFocus();
        QScrollBar* bar = fixture.view->verticalScrollBar();
        const int end = bar->value();
        fixture.press(Qt::Key_PageUp);
        QVERIFY(bar->value() < end);
        fixture.press(Qt::Key_End);
        QVERIFY(fixture.isAtEnd());
        fixture.press(Qt::Key_Home);
        QVERIFY(fixture.view->onScreen().place().seq < Seq(960));
        fixture.view->setFocus();
        fixture.press(Qt::Key_End, Qt::ControlModifier);
        QVERIFY(fixture.isAtEnd());
    }

    // ---- where the keyboard is

    void theListShowsTheKeyboardWhileWhatIsOpenIsNotInIt()
    {
        LogWindow fixture(10, 10);
        fixture.open();
        ConversationSummary archived = *fixture.session.chat().summary();
        archived.settings.archived = true;
        fixture.session.takeChanges({archived});
        QVERIFY(fixture.session.conversations().rowOfConversation(someConversation) < 0);
        fixture.field->setFocus();
        ConversationListView& list = fixture.side->list();
        const QImage before = list.grab().toImage();
        fixture.press(Qt::Key_F6);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&list));
        QVERIFY(list.currentIndex().isValid());
        QVERIFY(list.grab().toImage() != before);
        QVERIFY(list.selectionModel()->selectedIndexes().isEmpty());
        // The focus stays when rows come and go.
        ConversationSummary fresh = test::summaryOf(12, "twelve");
        fixture.session.takeChanges({fresh});
        QVERIFY(list.currentIndex().isValid());
        fixture.session.chooseFilter(ConversationFilter::Groups);
        QVERIFY(list.currentIndex().isValid());
    }

    void narrowAndBackTheKeyboardIsWhereItWas_data()
    {
        QTest::addColumn<bool>("isInList");
        QTest::newRow("field") << false;
        QTest::newRow("list") << true;
    }
    void narrowAndBackTheKeyboardIsWhereItWas()
    {
        QFETCH(bool, isInList);
        LogWindow fixture(10, 10);
        fixture.open();
        QWidget* const place = isInList ? static_cast<QWidget*>(&fixture.side->list()) : fixture.field;
        place->setFocus();
        fixture.window.resize(390, 700);
        fixture.window.grab();
        QVERIFY(fixture.window.panes().paneLayout().isNarrow());
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(fixture.field));
        fixture.window.resize(900, 700);
        fixture.window.grab();
        QCOMPARE(QApplication::focusWidget(), place);
        // If the user has moved the focus meanwhile, it stays there.
        place->setFocus();
        fixture.window.resize(390, 700);
        fixture.view->setFocus();
        fixture.window.resize(900, 700);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(fixture.view));
    }

    void inANarrowWindowWhatIsOpenedHasTheKeyboard()
    {
        LogWindow fixture(10, 10, {390, 700});
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&fixture.side->list()));
        fixture.session.chat().open(someConversation);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(fixture.field));
        fixture.answer();
        fixture.press(Qt::Key_Escape);
        ConversationListView& list = fixture.side->list();
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&list));
        const QImage shown = list.grab().toImage();
        list.clearFocus();
        QVERIFY(list.grab().toImage() != shown);
    }

    void theWayBackSaysWhatIsUnreadElsewhere()
    {
        LogWindow fixture(10, 6, {390, 700});
        Totals totals;
        totals.unread = 4;
        fixture.session.takeTotals(totals);
        fixture.open();
        QToolButton* back = nullptr;
        for (QToolButton* button : fixture.chat->findChildren<QToolButton*>()) {
            if (button->accessibleName().startsWith(u"Back to the conversations")) {
                back = button;
            }
        }
        QVERIFY(back != nullptr && back->isVisible());
        QCOMPARE(back->accessibleName(), u"Back to the conversations"_s);
        const int plain = back->sizeHint().width();
        totals.unread = 7;
        totals.mutedUnread = 20;
        fixture.session.takeTotals(totals);
        QVERIFY(back->accessibleName().contains(u"3 unread messages"_s));
        QVERIFY(back->sizeHint().width() > plain + 20);
        // The sum leaves out the unread messages of a muted conversation.
        ConversationSummary muted = *fixture.session.chat().summary();
        muted.settings.muted = true;
        fixture.session.takeChanges({muted});
        QVERIFY(back->accessibleName().contains(u"7 unread messages"_s));
    }
};

TIDEMARK_SUITE(TestKeys, QApplication)

} // namespace tidemark::keys_test

#include "test_keys.moc"
