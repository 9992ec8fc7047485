#include "tests/main/suite.h"
#include "tests/support/active_window.h"
#include "tests/support/items.h"
#include "tests/ui/recorded_session.h"
#include "ui/chat/chat_pane.h"
#include "ui/chat/composer/composer.h"
#include "ui/chat/undo_bar.h"
#include "ui/conversations/conversation_list_view.h"
#include "ui/finding/search_panel.h"
#include "ui/session/reading/reading_text.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/prompts.h"
#include "ui/window/main_window.h"
#include "ui/window/side_pane.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>

#include <algorithm>

namespace tidemark::main_window_test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using test::minute;
using test::someMoment;
using test::summaryOf;

namespace {

struct Fixture : test::RecordedSession {
    explicit Fixture(QSize size = {1100, 720})
    {
        QObject::connect(&session.chat(), &OpenConversation::timelineWanted, &session,
                         [this](ConversationId /*conversation*/, const TimelineQuery& /*query*/,
                                quint64 tag) { asked.append(tag); });
        ConversationSummary seven = summaryOf(7, "seven", someMoment);
        seven.counts.unread = 3;
        session.takeConversations({summaryOf(1, "one", someMoment + minute), seven});
        window.look().setThemeChoice(ThemeChoice::Light);
        window.resize(size);
        window.show();
        // Shortcuts belong to the active window, and here no window manager activates it.
        test::setActiveWindow(&window);
        window.grab();
    }

    MainWindow window{session};
    SidePane* side = window.findChild<SidePane*>();
    ChatPane* chat = window.findChild<ChatPane*>();
    Composer* composer = window.findChild<Composer*>();
    ComposerField* field = window.findChild<ComposerField*>();
    QList<quint64> asked;
};

} // namespace

class TestMainWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void titleFollowsTheTotal()
    {
        Fixture fixture;
        fixture.window.setTitleSuffix(u"phone"_s);
        Totals totals;
        totals.unread = 31;
        fixture.session.takeTotals(totals);
        QCOMPARE(fixture.window.windowTitle(), u"(31) Tidemark – phone"_s);
    }

    void wideShowsBothNarrowOne()
    {
        Fixture fixture;
        QVERIFY(fixture.side->isVisible() && fixture.chat->isVisible());
        fixture.window.resize(400, 700);
        QVERIFY(fixture.side->isVisible() && !fixture.chat->isVisible());
        fixture.session.chat().open(ConversationId(7));
        QVERIFY(!fixture.side->isVisible() && fixture.chat->isVisible());
        QTest::keyClick(&fixture.window, Qt::Key_Escape);
        QVERIFY(fixture.side->isVisible() && !fixture.session.chat().current().isValid());
    }

    void notesToSelfAreInTheMenu()
    {
        Fixture fixture;
        fixture.submitted.clear();
        QMenu* menu = nullptr;
        for (const QToolButton* button : fixture.side->findChildren<QToolButton*>()) {
            menu = button->accessibleName() == u"New conversation" ? button->menu() : menu;
        }
        QVERIFY(menu != nullptr);
        const QList<QAction*> actions = menu->actions();
        const auto notes = std::ranges::find(actions, u"Notes to self"_s, &QAction::text);
        QVERIFY(notes != actions.end());
        (*notes)->trigger();
        const auto opened = fixture.all<input::OpenDirect>();
        QCOMPARE(opened.size(), std::size_t{1});
        QCOMPARE(opened.front().name, fixture.session.account().userName().toStdString());
    }

    void keysGoThroughTheList()
    {
        Fixture fixture;
        QTest::keyClick(&fixture.window, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(fixture.session.chat().current(), ConversationId(1));
        QTest::keyClick(&fixture.window, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(fixture.session.chat().current(), ConversationId(7));
        QTest::keyClick(&fixture.window, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(fixture.session.chat().current(), ConversationId(7));
        QTest::keyClick(&fixture.window, Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(fixture.session.chat().current(), ConversationId(1));
    }

    void theHighlightIsTheOpenConversation()
    {
        Fixture fixture;
        ConversationListView& list = fixture.side->list();
        const auto highlighted = [&list, &fixture] {
            const QModelIndexList rows = list.selectionModel()->selectedIndexes();
            return rows.size() == 1 ? fixture.session.conversations().conversationAt(rows[0].row())
                                    : ConversationId();
        };
        fixture.session.chat().open(ConversationId(1));
        fixture.chat->focusComposer();
        QTest::keyClick(fixture.field, Qt::Key_Escape);
        QVERIFY(list.hasFocus());
        // The keyboard moves its frame, and only Enter opens.
        QTest::keyClick(&list, Qt::Key_Down);
        QCOMPARE(list.focused(), ConversationId(7));
        QCOMPARE(highlighted(), ConversationId(1));
        fixture.chat->focusComposer();
        QCOMPARE(highlighted(), ConversationId(1));
        QCOMPARE(list.currentIndex(), list.selectionModel()->selectedIndexes().value(0));
        QTest::keyClick(fixture.field, Qt::Key_Escape);
        QTest::keyClick(&list, Qt::Key_Down);
        QTest::keyClick(&list, Qt::Key_Return);
        QCOMPARE(fixture.session.chat().current(), ConversationId(7));
        QCOMPARE(highlighted(), ConversationId(7));
    }

    void aFilteredListBeginsAtItsTop()
    {
        Fixture fixture;
        QList<ConversationSummary> all;
        for (std::uint64_t id = 1; id <= 200; ++id) {
            all.append(summaryOf(id, id % 2 == 0 ? "even" : "odd",
                                 someMoment - static_cast<std::int64_t>(id) * minute));
        }
        fixture.session.takeConversations(all);
        fixture.window.grab();
        QScrollBar* bar = fixture.side->list().verticalScrollBar();
        bar->setValue(bar->maximum());
        QVERIFY(bar->value() > 0);
        fixture.side->findChild<QLineEdit*>()->setText(u"even"_s);
        QCOMPARE(fixture.session.conversations().rowCount(), 100);
        QCOMPARE(bar->value(), 0);
    }

    void theSearchFindsPeopleAndMessagesToo()
    {
        Fixture fixture;
        auto* search = fixture.side->findChild<QLineEdit*>();
        QSignalSpy wanted(&fixture.session.roster(), &Roster::peopleWanted);
        QTest::keyClicks(search, u"sev"_s);
        QCOMPARE(wanted.size(), 1);
        ConversationSummary direct = summaryOf(9, "Severin", someMoment);
        direct.kind = ConversationKind::Direct;
        direct.peer = UserId(4);
        fixture.session.takeChanges({direct});
        fixture.session.roster().takePeople(
            {{UserId(3), "Seven of Nine"}, {UserId(4), "Severin"}, {UserId(5), "Bo"}});
        // People with a chat stand in the list.
        const auto people = fixture.side->findChildren<QPushButton*>(u"found-person"_s);
        QCOMPARE(people.size(), 1);
        QVERIFY(people[0]->text().contains(u"Seven of Nine"_s) && people[0]->isVisible());
        people[0]->click();
        QCOMPARE(fixture.all<input::OpenDirect>().size(), std::size_t(1));
        QCOMPARE(fixture.all<input::OpenDirect>().back().name, std::string("Seven of Nine"));
        QVERIFY(search->text().isEmpty());
        // If no conversation matches, Enter searches messages.
        QTest::keyClicks(search, u"zzz"_s);
        QCOMPARE(fixture.session.conversations().rowCount(), 0);
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(fixture.side->isSearching());
        QCOMPARE(fixture.side->searchPanel().findChild<QLineEdit*>()->text(), u"zzz"_s);
        QVERIFY(!fixture.side->findChild<QPushButton*>(u"found-messages"_s)->isVisible());
    }

    void archivingCanBeUndone()
    {
        Fixture fixture;
        ConversationSettings settings;
        settings.archived = true;
        fixture.session.memberships().changeSettings(ConversationId(7), settings);
        QVERIFY(fixture.session.isUndoPossible());
        QVERIFY(fixture.side->findChild<UndoBar*>()->text().contains(u"Archived"_s));
        ConversationSummary archived = summaryOf(7, "seven", someMoment);
        archived.settings.archived = true;
        fixture.session.takeChanges({archived});
        fixture.session.undo();
        QVERIFY(!fixture.session.isUndoPossible());
        const auto sent = fixture.all<input::SetSettings>();
        QCOMPARE(sent.size(), std::size_t(2));
        QVERIFY(sent[0].settings.archived && !sent[1].settings.archived);
        // Another setting is no archiving, and only what came last can be undone.
        settings.archived = false;
        settings.pinned = true;
        fixture.session.takeChanges({summaryOf(7, "seven", someMoment)});
        fixture.session.memberships().changeSettings(ConversationId(7), settings);
        QVERIFY(!fixture.session.isUndoPossible());
    }

    void searchFiltersAndOpensTheFirst()
    {
        Fixture fixture;
        auto* search = fixture.side->findChild<QLineEdit*>();
        QTest::keyClicks(search, u"sev"_s);
        QCOMPARE(fixture.session.conversations().rowCount(), 1);
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(fixture.session.chat().current(), ConversationId(7));
        QCOMPARE(fixture.session.conversations().rowCount(), 2);
    }

    void enterSendsShiftEnterDoesNot()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        fixture.session.preferences().chooseShowsTyping(false);
        fixture.submitted.clear();
        QTest::keyClicks(fixture.field, u"one"_s);
        QTest::keyClick(fixture.field, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClicks(fixture.field, u"two"_s);
        QVERIFY(fixture.submitted.empty());
        QTest::keyClick(fixture.field, Qt::Key_Return);
        QCOMPARE(fixture.submitted.size(), std::size_t(1));
        const SentContent& sent = std::get<input::Send>(fixture.submitted.front()).content;
        QCOMPARE(std::get<content::Message>(sent).text, std::string("one\ntwo"));
        QCOMPARE(fixture.composer->text(), QString());
    }

    void composerGrowsToEightLines()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        fixture.window.grab();
        const int one = fixture.field->height();
        QList<int> heights;
        for (int line = 0; line < 12; ++line) {
            QTest::keyClick(fixture.field, Qt::Key_Return, Qt::ShiftModifier);
            heights.append(fixture.field->height());
        }
        QVERIFY(heights.at(0) > one);
        QVERIFY(heights.at(6) > heights.at(5));
        QCOMPARE(heights.at(7), heights.at(6));
        fixture.composer->clear();
        QCOMPARE(fixture.field->height(), one);
    }

    void anEmptyPlaceSaysWhatToDo()
    {
        Fixture fixture;
        const auto says = [&](const QString& key) {
            const auto labels = fixture.window.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
                return label->isVisible() && label->text().contains(key);
            });
        };
        QVERIFY(says(u"Ctrl+K"_s) && !says(u"Ctrl+N"_s));
        fixture.session.takeConversations({});
        QVERIFY(says(u"Ctrl+N"_s) && !says(u"Ctrl+K"_s));
    }

    void draftsStayWithTheirConversation()
    {
        Fixture fixture;
        QSignalSpy drafts(&fixture.session.writer(), &MessageWriter::draftChanged);
        fixture.session.chat().open(ConversationId(7));
        QTest::keyClicks(fixture.field, u"half"_s);
        fixture.session.chat().open(ConversationId(1));
        QCOMPARE(drafts.size(), 1);
        QCOMPARE(drafts.first().at(0).value<ConversationId>(), ConversationId(7));
        QCOMPARE(drafts.first().at(1).toString(), u"half"_s);
        QCOMPARE(fixture.composer->text(), QString());
        ConversationSummary summary = summaryOf(7, "seven");
        summary.draft = "half";
        fixture.session.takeChanges({summary});
        fixture.session.chat().open(ConversationId(7));
        QCOMPARE(fixture.composer->text(), u"half"_s);
        QCOMPARE(drafts.size(), 1);
    }

    void editingPutsTheDraftAside()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        QTest::keyClicks(fixture.field, u"half"_s);
        fixture.submitted.clear();
        fixture.composer->beginEdit(Seq(4), u"old words"_s);
        QTest::keyClick(fixture.field, Qt::Key_Return);
        const SentContent& sent = std::get<input::Send>(fixture.submitted.back()).content;
        QCOMPARE(std::get<content::Edit>(sent).target, Seq(4));
        QCOMPARE(fixture.composer->text(), u"half"_s);
        fixture.composer->beginEdit(Seq(4), u"old words"_s);
        QTest::keyClick(fixture.field, Qt::Key_Escape);
        QCOMPARE(fixture.composer->text(), u"half"_s);
        QVERIFY(!fixture.composer->isEditing());
    }

    void editsStayWithTheirConversation()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        fixture.composer->beginEdit(Seq(4), u"old words"_s);
        QTest::keyClicks(fixture.field, u" and"_s);
        fixture.session.chat().open(ConversationId(1));
        QVERIFY(!fixture.composer->isEditing());
        QCOMPARE(fixture.composer->text(), QString());
        fixture.session.chat().open(ConversationId(7));
        QVERIFY(fixture.composer->isEditing());
        QCOMPARE(fixture.composer->text(), u"old words and"_s);
        QTest::keyClick(fixture.field, Qt::Key_Escape);
        QCOMPARE(fixture.composer->text(), QString());
    }

    void upEditsTheLastOwnMessageOnly()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        TimelinePage page = test::pageOf(1, 3, 3);
        page.items[1] = test::ownItem(2, 2, "mine");
        fixture.session.chat().takeTimeline(page, fixture.asked.last());
        QTest::keyClick(fixture.field, Qt::Key_Up);
        QCOMPARE(fixture.composer->text(), u"mine"_s);
        QTest::keyClick(fixture.field, Qt::Key_Escape);

        fixture.session.chat().takePendingChange(ConversationId(7));
        TimelinePage later = test::pageOf(4, 3, 3);
        later.reachesEnd = true;
        later.first = later.last = Seq();
        later.pending = {test::pendingItem(3, "on its way")};
        fixture.session.chat().takeTimeline(later, fixture.asked.last());
        QCOMPARE(fixture.session.chat().timeline().rows().back().text, u"on its way"_s);
        QTest::keyClick(fixture.field, Qt::Key_Up);
        QVERIFY(!fixture.composer->isEditing());
    }

    void aTextThatIsTooLongStaysInTheComposer()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        fixture.session.preferences().chooseShowsTyping(false);
        fixture.submitted.clear();
        const QString text(30000, QChar(u'长')); // three bytes each
        fixture.field->setPlainText(text);
        QTest::keyClick(fixture.field, Qt::Key_Return);
        QVERIFY(fixture.submitted.empty());
        QCOMPARE(fixture.composer->text(), text);
        fixture.field->setPlainText(u"short"_s);
        QTest::keyClick(fixture.field, Qt::Key_Return);
        QCOMPARE(fixture.submitted.size(), std::size_t(1));
    }

    void wrappedLinesGetAScrollBarToo()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        fixture.window.grab();
        fixture.field->setPlainText(u"many words "_s.repeated(20));
        QCOMPARE(fixture.field->verticalScrollBarPolicy(), Qt::ScrollBarAlwaysOff);
        fixture.field->setPlainText(u"many words "_s.repeated(300));
        QCOMPARE(fixture.field->verticalScrollBarPolicy(), Qt::ScrollBarAsNeeded);
        fixture.field->clear();
        QCOMPARE(fixture.field->verticalScrollBarPolicy(), Qt::ScrollBarAlwaysOff);
    }

    void composerStandsInLineWithTheColumn()
    {
        Fixture fixture({1700, 720});
        fixture.session.chat().open(ConversationId(7));
        fixture.window.grab();
        QCOMPARE(fixture.composer->contentsRect().width(), fixture.chat->width());
        QVERIFY(fixture.field->width() < 860);
        QVERIFY(fixture.composer->minimumSizeHint().width() < 300);
    }

    void typingGoesWhereOneWrites()
    {
        Fixture fixture;
        fixture.side->focusList();
        QTest::keyClicks(&fixture.side->list(), u"sev"_s);
        QCOMPARE(fixture.side->findChild<QLineEdit*>()->text(), u"sev"_s);
        fixture.side->clearSearch();
        fixture.session.chat().open(ConversationId(7));
        QTest::keyClicks(&fixture.side->list(), u"he"_s);
        QTest::keyClicks(fixture.window.findChild<TimelineView*>(), u"llo"_s);
        QCOMPARE(fixture.composer->text(), u"hello"_s);
    }

    void promptsStayUntilItWorked()
    {
        Fixture fixture;
        QTest::keyClick(&fixture.window, Qt::Key_N, Qt::ControlModifier);
        auto* prompt = fixture.window.findChild<PeoplePrompt*>();
        QVERIFY(prompt != nullptr);
        auto* field = prompt->findChild<QLineEdit*>();
        field->setText(u"Bo"_s);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(prompt->isVisible() && !field->isEnabled());
        change::CommandDone done;
        done.command = CommandId(fixture.lastCommand);
        done.error = protocol::ErrorCode::NoSuchUser;
        fixture.session.commands().take(done);
        QVERIFY(prompt->isVisible() && field->isEnabled());
        QCOMPARE(field->text(), u"Bo"_s);
        QVERIFY(prompt->findChild<QLabel*>(u"state"_s)->text().contains(u"Bo"));
        QTest::keyClick(field, Qt::Key_Return);
        done.command = CommandId(fixture.lastCommand);
        done.error.reset();
        fixture.session.commands().take(done);
        QVERIFY(!prompt->isVisible());
    }

    void questionsAreNotAnsweredByEnter()
    {
        Fixture fixture;
        QSignalSpy confirmed(&fixture.window.dialogs(), &WindowDialogs::signOutConfirmed);
        fixture.window.dialogs().askSignOut(1);
        auto* question = fixture.window.findChild<Question*>();
        QVERIFY(question->informativeText().contains(u"1 message has not been sent"));
        QTest::keyClick(question, Qt::Key_Return);
        QVERIFY(!question->isVisible());
        QCOMPARE(confirmed.size(), 0);
    }

    void aConversationThatTheProgramOpensIsNotRead()
    {
        Fixture fixture;
        QTRY_VERIFY(fixture.window.activity().conditions().isExposed);
        fixture.session.chat().open(ConversationId(7));
        fixture.pass(10s);
        QCOMPARE(fixture.session.chat().reading().pauseText(), pauseText(ReadingPause::Untouched));
    }

    void useBehindALockedScreenIsReported()
    {
        Fixture fixture;
        QSignalSpy used(&fixture.window.activity(), &WindowActivity::usedWhileLocked);
        QTest::keyClick(fixture.field, Qt::Key_Shift);
        QVERIFY(used.isEmpty());
        fixture.window.activity().setSessionLocked(true);
        QVERIFY(!fixture.window.activity().conditions().isUnlocked);
        QTest::mouseMove(fixture.field, {5, 5});
        QVERIFY2(used.isEmpty(), "a moving pointer does not count as use");
        QTest::keyClick(fixture.field, Qt::Key_Shift);
        QVERIFY(!used.isEmpty());
    }

    void clicksAndWheelsReadOn_data()
    {
        QTest::addColumn<QString>("act");
        QTest::addColumn<bool>("readsOn");
        QTest::newRow("click into the timeline") << u"click"_s << true;
        QTest::newRow("right click") << u"right click"_s << false;
        QTest::newRow("key that scrolls") << u"key"_s << true;
        QTest::newRow("its row in the list") << u"row"_s << true;
        QTest::newRow("nothing but typing") << u"typing"_s << false;
    }
    void clicksAndWheelsReadOn()
    {
        QFETCH(QString, act);
        QFETCH(bool, readsOn);
        Fixture fixture;
        QTRY_VERIFY(fixture.window.activity().conditions().isExposed);
        fixture.session.chat().open(ConversationId(7));
        fixture.session.marks().markUnread(ConversationId(7), Seq(3));
        QWidget* timeline = fixture.window.findChild<TimelineView*>()->viewport();
        if (act == u"click") {
            QTest::mouseClick(timeline, Qt::LeftButton, {}, {20, 20});
        } else if (act == u"right click") {
            QTest::mouseClick(timeline, Qt::RightButton, {}, {20, 20});
        } else if (act == u"key") {
            QTest::keyClick(fixture.field, Qt::Key_PageUp);
        } else if (act == u"row") {
            QTest::mouseClick(fixture.side->list().viewport(), Qt::LeftButton, {}, {40, 64 + 20});
        } else {
            QTest::keyClicks(fixture.field, u"words"_s);
        }
        QCOMPARE(fixture.session.chat().reading().pauseText().isEmpty(), readsOn);
    }

    void placementSurvives()
    {
        Fixture fixture({700, 600});
        const QByteArray placement = fixture.window.placement();
        Fixture other;
        other.window.restorePlacement(placement);
        QCOMPARE(other.window.size(), QSize(700, 600));
        other.window.restorePlacement("damaged");
        QCOMPARE(other.window.size(), QSize(700, 600));
    }

    void closingAsksFirst()
    {
        Fixture fixture;
        QSignalSpy wanted(&fixture.window, &MainWindow::closeWanted);
        fixture.window.close();
        QCOMPARE(wanted.size(), 1);
        QVERIFY(fixture.window.isVisible());
    }

    void rowsHaveSpokenNames()
    {
        Fixture fixture;
        ConversationSummary summary = summaryOf(1, "Anna", someMoment + minute);
        summary.counts.unread = 3;
        fixture.session.takeChanges({summary});
        const QModelIndex first = fixture.session.conversations().index(0);
        QCOMPARE(first.data(Qt::AccessibleTextRole).toString(), u"Anna, 3 unread"_s);
    }
};

TIDEMARK_SUITE(TestMainWindow, QApplication)

} // namespace tidemark::main_window_test

#include "test_main_window.moc"
