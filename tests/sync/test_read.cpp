#include "tests/sync/device.h"

namespace tidemark::test::read_test {
namespace {

using protocol::ErrorCode;

/// The device is online, knows the chats and holds all of them.
Device deviceWith(std::initializer_list<const Chat*> chats)
{
    Device device;
    device.comesOnline(chats);
    device.catchesUp(chats);
    return device;
}

/// Expects a read of one conversation and answers it as the server does.
protocol::ReadIntent sendsRead(Device& device, Chat& chat)
{
    const auto read = device.sends<protocol::Read>();
    REQUIRE(read.intents.size() == 1);
    device.answers(chat.accepts(read.intents[0]));
    return read.intents[0];
}

TEST_CASE("I13: the cursor and the intent are written in one step")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith({&chat});
    device.reads(chat, Seq(4));
    CHECK(device.badge(chat).unread == 6);
    CHECK(device.writes<write::PutIntent>() == 1);
    CHECK(device.writes<write::PutConversation>() == 1);
    CHECK(device.writes<write::PutTotals>() == 1);
    CHECK(device.engine().hasReadIntent(chat.id));
    CHECK_FALSE(device.engine().isFlushed());
}

TEST_CASE("reads are sent after a second at most while the reader moves, and at once when they stop")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith({&chat});
    device.reads(chat, Seq(3));
    device.sendsNothing();
    for (std::uint64_t seq = 4; seq < 9; ++seq) {
        device.waits(Milliseconds(190));
        device.sendsNothing();
        device.reads(chat, Seq(seq));
    }
    device.waits(Milliseconds(49));
    device.sendsNothing();
    device.waits(Milliseconds(1));
    CHECK(sendsRead(device, chat).cursor == Cursor{0, Seq(8)});
    device.agreesWith(chat);

    device.reads(chat, Seq(10));
    CHECK(sendsRead(device, chat).cursor == Cursor{0, Seq(10)});
    CHECK(device.engine().isFlushed());
    device.agreesWith(chat);
}

TEST_CASE("I6: a read goes neither back nor beyond the head")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith({&chat});
    device.reads(chat, Seq(1000));
    CHECK(device.in(chat).cursor == Cursor{0, Seq(10)});
    CHECK(sendsRead(device, chat).cursor == Cursor{0, Seq(10)});
    device.reads(chat, Seq(5));
    CHECK(device.in(chat).cursor == Cursor{0, Seq(10)});
    device.sendsNothing();
    CHECK_FALSE(device.engine().hasReadIntent(chat.id));
}

TEST_CASE("reads of many conversations travel in one frame")
{
    std::vector<Chat> chats;
    std::vector<ConversationState> states;
    for (std::uint64_t id = 1; id <= 30; ++id) {
        chats.emplace_back(id).talks(bob, 2);
        states.push_back(chats.back().state());
    }
    EngineConfig config;
    config.backfill = false;
    Device device(config);
    device.connects();
    device.sends<protocol::Hello>();
    device.isWelcomed(states);
    while (device.sentCount() > 0) {
        const auto pull = device.sends<protocol::Pull>();
        device.answers(chats[pull.conversation.value - 1].answer(pull));
    }
    device.does(input::MarkAllRead{CommandId(5)});
    CHECK(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.engine().totals() == Totals{});
    const auto read = device.sends<protocol::Read>();
    CHECK(read.intents.size() == 30);
    device.sendsNothing();
    // The answer comes in two frames. The first must not drop the intents that the second answers.
    protocol::States answer;
    for (std::size_t i = 0; i < chats.size(); ++i) {
        answer.states.push_back(chats[i].accepts(read.intents[i]).states[0]);
        if (i == 14) {
            answer.remaining = 15;
            device.answers(answer);
            CHECK(device.engine().totals() == Totals{});
            CHECK(device.engine().hasReadIntent(chats[20].id));
            answer = {};
        }
    }
    device.answers(answer);
    CHECK(device.engine().isFlushed());
    CHECK(device.engine().totals() == Totals{});
}

