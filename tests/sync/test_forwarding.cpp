#include "tests/sync/device.h"

#include <algorithm>

namespace tidemark::test::forwarding_test {
namespace {

using protocol::ErrorCode;

Device deviceWith(std::initializer_list<const Chat*> chats)
{
    Device device;
    device.comesOnline(chats);
    device.catchesUp(chats);
    return device;
}

/// `words` is the device's copy.
input::Send forward(const Chat& from, Seq seq, const Chat& to, std::uint64_t number,
                    const std::string& words = "words")
{
    return {to.id, uuidOf(number),
            content::Message{.text = words, .source = {from.id, {}, seq}, .forwarded = {bob, UnixMs{5}}}};
}

/// The server takes the message, with words of its own.
protocol::SendAck takes(Chat& chat, const protocol::Send& send, const std::string& words)
{
    const Seq seq = chat.says(me.id, words, false, send.uuid);
    return {chat.id, chat.epoch, send.uuid, seq, UnixMs{9}, false};
}

ForwardSource sourceOf(const protocol::Send& send)
{
    return std::get<content::Message>(send.content).source;
}

TEST_CASE("I4, I15: a forward names the message and its log, and is an own message that reads nothing")
{
    Chat from(7);
    Chat to(8);
    from.talks(bob, 3);
    to.talks(carol, 2);
    Device device = deviceWith({&from, &to});
    device.does(forward(from, Seq(2), to, 1));
    const auto send = device.sends<protocol::Send>();
    CHECK(send.conversation == to.id);
    CHECK(sourceOf(send) == ForwardSource{from.id, from.epoch, Seq(2)});
    CHECK_FALSE(send.draftVersion);
    device.answers(takes(to, send, "words"));
    CHECK(device.badge(to) == ReadCounts{2, 0, 0});
    CHECK(device.badge(from) == ReadCounts{3, 0, 0});
    device.catchesUp({&from, &to});
    CHECK(device.store().pending().empty());
    device.agreesWith(from);
    device.agreesWith(to);
}

TEST_CASE("the entry of a forward is pulled, because only the server knows its words")
{
    Chat from(7);
    Chat to(8);
    from.talks(bob, 1);
    to.talks(carol, 1);
    Device device = deviceWith({&from, &to});
    device.does(forward(from, Seq(1), to, 1, "before an edit"));
    const auto send = device.sends<protocol::Send>();
    device.answers(takes(to, send, "after an edit"));
    CHECK(device.store().entry(to.id, Seq(2)) == nullptr);
    device.catchesUp({&from, &to});
    REQUIRE(device.store().entry(to.id, Seq(2)) != nullptr);
    CHECK(textOf(*device.store().entry(to.id, Seq(2))) == "after an edit");
    CHECK(device.store().pending().empty());
}

TEST_CASE("I2: forwards made offline survive a restart and go in order, each after the one before")
{
    Chat from(7);
    Chat to(8);
    from.talks(bob, 5);
    Device device = deviceWith({&from, &to});
    device.losesConnection();
    for (std::uint64_t seq = 2; seq <= 4; ++seq) {
        device.does(forward(from, Seq(seq), to, seq));
    }
    device.types(to, 9, "a comment");
    device.restarts();
    CHECK(device.store().pending().size() == 4);
    device.comesOnline({&from, &to});
    MessageUuid previous;
    for (std::uint64_t seq = 2; seq <= 4; ++seq) {
        const auto send = device.sends<protocol::Send>();
        CHECK(sourceOf(send) == ForwardSource{from.id, from.epoch, Seq(seq)});
        CHECK(send.after == previous);
        previous = send.uuid;
        device.answers(takes(to, send, "words"));
    }
    const auto comment = device.sends<protocol::Send>();
    CHECK(comment.after == previous);
    CHECK_FALSE(sourceOf(comment).isValid());
}

TEST_CASE("I14: a forward keeps the log in which its user saw the message")
{
    Chat from(7);
    Chat to(8);
    from.talks(bob, 5);
    Device device = deviceWith({&from, &to});
    const LogEpoch seen = from.epoch;
    device.losesConnection();
    device.does(forward(from, Seq(4), to, 1));
    from.losesLogAfter(Seq(2), LogEpoch(99));
    from.talks(carol, 5);
    device.comesOnline({&from, &to});
    CHECK(device.in(from).logEpoch == LogEpoch(99));
    const PendingMessage& pending = device.store().pending().at(uuidOf(1));
    CHECK(std::get<content::Message>(pending.content).source.logEpoch == seen);
}

TEST_CASE("a refused forward fails with its reason, and the next one goes on")
{
    Chat from(7);
    Chat to(8);
    from.talks(bob, 2);
    Device device = deviceWith({&from, &to});
    device.does(forward(from, Seq(1), to, 1));
    device.does(forward(from, Seq(2), to, 2));
    static_cast<void>(device.sends<protocol::Send>());
    device.isRefused(ErrorCode::ForwardingForbidden);
    REQUIRE(device.changes<change::MessageFailed>().size() == 1);
    CHECK(device.changes<change::MessageFailed>().front().error == ErrorCode::ForwardingForbidden);
    const PendingMessage& failed = device.store().pending().at(uuidOf(1));
    CHECK(failed.state == PendingMessage::State::Failed);
    CHECK(std::get<content::Message>(failed.content).text == "words");
    const auto second = device.sends<protocol::Send>();
    device.isRefused(ErrorCode::PredecessorMissing, Milliseconds(10));
    device.waits(Milliseconds(1000));
    const auto again = device.sends<protocol::Send>();
    CHECK(again.uuid == second.uuid);
    CHECK_FALSE(again.after.isValid());
}

TEST_CASE("files of a forward are with the server, so nothing waits for them")
{
    Chat from(7);
    Chat to(8);
    from.talks(bob, 1);
    Device device = deviceWith({&from, &to});
    input::Send send = forward(from, Seq(1), to, 1);
    std::get<content::Message>(send.content).attachments = {{}, {}};
    device.does(send);
    CHECK(device.sends<protocol::Send>().uuid == uuidOf(1));
    device.does(input::RemoveAttachment{uuidOf(1), 0});
    CHECK(std::get<content::Message>(device.store().pending().at(uuidOf(1)).content).attachments.size() == 2);
}

TEST_CASE("a message of a conversation that the user does not know or has left is not forwarded")
{
    Chat from(7);
    Chat left(6);
    Chat to(8);
    left.talks(bob, 1);
    Device device = deviceWith({&left, &to});
    left.leaves();
    device.receives(left.states());
    device.does(forward(from, Seq(1), to, 1));
    REQUIRE(device.changes<change::MessageFailed>().size() == 1);
    CHECK(device.changes<change::MessageFailed>().front().error == ErrorCode::NoSuchConversation);
    device.does(forward(left, Seq(1), to, 2));
    REQUIRE(device.changes<change::MessageFailed>().size() == 1);
    CHECK(device.changes<change::MessageFailed>().front().error == ErrorCode::NotMember);
    CHECK(device.store().pending().empty());
    device.sendsNothing();
}

} // namespace
} // namespace tidemark::test::forwarding_test
