#include "core/models/words/notice_text.h"
#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/chat/info/person_card.h"
#include "ui/timeline/message_menu.h"
#include "ui/timeline/timeline_layout.h"
#include "ui/widgets/plain_list.h"

#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QPushButton>

namespace tidemark::person_card_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::someConversation;

namespace {

constexpr UserId author{3}; // of the last message in LogWindow
constexpr ConversationId directChat{20};
constexpr QSize narrow{390, 700};

/// A window over an open group, whose messages "User 3" has written.
struct Cards : LogWindow {
    explicit Cards(QSize size = {900, 700}) : LogWindow(10, 10, size)
    {
        QObject::connect(&session.roster(), &Roster::groupsWanted, &session,
                         [this](UserId person) { groupsAsked.append(person); });
        session.account().take(u"Me"_s, UserId(1));
        open();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        window.grab();
    }
    /// Clicks on the part of the first message of a group, or of the last one.
    void clickOn(QRect TimelineLayout::*part)
    {
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            const QRect place = (view->layoutFor(row).get()->*part)
                                    .translated(view->visualRect(view->model()->index(row, 0)).topLeft());
            if (!(view->layoutFor(row).get()->*part).isEmpty() && view->viewport()->rect().contains(place)) {
                QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, place.center());
                return;
            }
        }
    }
    [[nodiscard]] PersonCard* card() const { return window.findChild<PersonCard*>(); }
    [[nodiscard]] QPushButton* button(const QString& name) const
    {
        return card()->findChild<QPushButton*>(name);
    }
    [[nodiscard]] QStringList groups() const
    {
        QStringList titles;
        const auto* list = card()->findChild<PlainList*>();
        for (const PlainRow& row : list->rows()) {
            titles.append(row.title);
        }
        return list->isVisible() ? titles : QStringList();
    }
    void addDirectChat()
    {
        ConversationSummary direct = test::summaryOf(directChat.value, "User 3");
        direct.kind = ConversationKind::Direct;
        direct.peer = author;
        direct.head = direct.lastSeq = Seq(1);
        session.takeChanges({direct});
    }

    QList<UserId> groupsAsked;
};

} // namespace

