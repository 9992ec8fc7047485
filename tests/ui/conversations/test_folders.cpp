#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/conversations/conversation_menu.h"
#include "ui/conversations/empty_list.h"
#include "ui/conversations/filter_bar.h"
#include "ui/conversations/folder_bar.h"
#include "ui/conversations/folder_prompt.h"
#include "ui/window/window_dialogs.h"

#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMouseEvent>
#include <QPushButton>
#include <QSignalSpy>

namespace tidemark::ui_folders_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::summaryOf;
using test::uuidOf;

namespace {

/// The window over 7, a group with 5 unread messages, 8, a read direct chat, and 9, a muted group with 3.
struct Fixture : LogWindow {
    explicit Fixture(QSize size = {900, 700}) : LogWindow(15, 10, size)
    {
        ConversationSummary direct = summaryOf(8, "eight");
        direct.kind = ConversationKind::Direct;
        ConversationSummary muted = summaryOf(9, "nine");
        muted.settings.muted = true;
        muted.counts.unread = 3;
        session.account().take(u"lin"_s, UserId(1));
        session.takeChanges({direct, muted});
        window.grab();
    }

    void takeThree()
    {
        session.folders().take({{uuidOf(1), "Work", FolderRule::None, {ConversationId(7), ConversationId(8)}},
                                {uuidOf(2), "Unread", FolderRule::Unread, {}},
                                {uuidOf(3), "Quiet", FolderRule::Muted, {}}});
        window.grab();
    }
    [[nodiscard]] QList<quint64> shown() const
    {
        QList<quint64> ids;
        for (int row = 0; row < session.conversations().rowCount(); ++row) {
            ids.append(session.conversations().conversationAt(row).value);
        }
        std::sort(ids.begin(), ids.end());
        return ids;
    }
    [[nodiscard]] QStringList tabs() const
    {
        QStringList texts;
        for (int tab = 0; tab < bar->count(); ++tab) {
            texts.append(bar->tabText(tab));
        }
        return texts;
    }
    [[nodiscard]] FolderChange lastChange() const
    {
        const auto sent = all<input::SetFolder>();
        return sent.empty() ? FolderChange() : sent.back().change;
    }
    void click(int tab) const { QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center()); }

    static void chooseIn(const QMenu& menu, const QString& words)
    {
        for (QAction* action : menu.actions()) {
            if (action->text() == words) {
                return action->trigger();
            }
        }
        QFAIL("no such action");
    }

    FolderBar* bar = window.findChild<FolderBar*>();
};

} // namespace

