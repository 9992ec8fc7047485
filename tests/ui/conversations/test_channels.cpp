#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/chat/composer/composer.h"
#include "ui/chat/info/info_panel.h"
#include "ui/conversations/channels_dialog.h"
#include "ui/conversations/conversation_menu.h"
#include "ui/conversations/feed_entry.h"
#include "ui/conversations/filter_bar.h"
#include "ui/conversations/filter_pill.h"
#include "ui/conversations/filter_text.h"
#include "ui/widgets/plain_list.h"
#include "ui/widgets/prompts.h"
#include "ui/widgets/search_field.h"

#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>

namespace tidemark::channels_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::summaryOf;
using Filter = ConversationFilter;

namespace {

ConversationSummary channelOf(std::uint64_t id, const std::string& title, Role role = Role::Member)
{
    ConversationSummary channel = summaryOf(id, title);
    channel.kind = ConversationKind::Channel;
    channel.role = role;
    return channel;
}

/// The window over group 7 and two followed channels: 20 of another user, and 21 of the user.
struct Fixture : LogWindow {
    explicit Fixture(QSize size = {900, 700}) : LogWindow(15, 15, size)
    {
        session.account().take(u"lin"_s, UserId(1));
        session.connection().take(online(), -1);
        session.takeChanges({channelOf(20, "Tide tables"), channelOf(21, "My news", Role::Owner)});
        takeFeed(12);
        window.grab();
    }
    static ConnectionStatus online()
    {
        ConnectionStatus status;
        status.phase = ConnectionPhase::Online;
        return status;
    }
    void takeFeed(std::uint64_t unread, bool exact = true)
    {
        Totals totals;
        totals.feed = unread;
        totals.feedExact = exact;
        session.takeTotals(totals);
    }
    [[nodiscard]] bool shows(std::uint64_t id) const
    {
        return session.conversations().rowOfConversation(ConversationId(id)) >= 0;
    }
    [[nodiscard]] std::size_t openings() const { return all<input::OpenFeed>().size(); }
    [[nodiscard]] QStringList menuOf(std::uint64_t id) const
    {
        QStringList words;
        const ConversationMenu menu(*session.conversations().summary(ConversationId(id)), {});
        for (const QAction* action : menu.actions()) {
            words.append(action->text());
        }
        return words;
    }
    [[nodiscard]] QLabel* readOnlyLine() const { return chat->findChild<QLabel*>(u"read-only"_s); }

    FeedEntry& entry = side->feedEntry();
};

} // namespace

