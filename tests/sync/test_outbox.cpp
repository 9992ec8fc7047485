#include "tests/sync/device.h"

#include <algorithm>
#include <chrono>

namespace tidemark::test::outbox_test {
namespace {

using protocol::ErrorCode;

Device deviceWith(std::initializer_list<const Chat*> chats)
{
    Device device;
    device.comesOnline(chats);
    device.catchesUp(chats);
    return device;
}

const PendingMessage& pending(const Device& device, std::uint64_t number)
{
    const auto found = device.store().pending().find(uuidOf(number));
    REQUIRE(found != device.store().pending().end());
    return found->second;
}

/// Answers sends in their order until the device sends no more.
void acceptsAll(Device& device, Chat& chat)
{
    while (device.sentCount() > 0) {
        device.answers(chat.accepts(device.sends<protocol::Send>()));
    }
}

TEST_CASE("I2: a message is stored before it is sent, and sent at once")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    device.types(chat, 1, "hello");
    CHECK(device.writes<write::PutPending>() == 1);
    CHECK(pending(device, 1).state == PendingMessage::State::Queued);
    CHECK_FALSE(device.engine().isFlushed());
    const auto send = device.sends<protocol::Send>();
    CHECK(send.uuid == uuidOf(1));
    CHECK_FALSE(send.after.isValid());
    CHECK(std::get<content::Message>(send.content).text == "hello");
}

TEST_CASE("an acknowledged message that extends the held range needs no pull")
{
    Chat chat(7);
    chat.talks(bob, 2);
    Device device = deviceWith({&chat});
    device.types(chat, 1, "hello");
    device.answers(chat.accepts(device.sends<protocol::Send>()));
    REQUIRE(device.changes<change::MessageAcked>().size() == 1);
    CHECK(device.changes<change::MessageAcked>()[0].seq == Seq(3));
    CHECK(textOf(*device.store().entry(chat.id, Seq(3))) == "hello");
    CHECK(device.store().pending().empty());
    device.receives(chat.notify());
    device.sendsNothing();
    device.agreesWith(chat);
    CHECK(device.holdsAllOf(chat));
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("an acknowledged message beyond a gap waits for its place")
{
    Chat chat(7);
    chat.talks(bob, 2);
    Device device = deviceWith({&chat});
    device.types(chat, 1);
    const auto send = device.sends<protocol::Send>();
    const RequestId request = device.lastRequest();
    chat.talks(bob, 1);
    device.receives(chat.accepts(send), request);
    CHECK(device.changes<change::MessageAcked>().size() == 1);
    CHECK(pending(device, 1).state == PendingMessage::State::Acked);
    CHECK(pending(device, 1).seq == Seq(4));
    CHECK_FALSE(device.engine().isQuiescent());
    const auto pull = device.pulls(chat);
    CHECK(pull.after == Seq(2));
    CHECK(device.changes<change::MessageAcked>().empty());
    CHECK(device.store().pending().empty());
    device.agreesWith(chat);
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("I2: an acknowledged message whose entry is held already leaves the outbox")
{
    Chat chat(7);
    chat.talks(bob, 2);
    Device device = deviceWith({&chat});
    device.types(chat, 1, "hello");
    const auto send = device.sends<protocol::Send>();
    device.answers(chat.accepts(send));
    REQUIRE(device.store().pending().empty());
    device.types(chat, 1, "hello");
    REQUIRE(device.sends<protocol::Send>() == send);
    device.answers(chat.accepts(send));
    CHECK(device.store().pending().empty());
    CHECK(device.engine().isQuiescent());
    device.agreesWith(chat);
}

TEST_CASE("messages go in order, each naming the one before")
{
    Chat one(1);
    Chat two(2);
    Device device = deviceWith({&one, &two});
    device.types(one, 1);
    device.types(two, 2);
    device.types(one, 3);
    device.types(one, 4);
    CHECK_FALSE(device.sends<protocol::Send>().after.isValid());
    CHECK_FALSE(device.sends<protocol::Send>().after.isValid());
    CHECK(device.sends<protocol::Send>().after == uuidOf(1));
    CHECK(device.sends<protocol::Send>().after == uuidOf(3));
    CHECK(pending(device, 1).order < pending(device, 2).order);
    CHECK(pending(device, 2).order < pending(device, 3).order);
}

TEST_CASE("I2: the acknowledgement lost: a pull brings the own message, and nothing is sent again")
{
    Chat chat(7);
    chat.talks(bob, 2);
    Device device = deviceWith({&chat});
    device.types(chat, 1);
    chat.accepts(device.sends<protocol::Send>());
    SUBCASE("on the same connection")
    {
        device.receives(chat.notify());
        device.pulls(chat);
    }
    SUBCASE("after a reconnect: asked for again with the same uuid at most")
    {
        device.losesConnection();
        device.comesOnline({&chat});
        const auto again = device.sends<protocol::Send>();
        const RequestId request = device.lastRequest();
        CHECK(again.uuid == uuidOf(1));
        device.pulls(chat);
        CHECK(device.changes<change::MessageAcked>().size() == 1);
        device.receives(chat.accepts(again), request);
        CHECK(device.changes<change::MessageAcked>().empty());
    }
    CHECK(device.store().pending().empty());
    CHECK(chat.head() == Seq(3));
    device.agreesWith(chat);
    CHECK(device.holdsAllOf(chat));
    device.waits(Milliseconds(60000));
    device.sendsNothing();
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("I2: a duplicate acknowledgement counts as an acknowledgement")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    device.types(chat, 1);
    chat.accepts(device.sends<protocol::Send>());
    device.restarts();
    device.comesOnline({});
    const protocol::SendAck ack = chat.accepts(device.sends<protocol::Send>());
    CHECK(ack.duplicate);
    device.answers(ack);
    device.answers(ack);
    CHECK(device.store().pending().empty());
    CHECK(chat.head() == Seq(1));
    CHECK(device.holdsAllOf(chat));
}

TEST_CASE("being asked to wait is not a failed try, and further messages wait until the first one is taken")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    device.types(chat, 1);
    device.types(chat, 2);
    device.sends<protocol::Send>();
    const RequestId first = device.lastRequest();
    device.sends<protocol::Send>();
    device.isRefused(ErrorCode::PredecessorMissing);
    device.receives(protocol::Error{ErrorCode::TooFast, Milliseconds(400), {}}, first);
    for (int i = 0; i < 20; ++i) {
        device.waits(Milliseconds(399));
        device.sendsNothing();
        device.waits(Milliseconds(1));
        // A second message would be refused, too, and would use up what the first one waits for.
        CHECK(device.sends<protocol::Send>().uuid == uuidOf(1));
        device.sendsNothing();
        device.isRefused(ErrorCode::TooFast, Milliseconds(400));
    }
    device.waits(Milliseconds(400));
    CHECK(pending(device, 1).attempts == 0);
    CHECK(pending(device, 2).attempts == 0);
    acceptsAll(device, chat);
    CHECK(chat.head() == Seq(2));
    CHECK(device.engine().isFlushed());
}

TEST_CASE("a request to wait is shown with its time, and marks no message as failed")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    device.types(chat, 1);
    device.sends<protocol::Send>();
    device.isRefused(ErrorCode::TooFast, Milliseconds(12000));
    const auto waits = device.changes<change::SendCooldown>();
    REQUIRE(waits.size() == 1);
    CHECK(waits[0].conversation == chat.id);
    CHECK(waits[0].time == Milliseconds(12000));
    CHECK(device.changes<change::MessageFailed>().empty());
    device.waits(Milliseconds(12000));
    device.sends<protocol::Send>();
    device.isRefused(ErrorCode::PredecessorMissing);
    CHECK_MESSAGE(device.changes<change::SendCooldown>().empty(), "this refusal is no rate limit");
}

TEST_CASE("a request to wait in one conversation lets the others go on")
{
    Chat one(1);
    Chat two(2);
    Device device = deviceWith({&one, &two});
    device.types(one, 1);
    device.sends<protocol::Send>();
    device.isRefused(ErrorCode::TooFast, Milliseconds(5000));
    device.types(one, 2);
    device.types(two, 3);
    CHECK(device.sends<protocol::Send>().uuid == uuidOf(3));
    device.sendsNothing();
}

TEST_CASE("a bounded number of tries, then a failure that the user sees, retries or deletes")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    device.types(chat, 1);
    const std::uint32_t tries = EngineConfig{}.maxSendAttempts;
    SUBCASE("no answers")
    {
        for (std::uint32_t i = 1; i <= tries; ++i) {
            device.sends<protocol::Send>();
            device.waits(Milliseconds(15000));
        }
    }
    SUBCASE("the server cannot commit")
    {
        Milliseconds waited{0};
        for (std::uint32_t i = 1; i <= tries; ++i) {
            device.sends<protocol::Send>();
            device.isRefused(ErrorCode::Unavailable, Milliseconds(1000));
            if (i < tries) {
                const auto wait = std::min(Milliseconds(1000) * (1 << (i - 1)), EngineConfig{}.backoffCap);
                device.waits(wait - Milliseconds(1));
                device.sendsNothing();
                device.waits(Milliseconds(1));
                waited += wait;
            }
        }
        CHECK_MESSAGE(waited >= std::chrono::minutes(3), "the device outlasts a fault of some minutes");
    }
    device.sendsNothing();
    CHECK(pending(device, 1).state == PendingMessage::State::Failed);
    CHECK(pending(device, 1).error == ErrorCode::Unavailable);
    REQUIRE(device.changes<change::MessageFailed>().size() == 1);
    CHECK(device.engine().isFlushed());
    device.restarts();
    device.comesOnline({&chat});
    device.sendsNothing();

