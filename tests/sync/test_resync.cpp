#include "tests/sync/device.h"

namespace tidemark::test::resync_test {
namespace {

Device deviceWith(const Chat& chat)
{
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    return device;
}

TEST_CASE("I14: another log epoch at the handshake: the log is dropped and pulled again")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith(chat);
    device.losesConnection();
    chat.losesLogAfter(Seq(4), LogEpoch(5));
    chat.talks(carol, 8);
    chat.says(carol, "you", true);
    device.comesOnline({&chat});
    CHECK(device.changes<change::LogDropped>().size() == 1);
    CHECK(device.store().entryCount(chat.id) == 0);
    device.agreesWith(chat);
    device.catchesUp({&chat});
    CHECK(device.holdsAllOf(chat));
    CHECK(device.store().entry(chat.id, Seq(6))->author == carol);
    device.agreesWith(chat);
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("I14: a head below ours in an answer: resync, even if all held entries still exist")
{
    EngineConfig config;
    config.backfill = false;
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith(chat);
    SUBCASE("below the held entries") {}
    SUBCASE("below a head without its entries")
    {
        chat.talks(bob, 5);
        device.receives(chat.notify());
        device.sends<protocol::Pull>();
    }
    device.losesConnection();
    const Seq kept(chat.head() == Seq(10) ? 4 : 12);
    chat.losesLogAfter(kept, chat.epoch);
    device.comesOnline({&chat});
    CHECK(device.changes<change::LogDropped>().size() == 1);
    CHECK(device.in(chat).serverHead == kept);
    device.agreesWith(chat);
    device.catchesUp({&chat});
    CHECK(device.holdsAllOf(chat));
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("I14: a former member gets the head of that time, and keeps the held entries")
{
    Chat chat(7);
    chat.talks(bob, 7);
    Device device = deviceWith(chat);
    // The user leaves on another device. This one's server sends that state after the following frames.
    chat.leaves();
    const ConversationState left = chat.state();
    chat.talks(bob, 2);
    device.receives(chat.notify());
    device.sends<protocol::Pull>();
    device.isRefused(protocol::ErrorCode::NotMember);
    device.sends<protocol::GetStates>();
    device.answers(protocol::States{{left}, {}, 0});
    CHECK(device.changes<change::LogDropped>().empty());
    CHECK_FALSE(device.in(chat).isMember);
    CHECK(device.store().entryCount(chat.id) == 7);
    device.sendsNothing();
}

TEST_CASE("I14: a range with a lower head makes the device ask, not merge")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith(chat);
    chat.talks(bob, 5);
    device.receives(chat.notify());
    device.sends<protocol::Pull>();
    const RequestId request = device.lastRequest();
    chat.losesLogAfter(Seq(11), chat.epoch);
    device.receives(chat.range(Seq(10), Seq(11)), request);
    CHECK(device.engine().held(chat.id)->top() == Seq(10));
    CHECK(device.sends<protocol::GetStates>().conversations == std::vector{chat.id});
    device.answers(chat.states());
    CHECK(device.in(chat).serverHead == Seq(11));
    device.catchesUp({&chat});
    CHECK(device.holdsAllOf(chat));
    device.agreesWith(chat);
}

TEST_CASE("I14: pushes of another epoch only make the device ask: they may be old")
{
    Chat chat(7);
    chat.talks(bob, 10);
    const protocol::Notify oldNotify = chat.notify();
    const protocol::States oldState = chat.states();
    chat.losesLogAfter(Seq(3), LogEpoch(5));
    Device device = deviceWith(chat);
    SUBCASE("notify")
    {
        device.receives(oldNotify);
    }
    SUBCASE("state")
    {
        device.receives(oldState);
    }
    CHECK(device.holdsAllOf(chat));
    device.sends<protocol::GetStates>();
    device.answers(chat.states());
    CHECK(device.changes<change::LogDropped>().empty());
    device.sendsNothing();
    device.agreesWith(chat);
}

TEST_CASE("I14: an acknowledged message that was not pulled is sent again to the new log")
{
    Chat chat(7);
    Device device = deviceWith(chat);
    device.types(chat, 1);
    device.types(chat, 2);
    const auto first = device.sends<protocol::Send>();
    const RequestId firstRequest = device.lastRequest();
    const auto second = device.sends<protocol::Send>();
    const RequestId secondRequest = device.lastRequest();
    chat.talks(bob, 1);
    device.receives(chat.accepts(first), firstRequest);
    device.receives(chat.accepts(second), secondRequest);
    CHECK(device.store().pending().size() == 2);

    device.losesConnection();
    chat.losesLogAfter(Seq(1), LogEpoch(5));
    device.comesOnline({&chat});
    CHECK_FALSE(device.engine().isFlushed());
    const auto again = device.sends<protocol::Send>();
    CHECK(again.uuid == uuidOf(1));
    const RequestId againRequest = device.lastRequest();
    const auto next = device.sends<protocol::Send>();
    CHECK(next.after == uuidOf(1));
    const RequestId nextRequest = device.lastRequest();
    device.receives(chat.accepts(again), againRequest);
    device.receives(chat.accepts(next), nextRequest);
    device.catchesUp({&chat});
    CHECK(device.store().pending().empty());
    CHECK(chat.head() == Seq(3));
    CHECK(device.holdsAllOf(chat));
    device.agreesWith(chat);
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("I14: an acknowledgement of another epoch is not trusted before the state has come")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device = deviceWith(chat);
    device.types(chat, 1);
    chat.losesLogAfter(Seq(1), LogEpoch(5));
    device.answers(chat.accepts(device.sends<protocol::Send>()));
    CHECK(device.changes<change::MessageAcked>().empty());
    const auto again = device.sends<protocol::Send>();
    const RequestId againRequest = device.lastRequest();
    device.sends<protocol::GetStates>();
    device.answers(chat.states());
    device.receives(chat.accepts(again), againRequest);
    device.catchesUp({&chat});
    CHECK(device.store().pending().empty());
    CHECK(device.holdsAllOf(chat));
    device.agreesWith(chat);
}

TEST_CASE("a server that lost an acknowledged read gets it again")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith(chat);
    const std::uint64_t backup = chat.version;
    device.reads(chat, Seq(10));
    device.answers(chat.accepts(device.sends<protocol::Read>().intents[0]));
    CHECK(device.engine().isFlushed());

