#include "core/models/words/title_text.h"
#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/conversations/conversation_menu.h"
#include "ui/look/theme.h"
#include "ui/widgets/plain_list.h"
#include "ui/widgets/prompts.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

namespace tidemark::prompts_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::someConversation;

namespace {

/// A window whose device knows some users.
struct Prompted : LogWindow {
    Prompted() : LogWindow(10, 10)
    {
        session.account().take(u"Me"_s, UserId(1));
        session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        QObject::connect(&session.roster(), &Roster::peopleWanted, &session.roster(), [this] {
            session.roster().takePeople({{UserId(1), "Me"},
                                         {UserId(2), "Zoe"},
                                         {UserId(3), "Anna Meier"},
                                         {UserId(4), "Andreas"},
                                         {UserId(5), "张伟"}});
        });
        open();
    }
    template <typename T>
    T* prompt()
    {
        m_prompt = window.findChild<T*>();
        return static_cast<T*>(m_prompt);
    }
    NewGroupPrompt* newGroup()
    {
        for (QAction* action : side->findChildren<QAction*>()) {
            if (action->text() == u"New group…"_s) {
                action->trigger();
            }
        }
        return prompt<NewGroupPrompt>();
    }
    PeoplePrompt* newDirect()
    {
        QTest::keyClick(&window, Qt::Key_N, Qt::ControlModifier);
        return prompt<PeoplePrompt>();
    }
    [[nodiscard]] PlainList* people() const { return m_prompt->findChild<PlainList*>(u"people"_s); }
    [[nodiscard]] QStringList offered() const
    {
        QStringList names;
        for (const PlainRow& row : people()->rows()) {
            names += row.title;
        }
        return names;
    }
    [[nodiscard]] QString state() const { return m_prompt->findChild<QLabel*>(u"state"_s)->text(); }
    void refuse(protocol::ErrorCode error, const std::string& detail)
    {
        change::CommandDone done;
        done.command = CommandId(lastCommand);
        done.error = error;
        done.detail = detail;
        session.commands().take(done);
    }

private:
    Prompt* m_prompt = nullptr;
};

} // namespace

