#include "core/models/conversations/member_list.h"
#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/chat/info/info_panel.h"
#include "ui/chat/info/member_menu.h"
#include "ui/chat/info/person_card.h"
#include "ui/widgets/plain_list.h"
#include "ui/widgets/prompts.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>

#include <memory>

namespace tidemark::member_menu_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::someConversation;

namespace {

protocol::Member memberOf(std::uint64_t id, const std::string& name, Role role)
{
    protocol::Member member;
    member.user = {UserId(id), name};
    member.role = role;
    return member;
}

ConversationSummary groupSeenAs(Role role)
{
    ConversationSummary group = test::summaryOf(5, "group");
    group.kind = ConversationKind::Group;
    group.role = role;
    return group;
}

QStringList offeredIn(const QMenu& menu)
{
    QStringList words;
    for (const QAction* action : menu.actions()) {
        if (!action->isSeparator()) {
            words.append(action->text());
        }
    }
    return words;
}

QStringList offeredTo(Role self, Role other)
{
    const MemberMenu menu(groupSeenAs(self), memberOf(2, "Zoe", other));
    return offeredIn(menu);
}

/// A window over an open group with its pane, online. The user, Me, is an owner.
struct Owned : LogWindow {
    Owned() : LogWindow(10, 10, {1200, 760})
    {
        session.account().take(u"Me"_s, UserId(1));
        session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        open();
        ConversationSummary summary = *session.chat().summary();
        summary.kind = ConversationKind::Group;
        summary.role = Role::Owner;
        session.takeChanges({summary});
        press(Qt::Key_I, Qt::ControlModifier);
        receiveMembers();
    }
    void receiveMembers()
    {
        change::CommandDone done;
        done.command = all<input::GetMembers>().back().command;
        protocol::Members page;
        page.conversation = someConversation;
        page.members = {memberOf(1, "Me", Role::Owner), memberOf(2, "Zoe", Role::Member),
                        memberOf(3, "Max", Role::Moderator)};
        page.memberCount = 3;
        done.result = page;
        session.commands().take(done);
        window.grab();
    }
    [[nodiscard]] PlainList* list() const { return window.findChild<InfoPanel*>()->findChild<PlainList*>(); }
    [[nodiscard]] PlainRow rowOf(const QString& name) const
    {
        for (const PlainRow& row : list()->rows()) {
            if (row.title == name) {
                return row;
            }
        }
        return {};
    }
    /// The menu that opens when the user right-clicks this member.
    [[nodiscard]] MemberMenu* menuOf(const QString& name)
    {
        const QPoint at = list()->visualItemRect(list()->item(placeOf(name))).center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, list()->viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(list()->viewport(), &event);
        return window.findChild<MemberMenu*>();
    }
    /// The card that opens when the user chooses this member.
    [[nodiscard]] PersonCard* cardOf(const QString& name)
    {
        list()->setCurrentRow(placeOf(name));
        QTest::keyClick(list(), Qt::Key_Return);
        return window.findChild<PersonCard*>();
    }
    [[nodiscard]] int placeOf(const QString& name) const
    {
        return static_cast<int>(list()->rows().indexOf(rowOf(name)));
    }
    static void choose(MemberMenu* menu, const QString& words)
    {
        for (QAction* action : menu->actions()) {
            if (action->text() == words) {
                action->trigger();
            }
        }
        menu->close();
    }
    void confirm()
    {
        auto* question = window.findChild<Question*>();
        QVERIFY(question != nullptr);
        Q_EMIT question->confirmed();
        question->close();
    }
};

} // namespace

