#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "tests/ui/log_window.h"

#include <QSignalSpy>

namespace tidemark::unread_reactions_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::someConversation;

namespace {

/// The window over 200 read messages, of which 20, 100 and 195 are the user's own and have unread reactions.
class Fixture {
public:
    Fixture() : log(200, 200)
    {
        log.setOwn({20, 100, 195, 198});
        log.goOnline();
        log.open();
        heart = log.window.findChild<ReactionButton*>();
    }

    /// Others react to these messages.
    void react(const std::vector<std::uint64_t>& messages)
    {
        unread = messages;
        for (const std::uint64_t seq : messages) {
            log.setReactions(seq, {{"❤️", 1, false}});
        }
        log.setUnreadReactions(messages.size());
    }
    /// The server answers the newest request for unread reactions. Returns false if there is none.
    bool answer(bool hasMore = false)
    {
        const auto asked = log.all<input::GetReactors>();
        if (asked.size() == answered) {
            return false;
        }
        answered = asked.size();
        protocol::Reactors page;
        page.conversation = someConversation;
        for (std::size_t i = 0; i < unread.size(); ++i) {
            page.reactors.push_back({Seq(unread[i]), "❤️", UserId(2), ReactionSeq(i + 1)});
        }
        page.hasMore = hasMore;
        change::CommandDone done;
        done.command = asked.back().command;
        done.result = page;
        log.session.commands().take(done);
        log.answer();
        log.window.grab();
        return true;
    }
    void pressHeart() { log.click(heart); }
    [[nodiscard]] std::size_t seen() const { return log.all<input::SeeReactions>().size(); }

    LogWindow log;
    ReactionButton* heart = nullptr;
    std::vector<std::uint64_t> unread;
    std::size_t answered = 0;
};

} // namespace

