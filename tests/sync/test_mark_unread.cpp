#include "tests/sync/device.h"

namespace tidemark::test::mark_unread_test {
namespace {

using protocol::ErrorCode;

Device deviceWith(const Chat& chat)
{
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    return device;
}

TEST_CASE("I6: mark unread makes the next epoch, shows at once and is sent at once")
{
    Chat chat(7);
    chat.talks(bob, 10);
    chat.reads(Seq(10));
    Device device = deviceWith(chat);
    device.marksUnread(chat, Seq(8));
    CHECK(device.badge(chat).unread == 3);
    CHECK(device.in(chat).cursor == Cursor{1, Seq(7)});
    CHECK(device.writes<write::PutIntent>() == 1);
    const auto mark = device.sends<protocol::MarkUnread>();
    CHECK(mark.from == Seq(8));
    CHECK(mark.uuid == uuidOf(900));
    device.answers(chat.accepts(mark));
    CHECK(device.engine().isFlushed());
    device.agreesWith(chat);
}

TEST_CASE("I13: a mark is sent again with the same uuid until it is answered, and counts once")
{
    Chat chat(7);
    chat.talks(bob, 10);
    chat.reads(Seq(10));
    Device device = deviceWith(chat);
    device.marksUnread(chat, Seq(8));
    const auto first = device.sends<protocol::MarkUnread>();
    SUBCASE("lost on the way there") {}
    SUBCASE("lost on the way back")
    {
        chat.accepts(first);
    }
    device.restarts();
    CHECK(device.badge(chat).unread == 3);
    device.comesOnline({&chat});
    CHECK(device.badge(chat).unread == 3);
    const auto again = device.sends<protocol::MarkUnread>();
    CHECK(again == first);
    device.answers(chat.accepts(again));
    CHECK(chat.cursor == Cursor{1, Seq(7)});
    CHECK(device.engine().isFlushed());
    device.agreesWith(chat);
}

TEST_CASE("a read that follows a mark belongs to the epoch that the mark makes")
{
    Chat chat(7);
    chat.talks(bob, 10);
    chat.reads(Seq(10));
    Device device = deviceWith(chat);
    device.marksUnread(chat, Seq(4));
    const auto mark = device.sends<protocol::MarkUnread>();
    const RequestId request = device.lastRequest();
    device.reads(chat, Seq(9));
    CHECK(device.badge(chat).unread == 1);
    CHECK(device.in(chat).cursor == Cursor{1, Seq(9)});
    device.sendsNothing();
    SUBCASE("answered")
    {
        device.receives(chat.accepts(mark), request);
    }
    SUBCASE("pushed by another change before it is answered")
    {
        const protocol::States answer = chat.accepts(mark);
        chat.changes({true, false, false});
        device.receives(chat.states());
        CHECK(device.badge(chat).unread == 1);
        device.receives(answer, request);
    }
    SUBCASE("after a restart, the answer lost")
    {
        chat.accepts(mark);
        device.restarts();
        device.comesOnline({&chat});
        device.answers(chat.accepts(device.sends<protocol::MarkUnread>()));
    }
    CHECK(device.badge(chat).unread == 1);
    device.waits(Milliseconds(1000));
    const auto read = device.sends<protocol::Read>();
    CHECK(read.intents[0].cursor == Cursor{1, Seq(9)});
    device.answers(chat.accepts(read.intents[0]));
    device.agreesWith(chat);
    CHECK(device.engine().isFlushed());
}

TEST_CASE("a mark while a read is on its way: the read's answer does not undo it")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith(chat);
    device.reads(chat, Seq(10));
    const auto read = device.sends<protocol::Read>();
    const RequestId request = device.lastRequest();
    device.marksUnread(chat, Seq(6));
    const auto mark = device.sends<protocol::MarkUnread>();
    const RequestId markRequest = device.lastRequest();
    device.receives(chat.accepts(read.intents[0]), request);
    CHECK(device.badge(chat).unread == 5);
    device.receives(chat.accepts(mark), markRequest);
    device.agreesWith(chat);
    CHECK(device.badge(chat).unread == 5);
    CHECK(device.engine().isFlushed());
}

TEST_CASE("a second mark takes the place of the first")
{
    Chat chat(7);
    chat.talks(bob, 10);
    chat.reads(Seq(10));
    Device device = deviceWith(chat);
    device.marksUnread(chat, Seq(4), 1);
    const auto first = device.sends<protocol::MarkUnread>();
    const RequestId request = device.lastRequest();
    device.marksUnread(chat, Seq(8), 2);
    const auto second = device.sends<protocol::MarkUnread>();
    const RequestId secondRequest = device.lastRequest();
    device.receives(chat.accepts(first), request);
    CHECK(device.badge(chat).unread == 3);
    CHECK(device.engine().hasReadIntent(chat.id));
    device.receives(chat.accepts(second), secondRequest);
    CHECK(device.engine().isFlushed());
    device.agreesWith(chat);
    CHECK(device.badge(chat).unread == 3);
}

TEST_CASE("I6: when marks of two devices cross, a read of before the other's mark does not undo it")
{
    Chat chat(7);
    chat.talks(bob, 10);
    chat.reads(Seq(10));
    Device device = deviceWith(chat);
    device.marksUnread(chat, Seq(4));
    const auto mark = device.sends<protocol::MarkUnread>();
    device.reads(chat, Seq(10));
    // The server accepts the mark, the answer is lost, and then another device marks.
    chat.accepts(mark);
    chat.marksUnread(Seq(2));
    device.losesConnection();
    device.comesOnline({&chat});
    const auto again = device.sends<protocol::MarkUnread>();
    CHECK(again.uuid == mark.uuid);
    device.answers(chat.states());
    device.sendsNothing();
    device.waits(Milliseconds(1000));
    device.sendsNothing();
    CHECK(device.engine().isFlushed());
    CHECK(device.badge(chat).unread == 9);
    device.agreesWith(chat);
}

TEST_CASE("a mark that another device's mark preceded keeps the read that followed it")
{
    Chat chat(7);
    chat.talks(bob, 10);
    chat.reads(Seq(10));
    Device device = deviceWith(chat);
    device.losesConnection();
    device.marksUnread(chat, Seq(4));
    device.reads(chat, Seq(9));
    chat.marksUnread(Seq(2));
    device.comesOnline({&chat});
    device.answers(chat.accepts(device.sends<protocol::MarkUnread>()));
    CHECK(chat.cursor == Cursor{2, Seq(3)});
    const auto read = device.sends<protocol::Read>();
    CHECK(read.intents[0].cursor == Cursor{2, Seq(9)});
    device.answers(chat.accepts(read.intents[0]));
    CHECK(device.badge(chat).unread == 1);
    device.agreesWith(chat);
}

TEST_CASE("a mark that the server refuses is dropped, and the state requested")
{
    Chat chat(7);
    chat.talks(bob, 10);
    chat.reads(Seq(10));
    Device device = deviceWith(chat);
    device.marksUnread(chat, Seq(4));
    device.sends<protocol::MarkUnread>();
    SUBCASE("for good")
    {
        chat.leaves();
        chat.rejoins();
        device.isRefused(ErrorCode::OldGeneration);
        CHECK_FALSE(device.engine().hasReadIntent(chat.id));
        device.sends<protocol::GetStates>();
        device.answers(chat.states());
    }
    SUBCASE("for now")
    {
        device.isRefused(ErrorCode::Unavailable, Milliseconds(300));
        device.waits(Milliseconds(299));
        device.sendsNothing();
        device.waits(Milliseconds(1));
        device.answers(chat.accepts(device.sends<protocol::MarkUnread>()));
    }
    device.sendsNothing();
    CHECK(device.engine().isFlushed());
    device.agreesWith(chat);
}

TEST_CASE("marks outside of the log and of the known entries are refused at once")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith(chat);
    device.does(input::MarkUnread{CommandId(1), chat.id, uuidOf(1), Seq(11)});
    CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::NoSuchEntry);
    device.does(input::MarkUnread{CommandId(2), chat.id, uuidOf(2), Seq(0)});
    CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::NoSuchEntry);
    device.does(input::MarkUnread{CommandId(3), ConversationId(99), uuidOf(3), Seq(1)});
    CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::NoSuchConversation);
    chat.leaves();
    device.receives(chat.states());
    device.does(input::MarkUnread{CommandId(4), chat.id, uuidOf(4), Seq(1)});
    CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::NotMember);
    device.does(input::MarkRead{CommandId(5), chat.id, Seq(1)});
    CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::NotMember);
    CHECK(device.engine().isFlushed());
}

TEST_CASE("undo: a read is undone by a mark at the old place")
{
    Chat chat(7);
    chat.talks(bob, 10);
    chat.reads(Seq(4));
    Device device = deviceWith(chat);
    device.reads(chat, Seq(10));
    const auto read = device.sends<protocol::Read>();
    device.answers(chat.accepts(read.intents[0]));
    device.marksUnread(chat, Seq(5));
    device.answers(chat.accepts(device.sends<protocol::MarkUnread>()));
    CHECK(device.badge(chat).unread == 6);
    device.agreesWith(chat);
}

} // namespace
} // namespace tidemark::test::mark_unread_test