/// The actions on other members of a group.
class TestMemberMenu : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void eachRoleIsOfferedWhatItMayDo()
    {
        QCOMPARE(offeredTo(Role::Member, Role::Member), QStringList());
        const QStringList removing{u"Remove from the group…"_s, u"Ban from the group…"_s};
        QCOMPARE(offeredTo(Role::Moderator, Role::Member), removing);
        QCOMPARE(offeredTo(Role::Moderator, Role::Moderator), QStringList());
        QCOMPARE(offeredTo(Role::Moderator, Role::Owner), QStringList());
        QCOMPARE(offeredTo(Role::Owner, Role::Member),
                 QStringList({u"Make moderator"_s, u"Make owner"_s}) + removing);
        QCOMPARE(offeredTo(Role::Owner, Role::Moderator),
                 QStringList({u"Make owner"_s, u"Make regular member"_s}) + removing);
        QCOMPARE(offeredTo(Role::Owner, Role::Owner),
                 QStringList({u"Make moderator"_s, u"Make regular member"_s}));
    }

    void channelsOfferNothing()
    {
        ConversationSummary channel = groupSeenAs(Role::Owner);
        channel.kind = ConversationKind::Channel;
        QVERIFY(!mayManage(channel, memberOf(2, "Zoe", Role::Member)));
    }

    void rolesStandBesideTheNames()
    {
        const Owned fixture;
        QCOMPARE(fixture.rowOf(u"Me"_s).side, u"you · owner"_s);
        QCOMPARE(fixture.rowOf(u"Max"_s).side, u"moderator"_s);
        QCOMPARE(fixture.rowOf(u"Zoe"_s).side, QString());
    }

    void aRoleIsGivenAndTheMembersAreAskedForAgain()
    {
        Owned fixture;
        MemberMenu* menu = fixture.menuOf(u"Zoe"_s);
        QVERIFY(menu != nullptr);
        Owned::choose(menu, u"Make moderator"_s);
        const auto given = fixture.all<input::SetRole>();
        QCOMPARE(given.size(), std::size_t{1});
        QCOMPARE(given.back().conversation, someConversation);
        QCOMPARE(given.back().user, UserId(2));
        QCOMPARE(given.back().role, Role::Moderator);
        const std::size_t asked = fixture.all<input::GetMembers>().size();
        change::CommandDone done;
        done.command = given.back().command;
        done.result = someConversation;
        fixture.session.commands().take(done);
        QVERIFY(fixture.all<input::GetMembers>().size() > asked);
    }

    void theCardOfAMemberLeadsToTheMenuOfWhoMayManage()
    {
        Owned fixture;
        PersonCard* card = fixture.cardOf(u"Zoe"_s);
        QVERIFY(card != nullptr);
        auto* manage = card->findChild<QPushButton*>(u"manage"_s);
        QVERIFY(manage != nullptr);
        manage->click();
        const auto* menu = fixture.window.findChild<MemberMenu*>();
        QVERIFY(menu != nullptr && offeredIn(*menu).contains(u"Make moderator"_s));
        delete card;

        fixture.session.connection().take({ConnectionPhase::Waiting, {}, {}}, -1);
        const std::unique_ptr<PersonCard> offline(fixture.cardOf(u"Zoe"_s));
        QVERIFY(offline != nullptr && offline->findChild<QPushButton*>(u"manage"_s) == nullptr);
    }

    void theUsersOwnRowOpensNothing()
    {
        Owned fixture;
        QVERIFY(fixture.cardOf(u"Me"_s) == nullptr);
        QVERIFY(fixture.menuOf(u"Me"_s) == nullptr);
    }

    void aBanIsConfirmedFirst()
    {
        Owned fixture;
        Owned::choose(fixture.menuOf(u"Max"_s), u"Ban from the group…"_s);
        QVERIFY(fixture.all<input::RemoveMember>().empty());
        fixture.confirm();
        const auto removed = fixture.all<input::RemoveMember>();
        QCOMPARE(removed.size(), std::size_t{1});
        QCOMPARE(removed.back().user, UserId(3));
        QVERIFY(removed.back().banned);
    }

    void everyMemberCanBeIgnoredAndBlocked()
    {
        Owned fixture;
        MemberMenu* first = fixture.menuOf(u"Zoe"_s);
        Owned::choose(first, u"Ignore Zoe"_s);
        delete first;
        QCOMPARE(fixture.all<input::SetIgnored>().size(), std::size_t{1});
        QCOMPARE(fixture.all<input::SetIgnored>().back().user, UserId(2));
        QCOMPARE(fixture.all<input::SetIgnored>().back().level, IgnoreLevel::Ignored);
        ConversationSummary summary = *fixture.session.chat().summary();
        summary.role = Role::Member;
        fixture.session.takeChanges({summary});
        fixture.window.grab();
        fixture.session.ignored().take({{{UserId(3), "Max"}, IgnoreLevel::Blocked}});
        const MemberMenu* menu = fixture.menuOf(u"Max"_s);
        QVERIFY(menu != nullptr);
        QCOMPARE(offeredIn(*menu), QStringList{u"Unblock Max"_s});
    }

    void aRefusalIsSaidInWords()
    {
        Owned fixture;
        QSignalSpy refused(&fixture.session.commands(), &Commands::refused);
        fixture.session.memberships().removeMember(someConversation, {UserId(2), "Zoe"}, false);
        change::CommandDone done;
        done.command = fixture.all<input::RemoveMember>().back().command;
        done.error = protocol::ErrorCode::NotAllowed;
        fixture.session.commands().take(done);
        QCOMPARE(refused.size(), 1);
        QCOMPARE(refused.front()[0].toString(), u"Could not remove Zoe"_s);
        QCOMPARE(refused.front()[1].toString(), u"You are not allowed to do this here."_s);
    }
};

TIDEMARK_SUITE(TestMemberMenu, QApplication)

} // namespace tidemark::member_menu_test

#include "test_member_menu.moc"