    device.does(input::RetryPending{uuidOf(1)});
    CHECK(pending(device, 1).attempts == 0);
    const auto send = device.sends<protocol::Send>();
    CHECK(send.uuid == uuidOf(1));
    device.answers(chat.accepts(send));
    CHECK(device.store().pending().empty());
}

TEST_CASE("a permanent refusal fails at once, and does not hold up other messages")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    device.types(chat, 1);
    device.types(chat, 2);
    device.sends<protocol::Send>();
    device.isRefused(ErrorCode::TextTooLong);
    CHECK(pending(device, 1).state == PendingMessage::State::Failed);
    CHECK(device.changes<change::MessageFailed>().at(0).error == ErrorCode::TextTooLong);
    CHECK(device.sends<protocol::Send>().after == uuidOf(1));
    device.isRefused(ErrorCode::PredecessorMissing);
    device.waits(Milliseconds(50));
    const auto send = device.sends<protocol::Send>();
    CHECK_FALSE(send.after.isValid());
    device.answers(chat.accepts(send));

    device.does(input::DeletePending{uuidOf(1)});
    CHECK(device.store().pending().empty());
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("a message on its way cannot be deleted, a waiting one can")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    device.types(chat, 1);
    device.does(input::DeletePending{uuidOf(1)});
    CHECK(device.store().pending().size() == 1);
    device.losesConnection();
    device.does(input::DeletePending{uuidOf(1)});
    CHECK(device.store().pending().empty());
    device.comesOnline({&chat});
    device.sendsNothing();
}