/// The prompts for users and titles.
class TestPrompts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theNameThatIsBeingWritten()
    {
        QCOMPARE(nameAt(u"An"_s, 2), (NamePart{0, 2, u"An"_s}));
        QCOMPARE(nameAt(u"Anna, Bo ,Cl"_s, 7), (NamePart{5, 9, u"Bo"_s}));
        QCOMPARE(nameAt(u"张伟，李"_s, 4), (NamePart{3, 4, u"李"_s}));
        QCOMPARE(nameAt(u"Anna, "_s, 6), (NamePart{5, 6, QString()}));
        QCOMPARE(nameAt({}, 0), NamePart());
    }

    void aUserIsChosenByKeyboard()
    {
        Prompted fixture;
        PeoplePrompt* prompt = fixture.newDirect();
        QVERIFY(prompt != nullptr);
        QLineEdit& line = prompt->field().line();
        QCOMPARE(fixture.offered().size(), 5);
        QCOMPARE(fixture.people()->rows()[fixture.offered().indexOf(u"Me"_s)].side, u"you"_s);
        QTest::keyClicks(&line, u"an"_s);
        QCOMPARE(fixture.offered(), QStringList({u"Andreas"_s, u"Anna Meier"_s}));
        QTest::keyClick(&line, Qt::Key_Down);
        QTest::keyClick(&line, Qt::Key_Down);
        QTest::keyClick(&line, Qt::Key_Return);
        QCOMPARE(line.text(), u"Anna Meier"_s);
        QVERIFY(fixture.all<input::OpenDirect>().empty());
        QTest::keyClick(&line, Qt::Key_Return);
        QCOMPARE(fixture.all<input::OpenDirect>().size(), std::size_t{1});
        QCOMPARE(fixture.all<input::OpenDirect>().back().name, std::string("Anna Meier"));
    }

    void theChosenUserIsSpokenAndStaysWithinTheName()
    {
        Prompted fixture;
        QLineEdit& line = fixture.newDirect()->field().line();
        QTest::keyClicks(&line, u"an"_s);
        QCOMPARE(line.accessibleDescription(), QString());
        QTest::keyClick(&line, Qt::Key_Down);
        QCOMPARE(line.accessibleDescription(), u"Andreas, 1 of 2"_s);
        QTest::keyClick(&line, Qt::Key_Down);
        QCOMPARE(line.accessibleDescription(), u"Anna Meier, 2 of 2"_s);
        // The cursor moves, and the request stays the same.
        QTest::keyClick(&line, Qt::Key_Left);
        QCOMPARE(line.accessibleDescription(), u"Anna Meier, 2 of 2"_s);
        QTest::keyClick(&line, Qt::Key_Return);
        QCOMPARE(line.text(), u"Anna Meier"_s);
        QCOMPARE(line.accessibleDescription(), QString());
    }

    void anUnknownUserCanBeNamed()
    {
        Prompted fixture;
        PeoplePrompt* prompt = fixture.newDirect();
        QLineEdit& line = prompt->field().line();
        QTest::keyClicks(&line, u"Somebody"_s);
        QVERIFY(fixture.offered().isEmpty());
        QVERIFY(fixture.people()->findChild<QLabel*>()->isVisible());
        QTest::keyClick(&line, Qt::Key_Down);
        QTest::keyClick(&line, Qt::Key_Return);
        QCOMPARE(fixture.all<input::OpenDirect>().back().name, std::string("Somebody"));
    }

    void severalAreChosenByMouseAndKeyboard()
    {
        Prompted fixture;
        NewGroupPrompt* prompt = fixture.newGroup();
        QVERIFY(prompt != nullptr);
        QTest::keyClicks(prompt->findChild<QLineEdit*>(), u"crew"_s);
        QLineEdit& line = prompt->members().line();
        QVERIFY(!fixture.offered().contains(u"Me"_s));
        QTest::keyClicks(&line, u"zo"_s);
        const QRect row = fixture.people()->visualItemRect(fixture.people()->item(0));
        QTest::mouseClick(fixture.people()->viewport(), Qt::LeftButton, {}, row.center());
        QCOMPARE(line.text(), u"Zoe, "_s);
        QVERIFY(!fixture.offered().contains(u"Zoe"_s));
        QTest::keyClicks(&line, u"mei"_s);
        QTest::keyClick(&line, Qt::Key_Down);
        QTest::keyClick(&line, Qt::Key_Tab);
        QCOMPARE(line.text(), u"Zoe, Anna Meier, "_s);
        QCOMPARE(prompt->focusWidget(), static_cast<QWidget*>(&line));
        // This works in the middle of the line too.
        line.setCursorPosition(2);
        QTest::keyClick(&line, Qt::Key_Down);
        QTest::keyClick(&line, Qt::Key_Return);
        QCOMPARE(line.text(), u"Zoe, Anna Meier, "_s);
        QTest::keyClick(&line, Qt::Key_Return);
        QCOMPARE(fixture.all<input::CreateGroup>().size(), std::size_t{1});
        QCOMPARE(fixture.all<input::CreateGroup>().back().members,
                 (std::vector<std::string>{"Zoe", "Anna Meier"}));
    }

    void presentMembersAreNotOffered()
    {
        Prompted fixture;
        change::CommandDone done;
        done.command = fixture.all<input::GetMembers>().back().command;
        protocol::Members page;
        protocol::Member zoe;
        zoe.user = {UserId(2), "Zoe"};
        page.members = {zoe};
        page.memberCount = 1;
        done.result = page;
        fixture.session.commands().take(done);
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        for (QPushButton* button : fixture.window.findChildren<QPushButton*>()) {
            if (button->text() == u"Add a member…"_s) {
                button->click();
            }
        }
        QVERIFY(fixture.prompt<PeoplePrompt>() != nullptr);
        QCOMPARE(fixture.offered(), QStringList({u"Andreas"_s, u"Anna Meier"_s, u"张伟"_s}));
    }

    void exactlyTheUnknownNamesAreNamed()
    {
        Prompted fixture;
        NewGroupPrompt* prompt = fixture.newGroup();
        QTest::keyClicks(prompt->findChild<QLineEdit*>(), u"crew"_s);
        prompt->members().line().setText(u"Zoe, Bo, Anna Meier, Cleo"_s);
        prompt->members().line().setFocus();
        QTest::keyClick(&prompt->members().line(), Qt::Key_Return);
        fixture.refuse(protocol::ErrorCode::NoSuchUser, "Bo");
        QVERIFY(fixture.state().contains(u"“Bo”"_s));
        QCOMPARE(prompt->focusWidget(), static_cast<QWidget*>(&prompt->members().line()));
        QVERIFY(!fixture.state().contains(u"Zoe"_s));
        QTest::keyClick(&prompt->members().line(), Qt::Key_Return);
        fixture.refuse(protocol::ErrorCode::NoSuchUser, "Bo\nCleo");
        QVERIFY(fixture.state().contains(u"Bo, Cleo"_s));
        QVERIFY(!fixture.state().contains(u"Anna"_s));
        // This server does not say which names are unknown.
        QTest::keyClick(&prompt->members().line(), Qt::Key_Return);
        fixture.refuse(protocol::ErrorCode::NoSuchUser, {});
        QVERIFY(fixture.state().contains(u"At least one"_s));
    }

    void aTitleThatTheServerWouldRefuseIsNotSent()
    {
        Prompted fixture;
        ConnectionStatus online{ConnectionPhase::Online, {}, {}};
        online.limits.maxTitleBytes = 10;
        fixture.session.connection().take(online, -1);
        NewGroupPrompt* prompt = fixture.newGroup();
        auto* title = prompt->findChild<QLineEdit*>();
        title->setText(u"12345678901"_s);
        QTest::keyClick(title, Qt::Key_Return);
        QVERIFY(fixture.all<input::CreateGroup>().empty());
        QVERIFY(fixture.state().contains(u"one character too long"_s));
        title->setText(u"1234567890"_s);
        QVERIFY2(fixture.state().isEmpty(), "the error was about the earlier text");
        QTest::keyClick(title, Qt::Key_Return);
        QCOMPARE(fixture.all<input::CreateGroup>().size(), std::size_t{1});
    }

    void aGroupHidesItsHistoryUnlessItIsMadeOpen()
    {
        Prompted fixture;
        NewGroupPrompt* prompt = fixture.newGroup();
        auto* title = prompt->findChild<QLineEdit*>();
        title->setText(u"crew"_s);
        QTest::keyClick(title, Qt::Key_Return);
        QVERIFY(!fixture.all<input::CreateGroup>().back().historyOpen);
        fixture.refuse(protocol::ErrorCode::Unavailable, {});
        prompt->findChild<QCheckBox*>()->setChecked(true);
        QTest::keyClick(title, Qt::Key_Return);
        QVERIFY(fixture.all<input::CreateGroup>().back().historyOpen);
        QVERIFY(fixture.all<input::CreateGroup>().back().inviteOnly);
    }

    void aGroupIsForThoseInvitedUnlessItIsMadeOtherwise()
    {
        Prompted fixture;
        NewGroupPrompt* prompt = fixture.newGroup();
        auto* title = prompt->findChild<QLineEdit*>();
        title->setText(u"crew"_s);
        QTest::keyClick(title, Qt::Key_Return);
        QVERIFY(fixture.all<input::CreateGroup>().back().inviteOnly);
        fixture.refuse(protocol::ErrorCode::Unavailable, {});
        for (QCheckBox* check : prompt->findChildren<QCheckBox*>()) {
            if (check->text().contains(u"number"_s)) {
                check->setChecked(true);
            }
        }
        QTest::keyClick(title, Qt::Key_Return);
        QVERIFY(!fixture.all<input::CreateGroup>().back().inviteOnly);
        QVERIFY(!fixture.all<input::CreateGroup>().back().historyOpen);
    }

    void invalidTitlesAreExplained_data()
    {
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("problem");
        QTest::newRow("nothing") << u"Crew"_s << QString();
        QTest::newRow("just fits") << u"张伟张"_s << QString();
        QTest::newRow("Chinese") << u"张伟张伟张"_s << u"2 characters too long"_s;
        QTest::newRow("beyond 16 bits") << u"abcdef😀"_s << QString();
        QTest::newRow("too many of them") << u"abcdefg😀"_s << u"one character too long"_s;
        QTest::newRow("control") << u"a\u0007b"_s << u"control characters"_s;
        QTest::newRow("C1") << u"a\u0085b"_s << u"control characters"_s;
        QTest::newRow("empty") << QString() << u"Enter a title"_s;
    }
    void invalidTitlesAreExplained()
    {
        QFETCH(QString, title);
        QFETCH(QString, problem);
        const QString found = titleProblem(title, 10);
        QVERIFY2(problem.isEmpty() ? found.isEmpty() : found.contains(problem), qPrintable(found));
    }

    // ---- menus

    void aMuteCanBeChanged()
    {
        ConversationSummary summary = test::summaryOf(7, "seven");
        summary.settings.muted = true;
        summary.settings.mutedUntil = UnixMs{test::someMoment};
        ConversationMenu menu(summary, {});
        menu.setAttribute(Qt::WA_DeleteOnClose, false);
        QStringList words;
        const QMenu* lengths = nullptr;
        for (const QAction* action : menu.actions()) {
            words += action->text();
            if (action->text() == u"Change duration"_s) {
                lengths = action->menu();
            }
        }
        QVERIFY(words.filter(u"Unmute"_s).first().contains(u"until"_s));
        QVERIFY(lengths != nullptr);
        QList<quint32> chosen;
        connect(&menu, &ConversationMenu::muteWanted, this, [&](quint32 seconds) { chosen += seconds; });
        for (QAction* action : lengths->actions()) {
            action->trigger();
        }
        QCOMPARE(chosen, QList<quint32>({3600, 8 * 3600, 0}));
    }

    void aButtonLooksLeftWhenItsMenuCloses()
    {
        Prompted fixture;
        int menus = 0;
        for (QToolButton* button : fixture.side->findChildren<QToolButton*>()) {
            if (button->menu() == nullptr) {
                continue;
            }
            ++menus;
            button->setAttribute(Qt::WA_UnderMouse);
            button->menu()->popup(QPoint(0, 0));
            button->menu()->close();
            QVERIFY2(!button->testAttribute(Qt::WA_UnderMouse), qPrintable(button->accessibleName()));
        }
        QCOMPARE(menus, 3);
    }

    void theButtonThatActsIsTheStrongOne_data()
    {
        QTest::addColumn<bool>("isLoss");
        QTest::newRow("something is lost") << true;
        QTest::newRow("nothing is lost") << false;
    }

    void theButtonThatActsIsTheStrongOne()
    {
        QFETCH(bool, isLoss);
        Prompted fixture;
        const Theme theme = themeFor(ThemeChoice::Light, QPalette());
        auto* question = new Question({u"Do it?"_s, {}, u"Do it"_s, isLoss}, &fixture.window);
        question->open();
        constexpr int inside = 6; // pixels from the left edge
        for (QAbstractButton* button : question->buttons()) {
            const bool acts = button->text() == u"Do it"_s;
            const QColor wanted = !acts ? theme.hover : isLoss ? theme.error : theme.accent;
            QCOMPARE(button->grab().toImage().pixelColor(inside, button->height() / 2), wanted);
            QCOMPARE(qobject_cast<QPushButton*>(button)->isDefault(), !acts);
        }
        question->close();
    }
};

TIDEMARK_SUITE(TestPrompts, QApplication)

} // namespace tidemark::prompts_test

#include "test_prompts.moc"
