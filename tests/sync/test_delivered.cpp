#include "tests/sync/device.h"

namespace tidemark::test::delivered_test {
namespace {

using protocol::ErrorCode;

/// The device is online and holds the chats. The test sees its deliveries.
Device deviceWith(std::initializer_list<const Chat*> chats)
{
    Device device;
    device.comesOnline(chats);
    device.catchesUp(chats);
    device.waits(Milliseconds(1000));
    device.answersDelivered = false;
    return device;
}

void receivesHeadOf(Device& device, const Chat& chat)
{
    device.receives(protocol::Notify{{{chat.id, chat.epoch, chat.head()}}});
    device.pulls(chat);
}

std::vector<protocol::Reached> reached(std::initializer_list<std::pair<const Chat*, Seq>> all)
{
    std::vector<protocol::Reached> found;
    for (const auto& [chat, through] : all) {
        found.push_back({chat->id, chat->epoch, through});
    }
    return found;
}

TEST_CASE("deliveries of announcements are not reported")
{
    Chat list(7);
    list.talks(UserId(), 2);
    Device device = deviceWith({&list});
    ConversationState state = list.state();
    state.kind = ConversationKind::NoticeList;
    ++state.version;
    device.receives(protocol::States{{state}, {}, 0});
    list.says(UserId());
    receivesHeadOf(device, list);
    device.sendsNothing();
}

TEST_CASE("stored entries are reported as delivered, in the step that stores them")
{
    Chat chat(7);
    chat.talks(bob, 2);
    Device device = deviceWith({&chat});
    chat.says(bob);
    device.receives(protocol::Notify{{{chat.id, chat.epoch, chat.head()}}});
    CHECK_MESSAGE(device.sentCount() == 1, "the device pulls, and reports no delivery yet");
    device.pulls(chat);
    CHECK(device.writes<write::PutEntries>() == 1);
    CHECK(device.sends<protocol::Delivered>().reached == reached({{&chat, Seq(3)}}));
    device.answers(protocol::Done{});
    device.sendsNothing();
}

TEST_CASE("own messages and known deliveries are not reported")
{
    Chat chat(7);
    chat.talks(bob, 2);
    Device device = deviceWith({&chat});
    chat.says(me.id);
    receivesHeadOf(device, chat);
    device.sendsNothing();
    device.waits(Milliseconds(2000));
    device.sendsNothing();
}

TEST_CASE("deliveries are merged: at most one frame a second")
{
    Chat first(7);
    Chat second(8);
    Device device = deviceWith({&first, &second});
    first.says(bob);
    receivesHeadOf(device, first);
    CHECK(device.sends<protocol::Delivered>().reached == reached({{&first, Seq(1)}}));
    device.answers(protocol::Done{});
    for (int i = 0; i < 5; ++i) {
        first.says(bob);
        receivesHeadOf(device, first);
        second.says(bob);
        receivesHeadOf(device, second);
        device.waits(Milliseconds(190));
        device.sendsNothing();
    }
    device.waits(Milliseconds(50));
    CHECK(device.sends<protocol::Delivered>().reached == reached({{&first, Seq(6)}, {&second, Seq(5)}}));
}

TEST_CASE("a lost delivery is reported again, and by every Hello")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    chat.says(bob);
    receivesHeadOf(device, chat);
    device.sends<protocol::Delivered>();
    device.isRefused(ErrorCode::Unavailable, Milliseconds(3000));
    device.waits(Milliseconds(2999));
    device.sendsNothing();
    device.waits(Milliseconds(1));
    CHECK(device.sends<protocol::Delivered>().reached == reached({{&chat, Seq(1)}}));

    device.losesConnection();
    device.does(input::Connect{});
    device.connects();
    CHECK(device.sends<protocol::Hello>().held.at(0).through == Seq(1));
    device.isWelcomed({});
    device.waits(Milliseconds(2000));
    device.sendsNothing();
}

TEST_CASE("an older server gets one delivery a connection, a large group none")
{
    Chat chat(7);
    Chat large(8);
    large.memberCount = 201;
    Device device = deviceWith({&chat, &large});
    large.says(bob);
    receivesHeadOf(device, large);
    device.sendsNothing();
    chat.says(bob);
    receivesHeadOf(device, chat);
    device.sends<protocol::Delivered>();
    device.isRefused(ErrorCode::Unsupported);
    chat.says(bob);
    receivesHeadOf(device, chat);
    device.waits(Milliseconds(2000));
    device.sendsNothing();
}

TEST_CASE("deliveries of others only rise, and only for this log")
{
    Chat chat(7);
    chat.talks(me.id, 5);
    Device device = deviceWith({&chat});
    device.receives(protocol::Receipts{{{chat.id, chat.epoch, Seq(), Seq(4)}}});
    device.receives(protocol::Receipts{{{chat.id, chat.epoch, Seq(), Seq(2)}}});
    device.receives(protocol::Receipts{{{chat.id, LogEpoch(5), Seq(), Seq(5)}}});
    CHECK(device.in(chat).deliveredToOthers == Seq(4));
    CHECK(device.in(chat).seenByOthers == Seq());
}

} // namespace
} // namespace tidemark::test::delivered_test
