// The server moves floors, and no longer keeps the beginning of logs.
#include "tests/sync/device.h"

namespace tidemark::test::floors_test {
namespace {

using protocol::ErrorCode;
using protocol::PullFrom;

std::vector<SeqRange> rangesOf(Device& device, const Chat& chat)
{
    return device.engine().held(chat.id)->ranges();
}

TEST_CASE("trimmed entries are not pulled, and are no gap")
{
    Chat chat(7);
    chat.talks(bob, 100);
    chat.trims(Seq(60));
    Device device;
    device.comesOnline({&chat});
    const auto pull = device.pulls(chat);
    CHECK(pull.after == Seq(60));
    REQUIRE(device.changes<change::Progress>().size() == 1);
    CHECK(device.changes<change::Progress>()[0].remaining == 0);
    device.catchesUp({&chat});
    device.sendsNothing();
    CHECK(rangesOf(device, chat) == std::vector{SeqRange{Seq(61), Seq(100)}});
    device.agreesWith(chat);
    CHECK(device.badge(chat).unread == 40);
    CHECK(device.in(chat).trimmedThrough == Seq(60));
    CHECK(device.in(chat).floorMoved == CursorMove{CursorCause::Trimmed, {}, {}, UnixMs{77}});
    CHECK(device.engine().isQuiescent());

    device.does(input::LoadOlder{chat.id, Seq(61)});
    device.sendsNothing();
    device.does(input::LoadRange{CommandId(5), chat.id, Seq(), Seq()});
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK_FALSE(device.changes<change::CommandDone>()[0].error);
    device.sendsNothing();
    device.restarts();
    CHECK(device.in(chat).trimmedThrough == Seq(60));
    device.comesOnline({&chat});
    device.sendsNothing();
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("a gap that is trimmed while it is open is closed by the state that says so")
{
    EngineConfig config;
    config.backfill = false;
    Chat chat(7);
    chat.talks(bob, 10);
    Device device(config);
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    chat.talks(bob, 5000);
    device.receives(chat.notify());
    device.pulls(chat);
    device.catchesUp({&chat});
    REQUIRE(rangesOf(device, chat).size() == 2);
    device.does(input::LoadOlder{chat.id, Seq(4947)});
    device.sends<protocol::Pull>();
    const RequestId request = device.lastRequest();
    device.does(input::LoadRange{CommandId(5), chat.id, Seq(5), Seq(4000)});
    chat.trims(Seq(4946));
    device.receives(chat.states());
    CHECK_MESSAGE(device.changes<change::EntriesAdded>().size() == 1, "the view asks the store again");
    CHECK(device.changes<change::CommandDone>().size() == 1);
    device.agreesWith(chat);
    device.receives(chat.range(Seq(4946), Seq(4946)), request);
    device.catchesUp({&chat});
    device.waits(Milliseconds(5000));
    device.catchesUp({&chat});
    CHECK_MESSAGE((rangesOf(device, chat).front() == SeqRange{Seq(1), Seq(10)}),
                  "the device keeps the entries that it holds");
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("a device that does not know of a trim gets an empty answer, requests the state, and is done")
{
    Chat chat(7);
    chat.talks(bob, 1000);
    Device device;
    device.comesOnline({&chat});
    device.pulls(chat);
    REQUIRE(rangesOf(device, chat) == std::vector{SeqRange{Seq(937), Seq(1000)}});
    chat.trims(Seq(936));
    const auto pull = device.sends<protocol::Pull>();
    CHECK(pull.through == Seq(936));
    device.answers(chat.answer(pull));
    CHECK(device.sends<protocol::GetStates>().conversations == std::vector{chat.id});
    device.answers(chat.states());
    device.waits(Milliseconds(5000));
    device.sendsNothing();
    CHECK(device.engine().isQuiescent());
    device.agreesWith(chat);
}

TEST_CASE("a log that is trimmed as a whole pulls nothing until a message comes")
{
    Chat chat(7);
    chat.talks(bob, 20);
    chat.trims(Seq(20));
    Device device;
    device.comesOnline({&chat});
    device.sendsNothing();
    CHECK(device.engine().isQuiescent());
    chat.says(bob, "new");
    device.receives(chat.notify());
    CHECK(device.pulls(chat).after == Seq(20));
    device.agreesWith(chat);
    CHECK(device.badge(chat).unread == 1);
}

TEST_CASE("a device that was away while more was trimmed than it missed goes on behind the trim")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    device.losesConnection();
    chat.talks(bob, 90);
    chat.trims(Seq(70));
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    CHECK(rangesOf(device, chat) == std::vector{SeqRange{Seq(1), Seq(10)}, SeqRange{Seq(71), Seq(100)}});
    device.agreesWith(chat);
    CHECK(device.badge(chat).unread == 30);
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("I13: reads and marks below a floor are stored and sent, and count nothing")
{
    Chat chat(7);
    chat.talks(bob, 20);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    device.reads(chat, Seq(5));
    chat.trims(Seq(12));
    device.receives(chat.states());
    CHECK(device.badge(chat).unread == 8);
    device.waits(Milliseconds(2000));
    device.answers(chat.accepts(device.sends<protocol::Read>().intents.at(0)));
    device.agreesWith(chat);
    device.marksUnread(chat, Seq(3));
    device.answers(chat.accepts(device.sends<protocol::MarkUnread>()));
    CHECK(device.in(chat).cursor == Cursor{1, Seq(2)});
    device.agreesWith(chat);
    CHECK(device.badge(chat).unread == 8);
}

TEST_CASE("an acknowledged message that is trimmed before it was pulled leaves the outbox, not the device")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    chat.talks(bob, 2);
    device.types(chat, 1, "mine");
    device.answers(chat.accepts(device.sends<protocol::Send>()));
    const auto pull = device.sends<protocol::Pull>();
    chat.talks(bob, 3);
    chat.trims(Seq(7));
    device.receives(chat.states());
    CHECK(device.store().entry(chat.id, Seq(6)) != nullptr);
    device.answers(chat.answer(pull));
    device.catchesUp({&chat});
    device.waits(Milliseconds(5000));
    device.catchesUp({&chat});
    CHECK(device.engine().isQuiescent());
    device.agreesWith(chat);
}

TEST_CASE("I8: equal stamps with another floor are a mismatch, and the server is right")
{
    Chat chat(7);
    chat.talks(bob, 5);
    chat.reads(Seq(5));
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    ConversationState state = chat.state();
    device.receives(protocol::States{{state}, {}, 0});
    CHECK(device.changes<change::Mismatch>().empty());
    state.floor = Seq(2);
    device.receives(protocol::States{{state}, {}, 0});
    CHECK(device.changes<change::Mismatch>().size() == 1);
}

} // namespace
} // namespace tidemark::test::floors_test
