#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/conversations/invitation_entry.h"
#include "ui/conversations/invitations_dialog.h"
#include "ui/widgets/plain_list.h"
#include "ui/widgets/prompts.h"
#include "ui/window/window_dialogs.h"

#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QSignalSpy>

namespace tidemark::ui_invitations_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::summaryOf;

namespace {

/// The window over two conversations, and two open invitations once invite() was called.
struct Fixture : LogWindow {
    explicit Fixture(QSize size = {900, 700}) : LogWindow(15, 10, size)
    {
        session.account().take(u"lin"_s, UserId(1));
        window.grab();
    }

    void invite()
    {
        session.invitations().take({{ConversationId(21), "Release crew", {UserId(5), "bob"}, UnixMs{1000}},
                                    {ConversationId(22), "<b>bold</b>", {UserId(6), "eve"}, UnixMs{2000}}});
        window.grab();
    }
    /// Opens the list, and the menu of its first invitation.
    QMenu* openMenu()
    {
        entry->click();
        auto* dialog = window.findChild<InvitationsDialog*>();
        if (dialog == nullptr) {
            return nullptr;
        }
        Q_EMIT dialog->list().chosen(21);
        return dialog->findChild<QMenu*>();
    }
    [[nodiscard]] std::optional<input::AnswerInvitation> answered() const
    {
        const auto sent = all<input::AnswerInvitation>();
        return sent.empty() ? std::nullopt : std::optional(sent.back());
    }

    InvitationEntry* entry = window.findChild<InvitationEntry*>();
};

} // namespace

class TestInvitations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theEntryIsThereOnlyWithInvitationsAndCountsApart()
    {
        Fixture fixture;
        QVERIFY(fixture.entry->isHidden());
        const Totals before = fixture.session.totals();
        fixture.invite();
        QVERIFY(!fixture.entry->isHidden());
        QCOMPARE(fixture.entry->badge(), u"2"_s);
        QCOMPARE(fixture.entry->accessibleName(), u"2 invitations"_s);
        QCOMPARE(fixture.session.totals(), before);
        fixture.session.invitations().take({});
        QVERIFY(fixture.entry->isHidden());
    }

    void theListNamesGroupAndInviterAsPlainText()
    {
        Fixture fixture;
        fixture.invite();
        fixture.entry->click();
        auto* dialog = fixture.window.findChild<InvitationsDialog*>();
        QVERIFY(dialog != nullptr);
        const QList<PlainRow>& rows = dialog->list().rows();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0].title, u"Release crew"_s);
        QVERIFY(rows[0].text.contains(u"bob"_s));
        QCOMPARE(rows[1].title, u"<b>bold</b>"_s);
        fixture.session.invitations().take({});
        QVERIFY(dialog->list().rows().isEmpty());
        dialog->reject();
    }

    void acceptingSendsTheAnswerAndOpensTheGroup()
    {
        Fixture fixture;
        fixture.invite();
        QMenu* menu = fixture.openMenu();
        QVERIFY(menu != nullptr);
        QCOMPARE(menu->activeAction()->text(), u"Accept"_s);
        menu->activeAction()->trigger();
        const auto sent = fixture.answered();
        QVERIFY(sent);
        QCOMPARE(sent->conversation, ConversationId(21));
        QVERIFY(sent->accept);
        fixture.session.takeChanges({summaryOf(21, "Release crew")});
        fixture.session.commands().take({.command = sent->command});
        QCOMPARE(fixture.session.chat().current(), ConversationId(21));
    }

    void refusingByKeyboardSendsTheAnswer()
    {
        Fixture fixture;
        fixture.invite();
        fixture.entry->setFocus();
        QTest::keyClick(fixture.entry, Qt::Key_Return);
        auto* dialog = fixture.window.findChild<InvitationsDialog*>();
        QVERIFY(dialog != nullptr);
        dialog->list().setCurrentRow(0);
        QTest::keyClick(&dialog->list(), Qt::Key_Return);
        auto* menu = dialog->findChild<QMenu*>();
        QVERIFY(menu != nullptr);
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        const auto sent = fixture.answered();
        QVERIFY(sent);
        QCOMPARE(sent->conversation, ConversationId(21));
        QVERIFY(!sent->accept);
        dialog->reject();
    }

    void theUserIsToldWhoIsAskedFirst()
    {
        Fixture fixture;
        fixture.goOnline();
        fixture.window.dialogs().memberships().askMember(test::someConversation);
        auto* prompt = fixture.window.findChild<PeoplePrompt*>();
        QVERIFY(prompt != nullptr);
        QSignalSpy told(&fixture.window.dialogs().memberships(), &MembershipDialogs::noticeWanted);
        prompt->setNames({u"bob"_s});
        Q_EMIT prompt->answered({u"bob"_s});
        const auto sent = fixture.all<input::AddMember>();
        QVERIFY(!sent.empty());
        fixture.session.commands().take({.command = sent.back().command,
                                         .result = test::someConversation,
                                         .invited = {{UserId(5), "bob"}}});
        QCOMPARE(told.count(), 1);
        QVERIFY(told[0][1].toString().contains(u"bob"_s));
    }

    void theSettingShowsWhatAppliesAndIsSent()
    {
        Fixture fixture;
        fixture.goOnline();
        fixture.window.dialogs().showReadingSettings();
        auto* field = fixture.window.findChild<QComboBox*>(u"who-may-add"_s);
        QVERIFY(field != nullptr);
        QCOMPARE(field->currentIndex(), 0);
        AccountSettings settings;
        settings.adding = AddingPolicy::Known;
        fixture.session.account().takeSettings(settings);
        QCOMPARE(field->currentIndex(), 1);
        Q_EMIT field->activated(2);
        const auto sent = fixture.all<input::SetAccountSettings>();
        QVERIFY(!sent.empty());
        QCOMPARE(sent.back().adding, std::optional(AddingPolicy::Nobody));
        QVERIFY(!sent.back().receipts);
    }
};

TIDEMARK_SUITE(TestInvitations, QApplication)

} // namespace tidemark::ui_invitations_test

#include "test_invitations.moc"