class TestFolders : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void nothingIsShownWithoutFolders()
    {
        Fixture fixture;
        QVERIFY(fixture.bar->isHidden());
        fixture.takeThree();
        QVERIFY(!fixture.bar->isHidden());
        fixture.session.folders().take({});
        QVERIFY(fixture.bar->isHidden());
    }

    void tabsShowTheSums()
    {
        Fixture fixture;
        fixture.takeThree();
        QCOMPARE(fixture.tabs(), (QStringList{u"All"_s, u"Work 5"_s, u"Unread 5"_s, u"Quiet"_s}));
        QCOMPARE(fixture.bar->accessibleTabName(2), u"Unread, 5 unread, 3 in muted conversations"_s);
        ConversationSummary eight = summaryOf(8, "eight");
        eight.kind = ConversationKind::Direct;
        eight.counts.unread = 2;
        eight.exact = false;
        fixture.session.takeChanges({eight});
        QCOMPARE(fixture.tabs()[1], u"Work ≥ 7"_s);
        QCOMPARE(fixture.tabs()[2], u"Unread ≥ 7"_s);
    }

    void aFolderFiltersTheListAndNothingElse()
    {
        Fixture fixture;
        fixture.takeThree();
        const Totals before = fixture.session.totals();
        fixture.click(1);
        QCOMPARE(fixture.shown(), (QList<quint64>{7, 8}));
        QVERIFY(fixture.window.findChild<FilterBar*>()->isHidden());
        fixture.click(3);
        QCOMPARE(fixture.shown(), QList<quint64>{9});
        QCOMPARE(fixture.session.totals(), before);
        fixture.click(0);
        QCOMPARE(fixture.shown(), (QList<quint64>{7, 8, 9}));
        QVERIFY(!fixture.window.findChild<FilterBar*>()->isHidden());
    }

    void keysChooseFolders()
    {
        Fixture fixture;
        fixture.takeThree();
        fixture.press(Qt::Key_4, Qt::ControlModifier);
        QCOMPARE(fixture.bar->currentIndex(), 3);
        fixture.press(Qt::Key_9, Qt::ControlModifier);
        QCOMPARE(fixture.bar->currentIndex(), 3);
        fixture.press(Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(fixture.bar->currentIndex(), 0);
        fixture.bar->setFocus();
        QTest::keyClick(fixture.bar, Qt::Key_Right);
        QCOMPARE(fixture.shown(), (QList<quint64>{7, 8}));
    }

    void aChosenFolderThatIsDeletedElsewhereShowsAll()
    {
        Fixture fixture;
        fixture.takeThree();
        fixture.click(3);
        fixture.session.folders().take({{uuidOf(1), "Work", FolderRule::None, {}}});
        QCOMPARE(fixture.bar->currentIndex(), 0);
        QCOMPARE(fixture.shown(), (QList<quint64>{7, 8, 9}));
    }

    void anEmptyFolderLeadsBack()
    {
        Fixture fixture;
        fixture.session.folders().take({{uuidOf(1), "Nothing", FolderRule::None, {}}});
        fixture.click(1);
        auto* empty = fixture.window.findChild<EmptyList*>();
        QVERIFY(!empty->isHidden());
        empty->findChild<QPushButton*>()->click();
        QCOMPARE(fixture.bar->currentIndex(), 0);
        QVERIFY(empty->isHidden());
    }

    void draggingMovesAFolder()
    {
        Fixture fixture;
        fixture.takeThree();
        const QPoint from = fixture.bar->tabRect(3).center();
        const QPoint to(fixture.bar->tabRect(1).left() + 2, from.y());
        QTest::mousePress(fixture.bar, Qt::LeftButton, {}, from);
        for (int step = 1; step <= 10; ++step) {
            const QPoint at = from + (to - from) * step / 10;
            QMouseEvent move(QEvent::MouseMove, at, fixture.bar->mapToGlobal(at), Qt::NoButton,
                             Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(fixture.bar, &move);
        }
        QTest::mouseRelease(fixture.bar, Qt::LeftButton, {}, to);
        QCOMPARE(fixture.lastChange().folder.id, uuidOf(3));
        QCOMPARE(fixture.lastChange().position, std::optional<std::uint32_t>(0));
        QCOMPARE(fixture.tabs(), (QStringList{u"All"_s, u"Quiet"_s, u"Work 5"_s, u"Unread 5"_s}));
    }

    void theMenuMovesEditsAndDeletes()
    {
        Fixture fixture;
        fixture.takeThree();
        QMenu* menu = fixture.bar->makeMenu(2);
        fixture.chooseIn(*menu, u"Move right"_s);
        QCOMPARE(fixture.lastChange().folder.id, uuidOf(2));
        QCOMPARE(fixture.lastChange().position, std::optional<std::uint32_t>(2));
        fixture.chooseIn(*menu, u"Move left"_s);
        QCOMPARE(fixture.lastChange().position, std::optional<std::uint32_t>(0));
        fixture.chooseIn(*menu, u"Edit folder…"_s);
        auto* prompt = fixture.window.findChild<FolderPrompt*>();
        QVERIFY(prompt != nullptr);
        prompt->findChild<QLineEdit*>()->setText(u" News <b>& more "_s);
        prompt->findChild<QComboBox*>()->setCurrentIndex(2);
        prompt->findChild<QListWidget*>()->item(0)->setCheckState(Qt::Checked);
        prompt->findChildren<QPushButton*>().first()->click();
        QCOMPARE(fixture.lastChange().folder.title, "News <b>& more");
        QCOMPARE(fixture.lastChange().folder.rule, FolderRule::Groups);
        QCOMPARE(fixture.lastChange().folder.conversations.size(), std::size_t{1});
        fixture.chooseIn(*menu, u"Delete folder…"_s);
        auto* question = fixture.window.findChild<Question*>();
        QVERIFY(question != nullptr);
        for (QPushButton* button : question->findChildren<QPushButton*>()) {
            if (button->text() == u"Delete"_s) {
                button->click();
                break;
            }
        }
        QVERIFY(fixture.lastChange().isRemoved);
        delete menu;
    }

    void aConversationIsAddedByItsMenu()
    {
        Fixture fixture;
        fixture.takeThree();
        const ConversationSummary* nine = fixture.session.conversations().summary(ConversationId(9));
        ConversationMenu menu(*nine, {});
        menu.setFolders(fixture.session.folders().folders(), ConversationId(9));
        QSignalSpy wanted(&menu, &ConversationMenu::folderWanted);
        QMenu* folders = menu.findChildren<QMenu*>().last();
        QCOMPARE(folders->actions().size(), 5);
        folders->actions().first()->trigger();
        QCOMPARE(wanted.count(), 1);
        fixture.session.folders().put(uuidOf(1), ConversationId(9), true);
        QCOMPARE(fixture.lastChange().folder.conversations,
                 (std::vector{ConversationId(7), ConversationId(8), ConversationId(9)}));
    }

    void titlesAreNoMarkup()
    {
        Fixture fixture;
        fixture.session.folders().take({{uuidOf(1), "<b>A&B</b>", FolderRule::None, {}}});
        QCOMPARE(fixture.bar->tabText(1), u"<b>A&&B</b>"_s);
        QVERIFY(!fixture.bar->tabToolTip(1).contains(u"<b>A"_s));
    }

    void aNarrowWindowScrollsItsTabs()
    {
        Fixture fixture({390, 700});
        QList<Folder> many;
        for (std::uint8_t number = 1; number <= 20; ++number) {
            many.append({uuidOf(number), "A folder with a rather long title", FolderRule::Groups, {}});
        }
        fixture.session.folders().take(many);
        fixture.window.grab();
        QCOMPARE(fixture.window.width(), 390);
        QVERIFY(fixture.bar->width() <= 390);
        fixture.session.folders().choose(uuidOf(20));
        fixture.window.grab();
        QVERIFY(fixture.bar->rect().intersects(fixture.bar->tabRect(20)));
    }
};

TIDEMARK_SUITE(TestFolders, QApplication)

} // namespace tidemark::ui_folders_test

#include "test_folders.moc"
