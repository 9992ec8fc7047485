// Old content goes while the wall clock jumps.
#include "server-stub/hub/contract/audit.h"
#include "server-stub/hub/state/floors.h"
#include "tests/hub/hub_world.h"

#include <algorithm>
#include <vector>

namespace tidemark::server::retention_test {

namespace {

constexpr Milliseconds hour{3600000};
constexpr Milliseconds day = 24 * hour;
constexpr Milliseconds limit = 30 * day;
constexpr Milliseconds years = 3650 * day;

HubConfig keepingDays()
{
    HubConfig config = HubWorld::openConfig();
    config.retention.keepFor = limit;
    return config;
}

HubConfig countingDays()
{
    HubConfig config = HubWorld::openConfig();
    config.retention.unreadExpiresAfter = limit;
    return config;
}

/// Ada sends, and bob reads nothing. Today is some years after 1970.
struct Talk {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    ConversationId group;

    explicit Talk(HubConfig config) : world(std::move(config))
    {
        world.jump(5 * years);
        ada.enter();
        bob.enter();
        group = ada.createGroup("group", {"bob"});
    }

    void says(int count, Milliseconds pause = Milliseconds(0))
    {
        for (int i = 0; i < count; ++i) {
            world.pass(pause);
            ada.send(group, "message");
        }
    }
    /// Time for the hub to look for entries to trim.
    void looks()
    {
        world.pass(world.config.retention.interval);
        world.turn();
    }
    [[nodiscard]] Seq trimmed() { return world.store.conversations().find(group)->trimmedThrough; }
    [[nodiscard]] Seq head() { return world.store.conversations().find(group)->head; }
    [[nodiscard]] std::vector<UnixMs> times() { return world.store.log().times(group, Seq(), head()); }
    [[nodiscard]] std::uint64_t unread() { return bob.state(group).counts.unread; }
    void returns(Client& client)
    {
        client.target.connection = world.connect();
        client.hello();
    }
    void restart()
    {
        world.restart();
        returns(ada);
        returns(bob);
    }
};

} // namespace

TEST_CASE("the times of a log never fall, whatever the clock does")
{
    Talk talk(HubWorld::openConfig());
    talk.says(2);
    for (const Milliseconds distance : {-hour, -5 * years, 5 * years + 2 * hour, -day, Milliseconds(0)}) {
        talk.world.jump(distance);
        talk.says(1, Milliseconds(10));
        const Seq edited = talk.head();
        talk.ada.ask<protocol::SendAck>(
            protocol::Send{talk.group, talk.world.freshUuid(), {}, content::Edit{edited, "edited"}});
        talk.world.jump(-hour);
        talk.says(1);
    }
    const std::vector<UnixMs> times = talk.times();
    CHECK(std::is_sorted(times.begin(), times.end()));
    CHECK(talk.world.store.conversations().find(talk.group)->lastActivity == times.back());
    const auto ack = talk.ada.send(talk.group, "said");
    CHECK_MESSAGE(ack.at == talk.times().back(), "the answer has the time of the entry");
}

TEST_CASE("a jump forward by more than the limit trims no younger entries")
{
    Talk talk(keepingDays());
    talk.says(5, day);
    talk.world.jump(years);
    talk.looks();
    CHECK(talk.trimmed() == Seq());
    CHECK(talk.world.stats().trimsHeldBack == 1);
    talk.says(1);
    talk.looks();
    CHECK(talk.trimmed() == Seq());
    // The clock is right again, and trimming goes on.
    talk.world.jump(-years);
    talk.world.pass(23 * day);
    talk.looks();
    CHECK(talk.trimmed() == Seq());
    CHECK(talk.world.stats().trimsHeldBack == 0);
    talk.world.pass(4 * day);
    talk.looks();
    CHECK_MESSAGE(talk.trimmed() > Seq(2), "old entries are trimmed");
    CHECK(talk.trimmed() < talk.head());
}

TEST_CASE("an hour at 1970 in the middle of a log trims no younger entries")
{
    Talk talk(keepingDays());
    talk.says(5, hour);
    talk.world.jump(-5 * years);
    talk.says(5, 10 * Milliseconds(60000));
    // Another conversation, whose entries have no earlier time to follow.
    const ConversationId other = talk.ada.createGroup("other");
    talk.ada.send(other, "message");
    talk.looks();
    talk.world.jump(5 * years);
    talk.says(5, hour);
    talk.looks();
    CHECK(talk.trimmed() == Seq());
    talk.world.pass(28 * day);
    talk.looks();
    CHECK(talk.trimmed() == Seq());
    CHECK(talk.world.store.conversations().find(other)->trimmedThrough == Seq());
    talk.world.pass(4 * day);
    talk.looks();
    CHECK(talk.trimmed() == talk.head());
    CHECK(talk.world.store.conversations().find(other)->trimmedThrough
          == talk.world.store.conversations().find(other)->head);
}

TEST_CASE("entries that another server wrote at 1970 are not trimmed either")
{
    HubWorld first(keepingDays());
    HubWorld second(first, 1);
    const auto jump = [&](Milliseconds distance) {
        first.jump(distance);
        second.jump(distance);
    };
    jump(5 * years);
    first.turn();
    Client ada(second, "ada");
    ada.enter();
    first.pass(8 * day);
    second.pass(8 * day);
    jump(-5 * years);
    const ConversationId group = ada.createGroup("group");
    ada.send(group, "message");
    first.turn();
    jump(5 * years);
    for (HubWorld* world : {&first, &second}) {
        world->pass(2 * hour);
        world->turn();
    }
    CHECK(first.store.conversations().find(group)->trimmedThrough == Seq());
}

TEST_CASE("a server that starts with a clock that is ahead trims no younger entries")
{
    Talk talk(keepingDays());
    talk.says(5, day);
    talk.world.jump(years);
    talk.restart();
    talk.looks();
    talk.says(1);
    talk.looks();
    CHECK(talk.trimmed() == Seq());
    CHECK(talk.world.stats().trimsHeldBack == 1);
    // The same holds if the newest entry has the wrong time itself.
    talk.restart();
    talk.looks();
    CHECK_MESSAGE(talk.trimmed() == Seq(), "an impossible number of overdue entries is not trimmed");
    CHECK(talk.world.stats().trimsHeldBack == 1);
    talk.world.jump(-years);
    talk.looks();
    CHECK(talk.world.stats().trimsHeldBack == 0);
}

TEST_CASE("a server that was down for days goes on; one that finds old logs waits for a week")
{
    Talk talk(keepingDays());
    talk.says(20, day);
    talk.world.pass(15 * day); // without a message, before the server is down
    talk.restart();
    talk.looks();
    CHECK(talk.world.stats().trimsHeldBack == 0);
    talk.world.pass(16 * day);
    talk.looks();
    CHECK(talk.trimmed() > Seq(2));
    CHECK(talk.trimmed() < talk.head());

    // There was no limit until now.
    HubConfig none = HubWorld::openConfig();
    Talk old(none);
    old.says(20, 10 * day);
    old.world.config = keepingDays();
    old.restart();
    old.says(1);
    old.looks();
    CHECK(old.trimmed() == Seq());
    CHECK(old.world.stats().trimsHeldBack == 1);
    old.world.pass(7 * day);
    old.looks();
    CHECK(old.trimmed() > Seq(10));
    CHECK(old.trimmed() < old.head());
    CHECK(old.world.stats().trimsHeldBack == 0);
    CHECK(audit(old.world.store) == std::vector<std::string>());
}

TEST_CASE("in an older log with falling times an entry goes only if all earlier ones are old as well")
{
    Talk talk(keepingDays());
    talk.says(20, hour);
    const UnixMs old{talk.times().front().value - limit.count()};
    const UnixMs now = talk.times().back();
    const auto setTime = [&](std::uint64_t seq, UnixMs at) {
        talk.world.store.putTime(talk.group, Seq(seq), at);
    };
    const auto through = [&](Seq after = {}) {
        return lastNotAfter(talk.world.store, talk.group, after, talk.head(), old);
    };
    for (std::uint64_t seq = 8; seq <= 14; ++seq) {
        setTime(seq, UnixMs{static_cast<std::int64_t>(seq)});
    }
    CHECK_MESSAGE(through() == Seq(), "an hour of 1970 does not make the entries before it old");
    CHECK_MESSAGE(through(Seq(9)) == Seq(14), "after a trim into that hour all its entries look old");
    for (std::uint64_t seq = 1; seq <= 7; ++seq) {
        setTime(seq, old);
    }
    CHECK_MESSAGE(through() == Seq(7), "the hour may be as young as the next entries");
    setTime(15, old);
    CHECK(through() == Seq(15));
    setTime(3, now);
    CHECK(through() == Seq(2));
    CHECK(through(Seq(2)) == Seq(2));
}

TEST_CASE("unread messages expire by the true time, and totals are sent meanwhile")
{
    Talk talk(countingDays());
    talk.says(5, day);
    talk.world.jump(years);
    CHECK(talk.unread() == 5);
    CHECK(talk.bob.ask<protocol::TotalsNow>(protocol::GetTotals()).unread == 5);
    talk.says(1);
    CHECK(talk.unread() == 6);
}

TEST_CASE("a server that starts with a clock that is ahead expires no unread messages")
{
    Talk talk(countingDays());
    talk.says(5, day);
    talk.world.jump(years);
    talk.restart();
    CHECK(talk.unread() == 5);
    talk.says(1);
    talk.restart();
    CHECK_MESSAGE(talk.unread() == 6, "a newest message with a wrong time expires nothing");
    talk.world.pass(limit - 5 * day);
    CHECK(talk.unread() == 6);
    talk.world.pass(3 * day);
    CHECK(talk.unread() < 6);
}

TEST_CASE("entries that were written while the clock was behind are not old after a restart")
{
    Talk talk(countingDays());
    talk.says(1);
    talk.world.pass(25 * day);
    talk.world.jump(-5 * years);
    talk.says(3);
    talk.world.jump(5 * years);
    talk.restart();
    CHECK(talk.unread() == 4);
    talk.world.pass(limit - day);
    CHECK(talk.unread() >= 3);
    talk.world.pass(2 * day);
    CHECK(talk.unread() == 0);
}

TEST_CASE("a failed turn does not begin the count of time")
{
    Talk talk(countingDays());
    talk.says(5);
    talk.world.jump(years);
    talk.world.restart();
    talk.world.store.failNextCommit();
    talk.world.turn();
    talk.world.pass(limit);
    talk.returns(talk.bob);
    CHECK(talk.unread() == 5);
    talk.world.pass(hour);
    CHECK_MESSAGE(talk.unread() == 0, "the hub tries again a minute after the failure");
}

TEST_CASE("unread messages that seem to be of 1970 expire when they are old, and not before")
{
    Talk talk(countingDays());
    talk.says(2);
    talk.world.jump(-5 * years);
    talk.says(2);
    const ConversationId other = talk.ada.createGroup("other", {"bob"});
    talk.ada.send(other, "message");
    CHECK(talk.unread() == 4);
    talk.world.jump(5 * years);
    CHECK(talk.unread() == 4);
    CHECK(talk.bob.state(other).counts.unread == 1);
    talk.world.pass(29 * day);
    talk.says(1);
    CHECK(talk.unread() == 5);
    CHECK(talk.bob.state(other).counts.unread == 1);
    talk.world.pass(2 * day);
    CHECK(talk.unread() == 1);
    CHECK(talk.bob.state(other).counts.unread == 0);
    CHECK(audit(talk.world.store) == std::vector<std::string>());
}

TEST_CASE("unread messages of an older log with falling times do not stop totals")
{
    Talk talk(countingDays());
    talk.says(6, hour);
    talk.world.store.putTime(talk.group, talk.head(), UnixMs{1});
    talk.bob.read(talk.group, talk.head().value - 1);
    Client poller(talk.world, "bob");
    poller.token = talk.bob.token;
    poller.hello({}, true);
    talk.world.pass(60 * day);
    talk.says(1);
    talk.world.pass(Milliseconds(2000));
    CHECK(poller.ask<protocol::TotalsNow>(protocol::GetTotals()).unread == 2);
}

} // namespace tidemark::server::retention_test
