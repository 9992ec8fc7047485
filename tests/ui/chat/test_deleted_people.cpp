#include "core/models/words/notice_text.h"
#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/chat/composer/mention_people.h"
#include "ui/timeline/message_menu.h"

#include <QLabel>
#include <QSignalSpy>

#include <algorithm>

namespace tidemark::deleted_people_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::someConversation;

namespace {

constexpr UserId anna(5);

protocol::Member memberOf(UserId id, const std::string& name, bool isDeleted = false)
{
    protocol::Member member;
    member.user = {id, name, isDeleted};
    return member;
}

/// A window over an open direct chat with Anna, whose account is deleted by the test.
struct Chat : LogWindow {
    Chat() : LogWindow(10, 10)
    {
        session.account().take(u"Me"_s, UserId(1));
        goOnline();
        session.takeChanges({chatWith(false)});
        open();
    }
    [[nodiscard]] ConversationSummary chatWith(bool isDeleted) const
    {
        ConversationSummary direct = *session.conversations().summary(someConversation);
        direct.kind = ConversationKind::Direct;
        direct.peer = anna;
        direct.memberCount = 2;
        direct.isPeerDeleted = isDeleted;
        direct.title = isDeleted ? deletedAccountName().toStdString() : "Anna";
        return direct;
    }
    void answerMembers(std::vector<protocol::Member> members)
    {
        const CommandId asked = all<input::GetMembers>().back().command;
        const auto count = static_cast<std::uint32_t>(members.size());
        session.commands().take(
            {asked, {}, {}, {}, protocol::Members{someConversation, std::move(members), count}});
        window.grab();
    }
    [[nodiscard]] QLabel* readOnlyLine() const { return chat->findChild<QLabel*>(u"read-only"_s); }
};

} // namespace

class TestDeletedPeople : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theComposerGivesWayToALineThatSaysWhy()
    {
        Chat chat;
        QVERIFY(chat.field->isVisible() && !chat.readOnlyLine()->isVisible());
        chat.session.takeChanges({chat.chatWith(true)});
        QVERIFY(!chat.field->isVisible() && chat.readOnlyLine()->isVisible());
        QVERIFY2(chat.readOnlyLine()->text().contains(u"deleted"_s), qPrintable(chat.readOnlyLine()->text()));
        QVERIFY(!chat.session.chat().mayWrite());
        QVERIFY(chat.session.conversations().rowOfConversation(someConversation) >= 0);
        chat.session.takeChanges({chat.chatWith(false)});
        QVERIFY(chat.field->isVisible() && !chat.readOnlyLine()->isVisible());
    }

    void ownMessagesCanBeDeletedThereAndNotEdited()
    {
        TimelineRow row;
        row.key.kind = TimelineRowKind::Message;
        row.seq = Seq(3);
        row.isOwn = true;
        row.text = u"mine"_s;
        const auto offers = [&row](bool canWrite, const QString& words) {
            MessageMenuScope scope;
            scope.canWrite = canWrite;
            const MessageMenu menu(row, scope);
            const QList<QAction*> actions = menu.actions();
            return std::any_of(actions.begin(), actions.end(),
                               [&words](const QAction* one) { return one->text() == words; });
        };
        QVERIFY(offers(true, u"Edit"_s));
        QVERIFY(!offers(false, u"Edit"_s));
        QVERIFY(offers(false, u"Delete for everyone…"_s));
    }

    void loadedMessagesAreReadAgain()
    {
        Chat chat;
        QSignalSpy wanted(&chat.session.chat(), &OpenConversation::timelineWanted);
        chat.session.chat().takeNames();
        QCOMPARE(wanted.size(), 1);
        chat.answer();
        QVERIFY(chat.isAtEnd());
    }

    void theirWordsAreInTheListOfMembers()
    {
        Chat chat;
        chat.answerMembers({memberOf(UserId(1), "Me"), memberOf(anna, "Anna")});
        QCOMPARE(peopleToMention(chat.session).size(), 1);
        const std::size_t asked = chat.all<input::GetMembers>().size();
        chat.session.takeChanges({chat.chatWith(true)});
        QCOMPARE(chat.all<input::GetMembers>().size(), asked + 1);
        chat.session.takeChanges({chat.chatWith(true)});
        QCOMPARE(chat.all<input::GetMembers>().size(), asked + 1);
        chat.answerMembers({memberOf(UserId(1), "Me"), memberOf(anna, "Anna", true)});
        QVERIFY(peopleToMention(chat.session).isEmpty());
        chat.session.takeChanges({chat.chatWith(true)});
        QCOMPARE(chat.all<input::GetMembers>().size(), asked + 1);
    }

    void aDeletedAccountHasNoName()
    {
        QCOMPARE(shownName({anna, "Anna"}), u"Anna"_s);
        QCOMPARE(shownName({anna, "Anna", true}), u"Deleted account"_s);
    }

    void someoneWhoStillTypesIsNotNamed()
    {
        Chat chat;
        chat.session.roster().takeTyping({someConversation, {{anna, "Anna", true}}});
        QCOMPARE(chat.session.roster().writers(someConversation), QStringList{u"Deleted account"_s});
    }
};

TIDEMARK_SUITE(TestDeletedPeople, QApplication)

} // namespace tidemark::deleted_people_test

#include "test_deleted_people.moc"