class TestChannels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void oneEntryStandsForAllChannels()
    {
        Fixture fixture;
        QVERIFY(fixture.shows(7) && !fixture.shows(20) && !fixture.shows(21));
        QVERIFY(fixture.entry.isVisible());
        QCOMPARE(fixture.entry.badge(), u"12"_s);
        QCOMPARE(fixture.entry.text(), u"Following"_s);
        QCOMPARE(fixture.entry.accessibleName(),
                 u"Following, 12 unread messages since you last looked here"_s);
        QCOMPARE(filterText(Filter::Channels, {}, fixture.session.totals()).count, u"12"_s);
        fixture.takeFeed(3, false);
        QCOMPARE(fixture.entry.badge(), u"≥ 3"_s);
        fixture.takeFeed(0);
        QCOMPARE(fixture.entry.badge(), QString());
        QCOMPARE(fixture.entry.accessibleName(), u"Following, 2 channels"_s);
        QCOMPARE(fixture.openings(), std::size_t{0});
    }

    void withoutChannelsThereIsNone()
    {
        Fixture fixture;
        ConversationSummary left = channelOf(20, "Tide tables");
        left.isMember = false;
        ConversationSummary own = channelOf(21, "My news");
        own.isMember = false;
        fixture.session.takeChanges({left, own});
        QVERIFY(!fixture.entry.isVisible());
    }

    void openingItShowsTheChannelsAndResetsTheNumber()
    {
        Fixture fixture;
        fixture.click(&fixture.entry);
        QVERIFY(fixture.shows(20) && fixture.shows(21) && !fixture.shows(7));
        QVERIFY(fixture.openings() >= 1);
        QVERIFY(fixture.side->list().hasFocus());
        QVERIFY(fixture.entry.isOpen());
        QCOMPARE(fixture.entry.text(), u"All conversations"_s);
        fixture.click(&fixture.entry);
        QVERIFY(fixture.shows(7) && !fixture.shows(20));
        QCOMPARE(fixture.entry.text(), u"Following"_s);
    }

    void theFilterIsTheSameDoor()
    {
        Fixture fixture;
        fixture.session.chooseFilter(Filter::Channels);
        QVERIFY(fixture.entry.isOpen());
        QVERIFY(fixture.openings() >= 1);
        fixture.session.chooseFilter(Filter::Unread);
        QVERIFY(!fixture.entry.isVisible());
    }

    void messagesThatComeWhileTheUserLooksAreReset()
    {
        Fixture fixture;
        fixture.click(&fixture.entry);
        fixture.takeFeed(0);
        fixture.look();
        const std::size_t before = fixture.openings();
        fixture.takeFeed(1);
        QCOMPARE(fixture.openings(), before + 1);
        // A locked screen prevents reading.
        fixture.takeFeed(0);
        fixture.window.activity().setSessionLocked(true);
        fixture.takeFeed(2);
        QCOMPARE(fixture.openings(), before + 1);
        fixture.window.activity().setSessionLocked(false);
        // In the list of all conversations the user does not look at it.
        fixture.click(&fixture.entry);
        fixture.takeFeed(3);
        QCOMPARE(fixture.entry.badge(), u"3"_s);
    }

    void theKeyboardGoesThereAndBack()
    {
        Fixture fixture;
        fixture.entry.setFocus(Qt::TabFocusReason);
        fixture.press(Qt::Key_Return);
        QVERIFY(fixture.entry.isOpen());
        QVERIFY(fixture.side->list().hasFocus());
        fixture.press(Qt::Key_Escape);
        QVERIFY(!fixture.entry.isOpen());
        fixture.entry.setFocus(Qt::TabFocusReason);
        fixture.press(Qt::Key_Down);
        QVERIFY(fixture.side->list().hasFocus());
    }

    void inANarrowWindowToo()
    {
        Fixture fixture({390, 700});
        fixture.click(&fixture.entry);
        QVERIFY(fixture.shows(20));
        fixture.open(ConversationId(20));
        QVERIFY(!fixture.side->isVisible());
        fixture.session.chat().close();
        fixture.window.grab();
        QVERIFY(fixture.entry.isVisible() && fixture.entry.isOpen());
        QVERIFY(fixture.entry.width() <= 390);
    }

    void theSearchFindsChannels()
    {
        Fixture fixture;
        fixture.side->findChild<SearchField*>()->setText(u"tide"_s);
        QVERIFY(fixture.shows(20) && !fixture.shows(21));
        QVERIFY(!fixture.entry.isVisible());
    }

    void aLineSaysThatOnlyOthersWrite()
    {
        Fixture fixture;
        QLabel* line = fixture.readOnlyLine();
        QVERIFY(line != nullptr);
        fixture.open(ConversationId(20));
        QVERIFY(line->isVisible() && !fixture.field->isVisible());
        QCOMPARE(line->text(), u"Only the channel’s creator can write here."_s);
        fixture.chat->focusComposer();
        QVERIFY(fixture.chat->hasTimelineFocus());
        fixture.open(ConversationId(21));
        QVERIFY(!line->isVisible() && fixture.field->isVisible());
        fixture.open(ConversationId(7));
        QVERIFY(!line->isVisible() && fixture.field->isVisible());
    }

    void theMenuOffersToUnfollow()
    {
        Fixture fixture;
        const QStringList words = fixture.menuOf(20);
        QVERIFY(words.contains(u"Unfollow"_s));
        QVERIFY(!words.contains(u"Leave…"_s) && !words.contains(u"Rename…"_s));
        QVERIFY(!fixture.menuOf(7).contains(u"Unfollow"_s));
        fixture.open(ConversationId(20));
        fixture.session.memberships().unfollow(ConversationId(20));
        QCOMPARE(fixture.all<input::Unfollow>().front().conversation, ConversationId(20));
        QVERIFY(!fixture.session.chat().current().isValid());
    }

    void aChannelIsMade()
    {
        Fixture fixture;
        Q_EMIT fixture.side->newChannelWanted();
        auto* prompt = fixture.window.findChild<LinePrompt*>();
        QVERIFY(prompt != nullptr);
        Q_EMIT prompt->answered(u"  Sea   state "_s);
        QCOMPARE(fixture.all<input::CreateChannel>().front().title, std::string("Sea state"));
    }

    void channelsAreFoundAndFollowed()
    {
        Fixture fixture;
        ChannelsDialog dialog(fixture.session.memberships(), fixture.session.commands(),
                              fixture.session.conversations(), themeFor(ThemeChoice::Light, {}), nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QCOMPARE(fixture.all<input::FindChannels>().size(), std::size_t{1});
        dialog.field().setText(u" tide "_s);
        QTRY_COMPARE_WITH_TIMEOUT(fixture.all<input::FindChannels>().size(), std::size_t{2}, 20000);
        const input::FindChannels question = fixture.all<input::FindChannels>().back();
        QCOMPARE(question.text, std::string("tide"));
        change::CommandDone found;
        found.command = question.command;
        found.result = protocol::FoundChannels{
            {{ConversationId(30), "Tide pools", 1200}, {ConversationId(20), "Tide tables", 2}}};
        fixture.session.commands().take(found);
        const QList<PlainRow>& rows = dialog.list().rows();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0].text, u"1,200 followers"_s);
        QCOMPARE(rows[0].action, u"Follow"_s);
        QCOMPARE(rows[1].action, u"Show"_s);

        Q_EMIT dialog.list().chosen(30);
        QCOMPARE(fixture.all<input::Follow>().front().conversation, ConversationId(30));
        fixture.session.takeChanges({channelOf(30, "Tide pools")});
        QCOMPARE(dialog.list().rows()[0].action, u"Show"_s);
        QSignalSpy shown(&dialog, &ChannelsDialog::channelChosen);
        Q_EMIT dialog.list().chosen(20);
        QCOMPARE(shown.size(), 1);
    }

    void anEmptySearchSaysSo()
    {
        Fixture fixture;
        ChannelsDialog dialog(fixture.session.memberships(), fixture.session.commands(),
                              fixture.session.conversations(), themeFor(ThemeChoice::Light, {}), nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        change::CommandDone none;
        none.command = fixture.all<input::FindChannels>().back().command;
        fixture.session.commands().take(none);
        const auto labels = dialog.findChildren<QLabel*>();
        const bool says = std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text() == u"No channel matches.";
        });
        QVERIFY(says);
    }
};

TIDEMARK_SUITE(TestChannels, QApplication)

} // namespace tidemark::channels_test

#include "test_channels.moc"