TEST_CASE("messages written offline survive restarts and are sent in their order")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device = deviceWith({&chat});
    device.losesConnection();
    for (std::uint64_t number = 1; number <= 20; ++number) {
        device.types(chat, number, std::to_string(number));
        if (number % 7 == 0) {
            device.restarts();
        }
    }
    chat.talks(carol, 2);
    device.comesOnline({&chat});
    std::uint64_t expected = 1;
    while (device.sentCount() > 0) {
        if (expected <= 20) {
            const auto send = device.sends<protocol::Send>();
            CHECK(send.uuid == uuidOf(expected));
            device.answers(chat.accepts(send));
            ++expected;
        } else {
            device.pulls(chat);
        }
    }
    CHECK(device.store().pending().empty());
    CHECK(chat.head() == Seq(25));
    device.catchesUp({&chat});
    device.agreesWith(chat);
    CHECK(device.holdsAllOf(chat));
}

TEST_CASE("a repeated input is one message; a conversation that is not the user's takes none")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    device.types(chat, 1);
    device.types(chat, 1);
    device.sends<protocol::Send>();
    device.sendsNothing();
    Chat other(9);
    device.types(other, 2);
    CHECK(device.changes<change::MessageFailed>().at(0).error == ErrorCode::NoSuchConversation);
    chat.leaves();
    device.receives(chat.states());
    device.types(chat, 3);
    CHECK(device.changes<change::MessageFailed>().at(0).error == ErrorCode::NotMember);
    CHECK(device.store().pending().size() == 1);
}