/// The card that says who another user is.
class TestPersonCard : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void clicksOnNameAndPictureOpenIt_data()
    {
        QTest::addColumn<bool>("isPicture");
        QTest::newRow("name") << false;
        QTest::newRow("picture") << true;
    }
    void clicksOnNameAndPictureOpenIt()
    {
        QFETCH(const bool, isPicture);
        Cards fixture;
        fixture.clickOn(isPicture ? &TimelineLayout::avatar : &TimelineLayout::name);
        QVERIFY(fixture.card() != nullptr && fixture.card()->isVisible());
        QCOMPARE(fixture.card()->accessibleName(), u"About User 3"_s);
        QCOMPARE(fixture.groupsAsked, QList<UserId>{author});
    }

    void aClickOnTheTextOpensNothing()
    {
        Cards fixture;
        fixture.clickOn(&TimelineLayout::bubble);
        QVERIFY(fixture.card() == nullptr);
    }

    void theMenuOfAMessageOpensIt()
    {
        Cards fixture;
        fixture.chat->chooseMessage(-1);
        Q_EMIT fixture.view->menuWanted(fixture.view->currentIndex(),
                                        fixture.view->mapToGlobal(QPoint(9, 9)));
        auto* menu = fixture.window.findChild<MessageMenu*>();
        QVERIFY(menu != nullptr);
        for (QAction* action : menu->actions()) {
            if (action->text() == u"About User 3"_s) {
                menu->setActiveAction(action);
                QTest::keyClick(menu, Qt::Key_Return);
                break;
            }
        }
        QVERIFY(fixture.card() != nullptr && fixture.card()->isVisible());
    }

    void escapeClosesIt()
    {
        Cards fixture;
        fixture.clickOn(&TimelineLayout::name);
        const QPointer<PersonCard> card = fixture.card();
        QTest::keyClick(card, Qt::Key_Escape);
        QVERIFY(card.isNull() || !card->isVisible());
        QCOMPARE(fixture.session.chat().current(), someConversation);
    }

    void sharedGroupsAreListedAndLeadThere()
    {
        Cards fixture;
        fixture.clickOn(&TimelineLayout::name);
        QCOMPARE(fixture.groups(), QStringList());
        Q_EMIT fixture.session.roster().groupsFound(UserId(99), {someConversation});
        QVERIFY2(fixture.groups().isEmpty(), "the answer is about another user");
        Q_EMIT fixture.session.roster().groupsFound(author, {ConversationId(8), ConversationId(404)});
        QCOMPARE(fixture.groups().size(), 1); // a group that the list does not have is left out
        auto* list = fixture.card()->findChild<PlainList*>();
        list->setFocus();
        list->setCurrentRow(0);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(fixture.session.chat().current(), ConversationId(8));
    }

    void messageOpensTheDirectChat()
    {
        Cards fixture;
        fixture.addDirectChat();
        fixture.clickOn(&TimelineLayout::name);
        QTest::keyClick(fixture.button(u"message"_s), Qt::Key_Return);
        QCOMPARE(fixture.session.chat().current(), directChat);
        QVERIFY(fixture.all<input::OpenDirect>().empty());
    }

    void messageCreatesTheDirectChatThatIsMissing()
    {
        Cards fixture;
        fixture.clickOn(&TimelineLayout::name);
        fixture.button(u"message"_s)->click();
        QCOMPARE(fixture.all<input::OpenDirect>().size(), std::size_t{1});
        QCOMPARE(fixture.all<input::OpenDirect>().back().name, std::string("User 3"));
    }

    void mentionWritesTheNameAtTheCursor()
    {
        Cards fixture;
        fixture.field->setPlainText(u"thanks"_s);
        fixture.field->moveCursor(QTextCursor::End);
        fixture.clickOn(&TimelineLayout::name);
        fixture.button(u"mention"_s)->click();
        QCOMPARE(fixture.field->toPlainText(), u"thanks @User 3 "_s);
        QVERIFY(fixture.field->hasFocus());
    }

    void ignoreOffersItsDegrees()
    {
        Cards fixture;
        fixture.clickOn(&TimelineLayout::name);
        fixture.button(u"ignore"_s)->click();
        QMenu* menu = nullptr;
        for (auto* one : fixture.window.findChildren<QMenu*>()) {
            menu = one->isVisible() ? one : menu;
        }
        QVERIFY(menu != nullptr);
        menu->actions().constFirst()->trigger();
        QCOMPARE(fixture.all<input::SetIgnored>().size(), std::size_t{1});
        QCOMPARE(fixture.all<input::SetIgnored>().back().user, author);
        fixture.session.ignored().take({{{author, "User 3"}, IgnoreLevel::Blocked}});
        const PersonCard card(fixture.session, {author, "User 3"}, {}, &fixture.window);
        QStringList words;
        for (const auto* label : card.findChildren<QLabel*>()) {
            words.append(label->text());
        }
        QVERIFY(words.contains(u"You have blocked this person"_s));
    }

    void nobodyWritesToADeletedAccount()
    {
        Cards fixture;
        const PersonCard card(fixture.session, {author, "User 3", true}, {}, &fixture.window);
        QCOMPARE(card.findChild<QPushButton*>(u"message"_s), nullptr);
        QCOMPARE(card.findChild<QPushButton*>(u"mention"_s), nullptr);
        QVERIFY(card.accessibleName().contains(deletedAccountName()));
    }

    void itStaysInsideANarrowWindow()
    {
        Cards fixture(narrow);
        fixture.clickOn(&TimelineLayout::avatar);
        QVERIFY(fixture.card() != nullptr);
        const QRect room(fixture.window.mapToGlobal(QPoint(0, 0)), fixture.window.size());
        QVERIFY2(room.contains(fixture.card()->geometry()), "the card is cut off");
        Q_EMIT fixture.session.roster().groupsFound(author, {ConversationId(8), someConversation});
        QCOMPARE(fixture.groups().size(), 2);
        QVERIFY2(room.contains(fixture.card()->geometry()), "the card has grown out of the window");
    }
};

TIDEMARK_SUITE(TestPersonCard, QApplication)

} // namespace tidemark::person_card_test

#include "test_person_card.moc"
