#include "tests/sync/device.h"

namespace tidemark::test::totals_check_test {
namespace {

constexpr Milliseconds longEnough{25000};

/// The device is online and holds the chats. The test sees its requests for totals.
Device deviceWith(std::initializer_list<const Chat*> chats)
{
    Device device;
    device.answersTotals = false;
    device.comesOnline(chats);
    device.catchesUp(chats);
    device.sendsNothing();
    return device;
}

/// Time passes until the device requests the total.
void asksForTotal(Device& device)
{
    for (int second = 0; second < 25 && device.sentCount() == 0; ++second) {
        device.waits(Milliseconds(1000));
    }
    device.sends<protocol::GetTotals>();
}

protocol::TotalsNow unread(std::uint64_t messages, std::uint32_t conversations)
{
    return {messages, 0, conversations, 0, 0, 0, 1};
}

TEST_CASE("after every resume the total is compared with the server's, once")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device = deviceWith({&chat});
    device.waits(Milliseconds(4999));
    device.sendsNothing();
    asksForTotal(device);
    device.answers(unread(3, 1));
    CHECK(device.changes<change::Mismatch>().empty());
    device.waits(longEnough);
    device.sendsNothing();

    device.losesConnection();
    device.comesOnline({});
    asksForTotal(device);
}

TEST_CASE("I8: a total that differs makes every badge be asked for, repaired and recorded")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Chat quiet(8);
    quiet.talks(bob, 2);
    quiet.reads(Seq(2));
    Device device = deviceWith({&chat, &quiet});
    asksForTotal(device);
    device.answers(unread(2, 1));
    CHECK(device.sends<protocol::GetStates>().conversations == std::vector{chat.id, quiet.id});
    // By the server's log one of the three is not a message: the same stamp with another number.
    ConversationState state = chat.state();
    state.counts.unread = 2;
    device.checksEveryStep = false;
    device.answers(protocol::States{{state, quiet.state()}, {}, 0});
    CHECK(device.badge(chat).unread == 2);
    REQUIRE(device.changes<change::Mismatch>().size() == 1);
    CHECK(device.changes<change::Mismatch>().front().conversation == chat.id);
}

TEST_CASE("the total is not compared while counts or reads are pending")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device = deviceWith({&chat});
    device.reads(chat, Seq(3));
    device.sends<protocol::Read>();
    const RequestId read = device.lastRequest();
    device.waits(Milliseconds(14000));
    device.sendsNothing();
    chat.reads(Seq(3));
    device.receives(protocol::States{{chat.state()}, {}, 0}, read);
    asksForTotal(device);
    const RequestId request = device.lastRequest();
    // A message comes while the answer is on its way.
    chat.says(bob);
    device.receives(protocol::Notify{{{chat.id, chat.epoch, chat.head()}}});
    device.receives(unread(2, 1), request);
    device.pulls(chat);
    device.sendsNothing();
    asksForTotal(device);
    device.answers(unread(1, 1));
    device.sendsNothing();
}

TEST_CASE("a server without totals is asked once a connection")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    asksForTotal(device);
    device.isRefused(protocol::ErrorCode::Unsupported);
    device.waits(longEnough);
    device.sendsNothing();
}

} // namespace
} // namespace tidemark::test::totals_check_test