TEST_CASE("an acknowledged message of a conversation that was left does not keep the device busy")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    device.types(chat, 1);
    const auto send = device.sends<protocol::Send>();
    const RequestId request = device.lastRequest();
    chat.talks(bob, 1);
    const protocol::SendAck ack = chat.accepts(send);
    chat.leaves();
    device.receives(chat.states());
    device.receives(ack, request);
    CHECK(device.engine().isFlushed());
    CHECK(device.engine().isQuiescent());
    CHECK(device.store().pending().empty());
}

TEST_CASE("an acknowledged message that is not pulled does not delay a flush")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    device.types(chat, 1);
    const auto send = device.sends<protocol::Send>();
    const RequestId request = device.lastRequest();
    chat.talks(bob, 1);
    device.receives(chat.accepts(send), request);
    CHECK(device.engine().isFlushed());
    CHECK_FALSE(device.engine().isQuiescent());
}

TEST_CASE("edits and recalls travel like messages and come back by a pull")
{
    Chat chat(7);
    chat.says(me.id, "teh", false, uuidOf(90));
    Device device = deviceWith({&chat});
    device.does(input::Send{chat.id, uuidOf(1), content::Edit{Seq(1), "the"}});
    device.answers(chat.accepts(device.sends<protocol::Send>()));
    CHECK(pending(device, 1).state == PendingMessage::State::Acked);
    device.pulls(chat);
    CHECK(textOf(*device.store().entry(chat.id, Seq(1))) == "the");
    CHECK(device.changes<change::EntriesAdded>().at(0).marked == std::vector{Seq(1)});
    device.does(input::Send{chat.id, uuidOf(2), content::Recall{Seq(1)}});
    device.answers(chat.accepts(device.sends<protocol::Send>()));
    device.pulls(chat);
    CHECK(fieldsOf(device.store().entry(chat.id, Seq(1))->content).recalledBy == Seq(3));
    CHECK(device.store().pending().empty());
    device.agreesWith(chat);
}

TEST_CASE("sends in flight are bounded")
{
    EngineConfig config;
    config.maxSendsInFlight = 3;
    Chat chat(7);
    Device device(config);
    device.comesOnline({&chat});
    for (std::uint64_t number = 1; number <= 10; ++number) {
        device.types(chat, number);
    }
    CHECK(device.sentCount() == 3);
    acceptsAll(device, chat);
    CHECK(chat.head() == Seq(10));
    CHECK(device.holdsAllOf(chat));
    for (std::uint64_t seq = 1; seq <= 10; ++seq) {
        CHECK(device.store().entry(chat.id, Seq(seq))->uuid == uuidOf(seq));
    }
}

} // namespace
} // namespace tidemark::test::outbox_test