    chat.cursor = {};
    chat.version = backup;
    SUBCASE("found at the handshake")
    {
        device.losesConnection();
        device.comesOnline({&chat});
    }
    SUBCASE("found by digest")
    {
        device.answersHeartbeats = false;
        device.waits(*device.wakeUp() - device.now());
        device.sends<protocol::Heartbeat>();
        device.answers(protocol::HeartbeatAck{false});
        device.sends<protocol::Sync>();
        device.answers(chat.states());
    }
    CHECK(device.badge(chat).unread == 0);
    const auto read = device.sends<protocol::Read>();
    CHECK(read.intents[0].cursor == Cursor{0, Seq(10)});
    device.answers(chat.accepts(read.intents[0]));
    CHECK(device.engine().isFlushed());
    device.agreesWith(chat);
}

TEST_CASE("an answer that is older than a push which overtook it is no loss of data")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith(chat);
    device.receives(protocol::Notify{{{chat.id, LogEpoch(5), Seq(1)}}});
    device.sends<protocol::GetStates>();
    const protocol::States answer = chat.states();
    chat.talks(bob, 2);
    chat.reads(Seq(12));
    device.receives(chat.states());
    device.answers(answer);
    CHECK(device.changes<change::LogDropped>().empty());
    CHECK(device.in(chat).cursor == Cursor{0, Seq(12)});
    device.catchesUp({&chat});
    device.agreesWith(chat);
}

} // namespace
} // namespace tidemark::test::resync_test
