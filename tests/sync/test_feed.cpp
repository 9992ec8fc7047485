#include "tests/sync/device.h"

namespace tidemark::test::feed_test {
namespace {

struct Channel : Chat {
    explicit Channel(std::uint64_t number) : Chat(number) { kind = ConversationKind::Channel; }
};

/// Two followed channels with three and two messages, all held.
struct Reader {
    Channel tides{7};
    Channel news{8};
    Device device;

    Reader()
    {
        tides.talks(bob, 3);
        news.talks(bob, 2);
        comesOnline();
    }
    void comesOnline()
    {
        device.comesOnline({&tides, &news});
        device.catchesUp({&tides, &news});
    }
    void opens() { device.does(input::OpenFeed{}); }
    /// The server accepts the whole opening.
    [[nodiscard]] protocol::States accepts(const protocol::OpenFeed& frame)
    {
        protocol::States answer;
        for (const protocol::FeedSnapshot& one : frame.snapshots) {
            Chat& chat = one.conversation == tides.id ? static_cast<Chat&>(tides) : news;
            answer.states.push_back(chat.accepts(one).states.front());
        }
        return answer;
    }
    void agrees() const
    {
        for (const Chat* chat : {static_cast<const Chat*>(&tides), static_cast<const Chat*>(&news)}) {
            CHECK(device.in(*chat).feed.exact);
            CHECK(device.in(*chat).feed.unread == chat->state().feedUnread);
            CHECK(device.in(*chat).feed.confirmed == chat->feedSnapshot);
        }
    }
};

TEST_CASE_FIXTURE(Reader, "the feed is the sum over the channels, which are in no other total")
{
    CHECK(device.feed() == 5);
    CHECK(device.engine().totals().unread == 0);
    CHECK(device.engine().totals().conversations == 0);
    CHECK(device.badge(tides).unread == 3);
    agrees();
}

TEST_CASE_FIXTURE(Reader, "opening resets all in one transaction, and is sent in one frame")
{
    opens();
    CHECK(device.feed() == 0);
    CHECK_MESSAGE(device.writes<write::PutConversation>() == 2,
                  "I11: number and snapshots are written in one step");
    CHECK(device.writes<write::PutTotals>() == 1);
    CHECK_MESSAGE(device.badge(tides).unread == 3, "the channel's own badge stays");
    const auto frame = device.sends<protocol::OpenFeed>();
    REQUIRE(frame.snapshots.size() == 2);
    CHECK(frame.snapshots.front() == protocol::FeedSnapshot{tides.id, tides.epoch, tides.generation, Seq(3)});
    CHECK_FALSE(device.engine().isFlushed());
    device.answers(accepts(frame));
    CHECK(device.engine().isFlushed());
    CHECK(device.feed() == 0);
    agrees();
    opens();
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Reader, "I8: messages after the opening count, recalled ones do not")
{
    opens();
    device.answers(accepts(device.sends<protocol::OpenFeed>()));
    tides.talks(bob, 2);
    tides.says(me.id);
    device.receives(tides.notify());
    device.catchesUp({&tides});
    CHECK(device.feed() == 2);
    tides.recalls(Seq(4));
    tides.recalls(Seq(1));
    device.receives(tides.notify());
    device.catchesUp({&tides});
    CHECK(device.feed() == 1);
    agrees();
}

TEST_CASE_FIXTURE(Reader, "continued reading is sent once a second, with the newest heads only")
{
    opens();
    device.answers(accepts(device.sends<protocol::OpenFeed>()));
    for (int i = 0; i < 3; ++i) {
        tides.talks(bob, 1);
        device.receives(tides.notify());
        device.catchesUp({&tides});
        opens();
        CHECK(device.feed() == 0);
        device.sendsNothing();
    }
    device.waits(Milliseconds(1000));
    const auto frame = device.sends<protocol::OpenFeed>();
    REQUIRE(frame.snapshots.size() == 1);
    CHECK(frame.snapshots.front().head == Seq(6));
    device.answers(accepts(frame));
    agrees();
}

TEST_CASE_FIXTURE(Reader, "opening skips no message that the number did not include")
{
    tides.talks(bob, 4);
    device.receives(tides.notify());
    // The head is known, and its entries are on their way.
    const auto pull = device.sends<protocol::Pull>();
    const RequestId request = device.lastRequest();
    opens();
    const auto frame = device.sends<protocol::OpenFeed>();
    CHECK(frame.snapshots.front().head == Seq(3));
    device.answers(accepts(frame));
    device.receives(tides.answer(pull), request);
    device.catchesUp({&tides});
    CHECK(device.feed() == 4);
    agrees();
}

TEST_CASE_FIXTURE(Reader, "I13: an opening survives a restart and days offline, and is sent then")
{
    device.losesConnection();
    opens();
    CHECK(device.feed() == 0);
    SUBCASE("at once") {}
    SUBCASE("after a restart")
    {
        device.restarts();
        CHECK(device.feed() == 0);
    }
    tides.talks(bob, 6);
    device.comesOnline({&tides, &news});
    CHECK(device.in(tides).feed.snapshot == Seq(3));
    const auto frame = device.sends<protocol::OpenFeed>();
    const RequestId request = device.lastRequest();
    REQUIRE(frame.snapshots.size() == 2);
    device.receives(accepts(frame), request);
    CHECK_MESSAGE(device.feed() == 6, "posts that came meanwhile count");
    device.catchesUp({&tides});
    CHECK(device.feed() == 6);
    CHECK(device.engine().isFlushed());
    agrees();
}

TEST_CASE_FIXTURE(Reader, "I13: an opening that dies before its transaction has not happened")
{
    device.crashesOn(input::OpenFeed{});
    CHECK(device.feed() == 5);
    comesOnline();
    CHECK(device.feed() == 5);
}

TEST_CASE_FIXTURE(Reader, "another device's opening resets it here, and an older state does not undo it")
{
    protocol::States before = tides.states();
    before.states.push_back(news.state());
    tides.opensFeed(Seq(3));
    news.opensFeed(Seq(2));
    protocol::States pushed = tides.states();
    pushed.states.push_back(news.state());
    device.receives(pushed);
    CHECK(device.feed() == 0);
    device.receives(before);
    CHECK(device.feed() == 0);
    device.sendsNothing();
    agrees();
}

TEST_CASE_FIXTURE(Reader, "two devices open at different heads: the higher one holds")
{
    opens();
    const auto frame = device.sends<protocol::OpenFeed>();
    const RequestId request = device.lastRequest();
    tides.talks(bob, 2);
    tides.opensFeed(Seq(4));
    device.receives(tides.states());
    CHECK(device.feed() == 1);
    device.receives(accepts(frame), request);
    CHECK(device.feed() == 1);
    device.catchesUp({&tides});
    agrees();
}

TEST_CASE_FIXTURE(Reader, "muting, unfollowing and following again correct the number at once")
{
    tides.changes({true, false, false});
    device.receives(tides.states());
    CHECK(device.feed() == 2);
    tides.changes({});
    device.receives(tides.states());
    CHECK(device.feed() == 5);
    tides.leaves();
    device.receives(tides.states());
    CHECK(device.feed() == 2);
    tides.talks(bob, 2);
    tides.rejoins();
    device.receives(tides.states());
    CHECK(device.feed() == 2);
    tides.talks(bob, 1);
    device.receives(tides.notify());
    device.catchesUp({&tides});
    CHECK(device.feed() == 3);
    agrees();
}

TEST_CASE_FIXTURE(Reader, "a repeated state of an unfollowed channel is no mismatch")
{
    opens();
    device.answers(accepts(device.sends<protocol::OpenFeed>()));
    tides.leaves();
    REQUIRE(tides.state().feedSnapshot == Seq(3));
    for (int times = 0; times < 2; ++times) {
        device.receives(tides.states());
        CHECK(device.changes<change::Mismatch>().empty());
    }
}

TEST_CASE_FIXTURE(Reader, "an opening of an earlier membership is dropped")
{
    device.losesConnection();
    opens();
    tides.leaves();
    tides.talks(bob, 1);
    tides.rejoins();
    tides.talks(bob, 2);
    device.comesOnline({&tides, &news});
    const auto frame = device.sends<protocol::OpenFeed>();
    REQUIRE(frame.snapshots.size() == 1);
    CHECK(frame.snapshots.front().conversation == news.id);
    device.answers(accepts(frame));
    device.catchesUp({&tides, &news});
    CHECK(device.feed() == 2);
    agrees();
}

TEST_CASE_FIXTURE(Reader, "I14: another log forgets the opening with everything else")
{
    device.losesConnection();
    opens();
    tides.losesLogAfter(Seq(1), LogEpoch(99));
    tides.talks(bob, 4);
    device.comesOnline({&tides, &news});
    CHECK(device.in(tides).feed.snapshot == Seq());
    device.answers(accepts(device.sends<protocol::OpenFeed>()));
    device.catchesUp({&tides, &news});
    CHECK(device.feed() == 5);
    agrees();
}

TEST_CASE_FIXTURE(Reader, "a refused opening is repeated if it may succeed, or else undone")
{
    opens();
    const auto frame = device.sends<protocol::OpenFeed>();
    SUBCASE("for a time")
    {
        device.isRefused(protocol::ErrorCode::Unavailable, Milliseconds(2000));
        CHECK(device.feed() == 0);
        device.sendsNothing();
        device.waits(Milliseconds(2000));
        CHECK(device.sends<protocol::OpenFeed>() == frame);
        device.answers(accepts(frame));
    }
    SUBCASE("for good")
    {
        device.isRefused(protocol::ErrorCode::Unsupported);
        device.catchesUp({&tides, &news});
        CHECK(device.feed() == 5);
    }
    SUBCASE("passed over by a server that took nothing")
    {
        device.answers(tides.states());
        device.catchesUp({&tides, &news});
        CHECK(device.feed() == 5);
    }
    CHECK(device.engine().isFlushed());
    agrees();
}

TEST_CASE_FIXTURE(Reader, "marking all as read opens the feed as well")
{
    device.does(input::MarkAllRead{});
    CHECK(device.feed() == 0);
    CHECK(device.badge(tides).unread == 0);
}

TEST_CASE_FIXTURE(Reader, "I8: equal stamps with another feed are a mismatch, and the server is right")
{
    protocol::States other = tides.states();
    other.states.front().feedUnread = 2;
    device.checksEveryStep = false;
    device.receives(other);
    CHECK(device.changes<change::Mismatch>().size() == 1);
    CHECK(device.in(tides).feed.unread == 2);
}

TEST_CASE_FIXTURE(Reader, "a total that differs from the server's makes the device request all states")
{
    device.answersTotals = false;
    for (int second = 0; second < 25 && device.sentCount() == 0; ++second) {
        device.waits(Milliseconds(1000));
    }
    device.sends<protocol::GetTotals>();
    device.answers(protocol::TotalsNow{0, 0, 0, 0, 0, 4});
    CHECK(device.sends<protocol::GetStates>().conversations.size() == 2);
}

} // namespace
} // namespace tidemark::test::feed_test