/// The heart over the timeline goes from one message with unread reactions to the next, and they are seen
/// when all of them were really on screen.
class TestUnreadReactions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theHeartShowsTheNumber()
    {
        Fixture fixture;
        QVERIFY(fixture.heart->isHidden());
        fixture.react({20, 100});
        QVERIFY(fixture.heart->isVisible());
        QCOMPARE(fixture.heart->badge(), u"2"_s);
        QCOMPARE(fixture.heart->accessibleDescription(), u"2 unread reactions to your messages"_s);
        fixture.log.setUnreadReactions(0);
        QVERIFY(fixture.heart->isHidden());
    }

    void itGoesThroughAllOfThem()
    {
        Fixture fixture;
        fixture.react({20, 100});
        QVERIFY(fixture.answer());
        fixture.log.look();
        QCOMPARE(fixture.seen(), 0U); // none of them is on screen
        fixture.pressHeart();
        QVERIFY(fixture.log.isOnScreen(20));
        fixture.log.look();
        fixture.log.look();
        QCOMPARE(fixture.seen(), 0U); // one of two
        fixture.pressHeart();
        QVERIFY(fixture.log.isOnScreen(100));
        QCOMPARE(fixture.seen(), 0U); // not yet for long enough
        fixture.log.look();
        fixture.log.look();
        QCOMPARE(fixture.seen(), 1U);
        QCOMPARE(fixture.log.all<input::SeeReactions>().front().conversation, someConversation);
        // It was about reactions: no cursor has moved.
        QVERIFY(fixture.log.reads.isEmpty());
    }

    void whatIsOnScreenIsSeenByLooking()
    {
        Fixture fixture;
        fixture.react({195, 198});
        QVERIFY(fixture.answer());
        QCOMPARE(fixture.seen(), 0U);
        fixture.log.look();
        fixture.log.look();
        QCOMPARE(fixture.seen(), 1U);
    }

    void nothingIsSeenWhileNobodyLooks()
    {
        Fixture fixture;
        fixture.react({195});
        QVERIFY(fixture.answer());
        ReadingWatch& reading = fixture.log.session.chat().reading();
        reading.setConditions({false, true, true, true}); // another window has the focus
        fixture.log.now += std::chrono::minutes(1);
        reading.look();
        fixture.log.now += std::chrono::minutes(1);
        reading.look();
        QCOMPARE(fixture.seen(), 0U);
        reading.setConditions({true, true, true, false}); // the session is locked
        fixture.log.now += std::chrono::minutes(1);
        reading.look();
        QCOMPARE(fixture.seen(), 0U);
        fixture.log.look();
        fixture.log.look();
        QCOMPARE(fixture.seen(), 1U);
    }

    void byHandOnlyVisitsCount()
    {
        Fixture fixture;
        fixture.log.session.chat().reading().setDevicePolicy(ReadingPolicy::ByHand);
        fixture.react({195});
        QVERIFY(fixture.answer());
        fixture.log.look();
        fixture.log.look();
        QCOMPARE(fixture.seen(), 0U);
        fixture.pressHeart();
        fixture.log.look();
        fixture.log.look();
        QCOMPARE(fixture.seen(), 1U);
    }

    void reactionsThatComeMeanwhileAreNotSeenWithTheOthers()
    {
        Fixture fixture;
        fixture.react({195});
        QVERIFY(fixture.answer());
        fixture.react({20, 195}); // asks again
        fixture.log.look();
        fixture.log.look();
        QCOMPARE(fixture.seen(), 0U);
        QVERIFY(fixture.answer());
        fixture.log.look();
        fixture.log.look();
        QCOMPARE(fixture.seen(), 0U);
        // The same number, but other reactions: one was taken back, and one made.
        fixture.unread = {100, 195};
        fixture.log.session.unreadReactions().takeChange(someConversation, {Seq(195)});
        QVERIFY(fixture.answer());
        fixture.pressHeart();
        fixture.log.look();
        fixture.log.look();
        QVERIFY(fixture.log.isOnScreen(100));
        QCOMPARE(fixture.seen(), 0U);
        fixture.pressHeart();
        fixture.log.look();
        fixture.log.look();
        QCOMPARE(fixture.seen(), 1U);
    }

    void anAnswerThatDoesNotFitTheNumberShowsNothingAsSeen()
    {
        Fixture fixture;
        fixture.react({195});
        fixture.unread = {100, 195}; // the server knows one more already
        QVERIFY(fixture.answer());
        fixture.log.look();
        fixture.log.look();
        QCOMPARE(fixture.seen(), 0U);
    }

    void pagesAreAskedForOneAfterTheOther()
    {
        Fixture fixture;
        fixture.react({195, 198});
        fixture.unread = {195};
        QVERIFY(fixture.answer(true));
        QCOMPARE(fixture.log.all<input::GetReactors>().back().after, ReactionSeq(1));
        fixture.log.look();
        fixture.log.look();
        QCOMPARE(fixture.seen(), 0U);
        fixture.unread = {198};
        QVERIFY(fixture.answer());
        fixture.log.look();
        fixture.log.look();
        QCOMPARE(fixture.seen(), 1U);
    }

    void offlineTheHeartSaysWhy()
    {
        Fixture fixture;
        fixture.log.session.connection().take({}, -1);
        fixture.react({20});
        QSignalSpy notFound(&fixture.log.session.unreadReactions(), &UnreadReactions::notFound);
        fixture.pressHeart();
        QCOMPARE(notFound.size(), 1);
        QVERIFY(fixture.log.all<input::GetReactors>().empty());
        // Back online, the list is asked for by itself.
        fixture.log.goOnline();
        QVERIFY(fixture.answer());
        fixture.pressHeart();
        QVERIFY(fixture.log.isOnScreen(20));
    }
};

TIDEMARK_SUITE(TestUnreadReactions, QApplication)

} // namespace tidemark::unread_reactions_test

#include "test_unread_reactions.moc"
