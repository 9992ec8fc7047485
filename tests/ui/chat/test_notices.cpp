#include "tests/main/suite.h"
#include "tests/support/active_window.h"
#include "tests/support/items.h"
#include "tests/ui/recorded_session.h"
#include "ui/chat/chat_pane.h"
#include "ui/chat/composer/composer.h"
#include "ui/chat/info/info_panel.h"
#include "ui/chat/message_actions.h"
#include "ui/conversations/conversation_list_view.h"
#include "ui/conversations/conversation_menu.h"
#include "ui/widgets/plain_list.h"
#include "ui/window/main_window.h"
#include "ui/window/side_pane.h"

#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QToolButton>

#include <algorithm>

namespace tidemark::notices_test {

using namespace Qt::StringLiterals;
using test::minute;
using test::someMoment;
using test::summaryOf;

namespace {

ConversationSummary notices()
{
    ConversationSummary list = summaryOf(9, "Announcements", someMoment);
    list.kind = ConversationKind::NoticeList;
    list.memberCount = 0;
    list.counts.unread = 2;
    return list;
}

QStringList wordsOf(const QMenu& menu)
{
    QStringList words;
    for (const QAction* action : menu.actions()) {
        if (!action->isSeparator()) {
            words.append(action->text());
        }
    }
    return words;
}

struct Fixture : test::RecordedSession {
    Fixture()
    {
        session.account().take(u"ann"_s, UserId(1));
        session.takeConversations({summaryOf(1, "one", someMoment + minute)});
        window.look().setThemeChoice(ThemeChoice::Light);
        window.resize(1100, 720);
        window.show();
        test::setActiveWindow(&window);
        window.grab();
    }

    /// The entry of the account's menu that begins with this text.
    [[nodiscard]] QAction* entry(const QString& beginning) const
    {
        const QList<QAction*> all = account->menu()->actions();
        const auto found = std::find_if(all.begin(), all.end(), [&](const QAction* action) {
            return action->text().startsWith(beginning);
        });
        return found == all.end() ? nullptr : *found;
    }

    MainWindow window{session};
    QToolButton* account = window.findChild<QToolButton*>(u"account"_s);
    ChatPane* chat = window.findChild<ChatPane*>();
    Composer* composer = window.findChild<Composer*>();
};

} // namespace

/// Announcements and red dots in the window.
class TestNotices : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aDotStandsAtTheMenuUntilItIsSeen()
    {
        Fixture fixture;
        QAction* news = fixture.entry(u"What’s new"_s);
        QVERIFY(news != nullptr && news->icon().isNull());
        const QImage without = fixture.account->grab().toImage();
        fixture.session.account().takeDots({{"whats-new", 4, 3}, {"search", 5, 5}});
        QVERIFY(!news->icon().isNull());
        QVERIFY(fixture.account->grab().toImage() != without);
        QVERIFY(fixture.account->accessibleName().contains(u"something is new"_s));

        fixture.session.takeConversations({notices()});
        news->trigger();
        QCOMPARE(fixture.session.chat().current(), ConversationId(9));
        QCOMPARE(fixture.all<input::SeeDot>().size(), std::size_t(1));
        QCOMPARE(fixture.all<input::SeeDot>().front().name, std::string("whats-new"));
        fixture.session.account().takeDots({{"whats-new", 4, 4}});
        QVERIFY(news->icon().isNull());
        QCOMPARE(fixture.account->grab().toImage(), without);
        news->trigger();
        QCOMPARE(fixture.all<input::SeeDot>().size(), std::size_t(1));
    }

    void withoutNoticesItSaysSo()
    {
        Fixture fixture;
        fixture.session.account().takeDots({{"whats-new", 4, 3}});
        fixture.entry(u"What’s new"_s)->trigger();
        auto* box = fixture.window.findChild<QMessageBox*>();
        QVERIFY(box != nullptr);
        QCOMPARE(box->text(), u"No announcements yet."_s);
        QCOMPARE(fixture.all<input::SeeDot>().size(), std::size_t(1));
        box->close();
    }

    void aSignedOutUserSeesNoDot()
    {
        Fixture fixture;
        fixture.session.account().takeDots({{"whats-new", 4, 3}});
        QVERIFY(fixture.session.account().isDotLit("whats-new"));
        fixture.session.account().take({}, {});
        QVERIFY(!fixture.session.account().isDotLit("whats-new"));
        QVERIFY(fixture.entry(u"What’s new"_s)->icon().isNull());
    }

    void noUserWritesInTheNoticeList()
    {
        Fixture fixture;
        fixture.session.takeConversations({notices(), summaryOf(1, "one", someMoment)});
        fixture.session.chat().open(ConversationId(9));
        QVERIFY(!fixture.composer->isVisible());
        const QList<QLabel*> labels = fixture.chat->findChildren<QLabel*>();
        const auto says = [&](const QString& words) {
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
                return label->isVisible() && label->text() == words;
            });
        };
        QVERIFY(says(u"Only the server’s operator can write here."_s));
        QTest::keyClicks(&fixture.window, u"hello"_s);
        fixture.chat->actions().replyToChosen();
        QCOMPARE(fixture.composer->text(), QString());
        fixture.session.chat().open(ConversationId(1));
        QVERIFY(fixture.composer->isVisible());
        QVERIFY(!says(u"Only the server’s operator can write here."_s));
    }

    void itsMenuHasNothingAboutMembers()
    {
        const ConversationMenu menu(notices(), {});
        const QStringList words = wordsOf(menu);
        QVERIFY(words.contains(u"Mark as read"_s));
        QVERIFY(words.contains(u"Archive"_s));
        for (const QString& absent : {u"Leave…"_s, u"Rename…"_s, u"Add a member…"_s, u"Read receipts"_s}) {
            QVERIFY2(!words.contains(absent), qPrintable(absent));
        }
    }

    void aboutItThereAreNoMembers()
    {
        Fixture fixture;
        ConnectionStatus online;
        online.phase = ConnectionPhase::Online;
        fixture.session.connection().take(online, -1);
        fixture.session.takeConversations({notices()});
        fixture.session.chat().open(ConversationId(9));
        QTest::keyClick(&fixture.window, Qt::Key_I, Qt::ControlModifier);
        auto* info = fixture.window.findChild<InfoPanel*>();
        QVERIFY(info->isVisible());
        QVERIFY(!info->findChild<PlainList*>()->isVisible());
        QVERIFY(fixture.all<input::GetMembers>().empty());
        const QList<QLabel*> labels = info->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text() == u"Nobody can see whether you have read announcements."_s;
        }));
    }
};

TIDEMARK_SUITE(TestNotices, QApplication)

} // namespace tidemark::notices_test

#include "test_notices.moc"