TEST_CASE("I13: an intent survives loss, time outs, reconnects and restarts until it is acknowledged")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith({&chat});
    device.reads(chat, Seq(10));
    device.sends<protocol::Read>();
    SUBCASE("no answer")
    {
        device.waits(Milliseconds(14999));
        device.sendsNothing();
        device.waits(Milliseconds(1));
    }
    SUBCASE("asked to wait")
    {
        device.isRefused(ErrorCode::TooFast, Milliseconds(700));
        device.waits(Milliseconds(699));
        device.sendsNothing();
        device.waits(Milliseconds(1));
    }
    SUBCASE("reconnect")
    {
        device.losesConnection();
        device.comesOnline({&chat});
    }
    SUBCASE("restart")
    {
        device.restarts();
        CHECK(device.badge(chat).unread == 0);
        device.comesOnline({&chat});
    }
    CHECK(device.badge(chat).unread == 0);
    CHECK(sendsRead(device, chat).cursor == Cursor{0, Seq(10)});
    CHECK(device.engine().isFlushed());
    device.agreesWith(chat);
}

TEST_CASE("I13: a read that arrived although its answer was lost is not sent again")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith({&chat});
    device.reads(chat, Seq(10));
    chat.accepts(device.sends<protocol::Read>().intents[0]);
    device.losesConnection();
    device.comesOnline({&chat});
    device.sendsNothing();
    CHECK(device.engine().isFlushed());
    device.agreesWith(chat);
}

TEST_CASE("I13: a quit inside the debounce, and days offline")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith({&chat});
    device.reads(chat, Seq(4));
    device.restarts();
    device.waits(Milliseconds(3 * 86400000));
    chat.talks(bob, 2);
    device.comesOnline({&chat});
    // Two entries that are not here yet might recall read messages, so the badge shows "≥ 8" until the
    // answer comes.
    CHECK(device.badge(chat).unread == 8);
    CHECK_FALSE(device.in(chat).exact);
    CHECK(sendsRead(device, chat).cursor == Cursor{0, Seq(4)});
    CHECK(device.in(chat).exact);
    device.catchesUp({&chat});
    device.agreesWith(chat);
}

TEST_CASE("a read while another is on its way follows it")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith({&chat});
    device.reads(chat, Seq(10));
    const auto first = device.sends<protocol::Read>();
    const RequestId request = device.lastRequest();
    chat.talks(bob, 1);
    device.receives(chat.notify());
    device.catchesUp({&chat});
    device.reads(chat, Seq(11));
    device.sendsNothing();
    device.receives(chat.accepts(first.intents[0]), request);
    CHECK(device.badge(chat).unread == 0);
    CHECK(sendsRead(device, chat).cursor == Cursor{0, Seq(11)});
    device.agreesWith(chat);
}

TEST_CASE("I6: another device's reads and ours merge by the maximum, in any order")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith({&chat});
    device.reads(chat, Seq(5));
    SUBCASE("theirs is further")
    {
        chat.reads(Seq(8));
        device.receives(chat.states());
        CHECK(device.in(chat).cursor == Cursor{0, Seq(8)});
        CHECK(device.badge(chat).unread == 2);
        CHECK_FALSE(device.engine().hasReadIntent(chat.id));
    }
    SUBCASE("ours is further")
    {
        chat.reads(Seq(3));
        device.receives(chat.states());
        CHECK(device.in(chat).cursor == Cursor{0, Seq(5)});
        CHECK(device.badge(chat).unread == 5);
        device.waits(Milliseconds(1000));
        sendsRead(device, chat);
    }
    CHECK(device.engine().isFlushed());
    device.agreesWith(chat);
}

TEST_CASE("I6: a stale offline read cannot undo a mark-unread elsewhere")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith({&chat});
    device.losesConnection();
    device.reads(chat, Seq(10));
    CHECK(device.badge(chat).unread == 0);
    chat.marksUnread(Seq(3));
    device.comesOnline({&chat});
    CHECK(device.badge(chat).unread == 8);
    CHECK_FALSE(device.engine().hasReadIntent(chat.id));
    device.sendsNothing();
    device.agreesWith(chat);
}

