#include "tests/sync/device.h"

namespace tidemark::test::typing_test {
namespace {

const User ann{bob, "Ann"};

Device deviceWith(const Chat& chat)
{
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    device.waits(Milliseconds(1000));
    return device;
}

std::size_t typists(const Device& device)
{
    const auto changes = device.changes<change::TypingChanged>();
    return changes.empty() ? 99 : changes.back().users.size();
}

TEST_CASE("typing is sent at once, then at most every three seconds, and expects no answer")
{
    Chat chat(7);
    chat.talks(bob, 2);
    Device device = deviceWith(chat);
    device.does(input::NoteTyping{chat.id});
    CHECK(device.sends<protocol::Typing>().conversation == chat.id);
    CHECK(device.engine().isQuiescent());
    for (int i = 0; i < 29; ++i) {
        device.does(input::NoteTyping{chat.id});
        device.sendsNothing();
        device.waits(Milliseconds(100));
    }
    device.waits(Milliseconds(100));
    device.does(input::NoteTyping{chat.id});
    CHECK(device.sends<protocol::Typing>().conversation == chat.id);
}

TEST_CASE("after a message typing is sent again")
{
    Chat chat(7);
    chat.talks(bob, 2);
    Device device = deviceWith(chat);
    device.does(input::NoteTyping{chat.id});
    (void)device.sends<protocol::Typing>();
    device.types(chat, 1);
    (void)device.sends<protocol::Send>();
    device.does(input::NoteTyping{chat.id});
    (void)device.sends<protocol::Typing>();
}

TEST_CASE("typing offline is not sent, also not later")
{
    Chat chat(7);
    chat.talks(bob, 2);
    Device device = deviceWith(chat);
    device.losesConnection();
    device.does(input::NoteTyping{chat.id});
    device.sendsNothing();
    device.does(input::NoteTyping{ConversationId(99)});
    device.sendsNothing();
}

TEST_CASE("typing is shown for five seconds after the last report")
{
    Chat chat(7);
    chat.talks(bob, 2);
    Device device = deviceWith(chat);
    device.receives(protocol::TypingNow{chat.id, ann});
    CHECK(device.changes<change::TypingChanged>().back().users == std::vector{ann});
    device.waits(Milliseconds(3000));
    device.receives(protocol::TypingNow{chat.id, ann});
    CHECK_MESSAGE(device.changes<change::TypingChanged>().empty(),
                  "a repeated typing notification changes nothing");
    device.waits(Milliseconds(4999));
    CHECK(device.changes<change::TypingChanged>().empty());
    device.waits(Milliseconds(1));
    CHECK(typists(device) == 0);
}

TEST_CASE("a sent message ends typing; older pages change nothing")
{
    Chat chat(7);
    chat.talks(bob, 2);
    Device device = deviceWith(chat);
    device.receives(protocol::TypingNow{chat.id, ann});
    device.receives(protocol::TypingNow{chat.id, {UserId(77), "Bo"}});
    CHECK(typists(device) == 2);
    chat.says(bob);
    device.receives(protocol::Notify{{{chat.id, chat.epoch, chat.head()}}});
    CHECK(device.changes<change::TypingChanged>().empty());
    device.pulls(chat);
    CHECK(typists(device) == 1);
}

TEST_CASE("the end of the connection ends the typing that it reported")
{
    Chat chat(7);
    chat.talks(bob, 2);
    Device device = deviceWith(chat);
    device.receives(protocol::TypingNow{chat.id, ann});
    device.losesConnection();
    CHECK(typists(device) == 0);
}

TEST_CASE("typing in unknown conversations, and on an own device, is not shown")
{
    Chat chat(7);
    chat.talks(bob, 2);
    Device device = deviceWith(chat);
    device.receives(protocol::TypingNow{ConversationId(99), ann});
    CHECK(device.changes<change::TypingChanged>().empty());
    device.receives(protocol::TypingNow{chat.id, me});
    CHECK(device.changes<change::TypingChanged>().empty());
}

TEST_CASE("typing changes nothing stored")
{
    Chat chat(7);
    chat.talks(bob, 2);
    Device device = deviceWith(chat);
    const LocalConversation before = device.in(chat);
    device.receives(protocol::TypingNow{chat.id, ann});
    CHECK(device.effects().writes.empty());
    device.does(input::NoteTyping{chat.id});
    CHECK(device.effects().writes.empty());
    CHECK(device.in(chat) == before);
}

TEST_CASE("members are requested and their names stored")
{
    Chat chat(7);
    chat.talks(bob, 2);
    Device device = deviceWith(chat);
    device.does(input::GetMembers{CommandId(5), chat.id, {}});
    CHECK(device.sends<protocol::GetMembers>().conversation == chat.id);
    device.answers(protocol::Members{chat.id, {{{UserId(41), "New"}, Seq(2)}}, 1});
    const auto done = device.changes<change::CommandDone>();
    REQUIRE(done.size() == 1);
    CHECK(done.front().command == CommandId(5));
    const auto members = done.front().resultAs<protocol::Members>();
    CHECK(members.memberCount == 1);
    REQUIRE(members.members.size() == 1);
    CHECK(members.members.front().seen == Seq(2));
    CHECK(device.writes<write::PutUsers>() == 1);
}

TEST_CASE("an answer to another request is not accepted")
{
    Chat chat(7);
    Device device = deviceWith(chat);
    device.does(input::GetMembers{CommandId(5), chat.id, {}});
    device.sends<protocol::GetMembers>();
    device.answers(protocol::Readers{chat.id, Seq(2), {{UserId(41), "New"}}, {UnixMs{9}}, 8, 3});
    const auto done = device.changes<change::CommandDone>();
    REQUIRE(done.size() == 1);
    CHECK(done.front().resultAs<protocol::Members>() == protocol::Members());
}

TEST_CASE("a page of readers is requested, and comes with their number")
{
    Chat chat(7);
    chat.talks(bob, 2);
    Device device = deviceWith(chat);
    device.does(input::GetReaders{CommandId(5), chat.id, Seq(2), UserId(40)});
    CHECK(device.sends<protocol::GetReaders>() == protocol::GetReaders{chat.id, Seq(2), UserId(40)});
    device.answers(protocol::Readers{chat.id, Seq(2), {{UserId(41), "New"}}, {UnixMs{9}}, 8, 3});
    const auto done = device.changes<change::CommandDone>();
    REQUIRE(done.size() == 1);
    CHECK(done.front().command == CommandId(5));
    const auto readers = done.front().resultAs<protocol::Readers>();
    CHECK(readers.users == std::vector<User>{{UserId(41), "New"}});
    CHECK(readers.readAt == std::vector{UnixMs{9}});
    CHECK(readers.memberCount == 8);
    CHECK(readers.readerCount == 3);
    CHECK(device.writes<write::PutUsers>() == 1);
}

} // namespace
} // namespace tidemark::test::typing_test