TEST_CASE("I5: an intent of an old generation in a batch is refused alone, the others arrive")
{
    Chat one(1);
    Chat two(2);
    Chat three(3);
    for (Chat* chat : {&one, &two, &three}) {
        chat->talks(bob, 5);
    }
    Device device = deviceWith({&one, &two, &three});
    two.leaves();
    two.rejoins();
    device.does(input::MarkAllRead{});
    CHECK(device.sends<protocol::Read>().intents.size() == 3);
    device.isRefused(ErrorCode::OldGeneration);

    int refusals = 0;
    for (int i = 0; i < 3; ++i) {
        const auto read = device.sends<protocol::Read>();
        REQUIRE(read.intents.size() == 1);
        if (read.intents[0].conversation == two.id) {
            ++refusals;
            const RequestId request = device.lastRequest();
            device.receives(protocol::Error{ErrorCode::OldGeneration, {}, {}}, request);
        } else {
            device.answers((read.intents[0].conversation == one.id ? one : three).accepts(read.intents[0]));
        }
    }
    CHECK(refusals == 1);
    CHECK(device.sends<protocol::GetStates>().conversations == std::vector{two.id});
    device.answers(two.states());
    device.sendsNothing();
    CHECK(device.engine().isFlushed());
    for (const Chat* chat : {&one, &two, &three}) {
        device.agreesWith(*chat);
    }
}

TEST_CASE("an intent that the server ignores among others is dropped, and the state requested")
{
    Chat one(1);
    Chat two(2);
    one.talks(bob, 5);
    two.talks(bob, 5);
    Device device = deviceWith({&one, &two});
    device.does(input::MarkAllRead{});
    const auto read = device.sends<protocol::Read>();
    REQUIRE(read.intents.size() == 2);
    protocol::States answer = one.accepts(read.intents[0]);
    SUBCASE("the user has nothing there any more")
    {
        device.answers(answer);
        CHECK(device.sends<protocol::GetStates>().conversations == std::vector{two.id});
        device.answers(protocol::States{});
        CHECK_FALSE(device.in(two).isMember);
    }
    SUBCASE("it stands where it stood")
    {
        answer.states.push_back(two.state());
        device.answers(answer);
        CHECK(device.badge(two).unread == 5);
        CHECK(device.sends<protocol::GetStates>().conversations == std::vector{two.id});
        device.answers(two.states());
        device.agreesWith(two);
    }
    SUBCASE("it is a membership of its own by now")
    {
        two.leaves();
        two.rejoins();
        answer.states.push_back(two.state());
        device.answers(answer);
        device.agreesWith(two);
    }
    CHECK_FALSE(device.engine().hasReadIntent(two.id));
    CHECK(device.engine().isFlushed());
    device.sendsNothing();
    device.agreesWith(one);
}

TEST_CASE("an intent of a conversation that was left meanwhile is dropped")
{
    Chat chat(7);
    chat.talks(bob, 5);
    Device device = deviceWith({&chat});
    device.losesConnection();
    device.reads(chat, Seq(5));
    chat.leaves();
    device.comesOnline({&chat});
    CHECK_FALSE(device.engine().hasReadIntent(chat.id));
    device.sendsNothing();
    CHECK(device.engine().isFlushed());
}

TEST_CASE("I5: a read of an old generation is not sent to the new one")
{
    Chat chat(7);
    chat.talks(bob, 5);
    Device device = deviceWith({&chat});
    device.losesConnection();
    chat.talks(bob, 5);
    device.reads(chat, Seq(5));
    chat.leaves();
    chat.rejoins();
    chat.talks(bob, 5);
    device.comesOnline({&chat});
    CHECK_FALSE(device.engine().hasReadIntent(chat.id));
    device.catchesUp({&chat});
    device.agreesWith(chat);
}

TEST_CASE("I19: a number that cannot be counted here is shown as a lower bound, and repaired when online")
{
    EngineConfig config;
    config.backfill = false;
    Chat chat(7);
    chat.talks(bob, 3000);
    Device device(config);
    device.comesOnline({&chat});
    device.pulls(chat);
    CHECK(device.badge(chat).unread == 3000);
    device.does(input::GoOffline{});
    device.reads(chat, Seq(500));
    CHECK_FALSE(device.in(chat).exact);
    CHECK_FALSE(device.engine().totals().exact);
    CHECK(device.badge(chat).unread >= 64);
    CHECK(device.badge(chat).unread <= 2500);
    // Reading on, into held entries, makes the number certain again.
    SUBCASE("read on")
    {
        device.reads(chat, Seq(2990));
        CHECK(device.in(chat).exact);
        CHECK(device.badge(chat).unread == 10);
    }
    SUBCASE("over all of it")
    {
        device.reads(chat, Seq(3000));
        CHECK(device.in(chat).exact);
        CHECK(device.badge(chat).unread == 0);
    }
    SUBCASE("restart")
    {
        device.restarts();
        CHECK_FALSE(device.in(chat).exact);
    }
    device.does(input::Connect{});
    device.comesOnline({&chat});
    sendsRead(device, chat);
    device.sendsNothing();
    device.agreesWith(chat);
    CHECK(device.engine().totals().exact);
}

TEST_CASE("I19: a number stays a lower bound, whatever was recalled inside a gap")
{
    EngineConfig config;
    config.backfill = false;
    Chat chat(7);
    chat.talks(bob, 100);
    Device device(config);
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    device.does(input::LoadOlder{chat.id, Seq(37)});
    device.catchesUp({&chat});
    // All of these recalls are inside the gap, which the device does not pull.
    for (std::uint64_t seq = 11; seq <= 90; ++seq) {
        chat.recalls(Seq(seq));
    }
    chat.talks(me.id, 2000);
    chat.talks(bob, 5);
    device.receives(chat.notify());
    device.pulls(chat);
    device.sends<protocol::GetStates>();
    device.answers(chat.states());
    device.agreesWith(chat);
    device.does(input::GoOffline{});
    device.reads(chat, Seq(500));
    CHECK(device.badge(chat).unread == 5);
    device.marksUnread(chat, Seq(5));
    CHECK_FALSE(device.in(chat).exact);
    CHECK(device.badge(chat).unread >= 5);
    CHECK(device.badge(chat).unread <= 6 + 10 + 5);
}

TEST_CASE("I19: a recall of what a lower bound has not counted does not make it negative")
{
    EngineConfig config;
    config.backfill = false;
    Chat chat(7);
    chat.talks(bob, 3000);
    Device device(config);
    device.comesOnline({&chat});
    device.sends<protocol::Pull>();
    const RequestId request = device.lastRequest();
    // The user reads before any entry is held, so the rest is unknown.
    device.reads(chat, Seq(2900));
    CHECK_FALSE(device.in(chat).exact);
    CHECK(device.badge(chat).unread == 0);
    for (std::uint64_t seq = 2950; seq <= 3000; ++seq) {
        chat.recalls(Seq(seq));
    }
    device.receives(chat.range(Seq(3000), chat.head()), request);
    CHECK(device.badge(chat).unread == 0);
    CHECK_FALSE(device.in(chat).exact);
    device.waits(Milliseconds(1000));
    sendsRead(device, chat);
    device.agreesWith(chat);
    CHECK(device.badge(chat).unread == 49);
}

TEST_CASE("I19: an entry that is not here yet may have recalled a read message")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith({&chat});
    device.losesConnection();
    device.reads(chat, Seq(4));
    chat.recalls(Seq(2));
    chat.talks(bob, 3);
    device.comesOnline({&chat});
    CHECK(chat.counts().unread == 12);
    CHECK(device.badge(chat).unread <= 9);
    CHECK_FALSE(device.in(chat).exact);
    sendsRead(device, chat);
    CHECK(device.badge(chat).unread == 9);
    device.catchesUp({&chat});
    device.agreesWith(chat);
}

} // namespace
} // namespace tidemark::test::read_test
