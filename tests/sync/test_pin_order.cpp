#include "tests/sync/device.h"

namespace tidemark::test::pin_order_test {
namespace {

using protocol::ErrorCode;
using protocol::SetSettings;

constexpr ConversationSettings pinned{.pinned = true};

/// A device of an account with a pinned conversation and one that is not.
struct Scene {
    Chat chat{7};
    Chat other{8};
    Device device;

    Scene()
    {
        chat.changes(pinned);
        device.comesOnline({&chat, &other});
        device.catchesUp({&chat, &other});
    }
    void orders(std::uint32_t order) { device.does(input::OrderPin{CommandId(5), chat.id, order}); }
    /// The server takes the place that the device sends, and answers.
    SetSettings sendsAndAnswers()
    {
        const auto sent = device.sends<SetSettings>();
        CHECK(sent.onlyPinOrder);
        CHECK_FALSE(sent.keepsPinOrder);
        chat.settings.pinOrder = chat.settings.pinned ? sent.settings.pinOrder : 0;
        ++chat.version;
        device.answers(chat.states());
        return sent;
    }
    [[nodiscard]] std::uint32_t wanted() const { return device.in(chat).wantedPinOrder; }
    [[nodiscard]] std::uint32_t order() const { return device.in(chat).settings.pinOrder; }
    [[nodiscard]] std::optional<ErrorCode> result() const
    {
        return device.changes<change::CommandDone>().at(0).error;
    }
};

TEST_CASE_FIXTURE(Scene, "a place is kept at once, is sent once without other settings, and agrees")
{
    orders(40);
    CHECK(result() == std::nullopt);
    CHECK(wanted() == 40);
    CHECK_FALSE(device.engine().isFlushed());
    CHECK(sendsAndAnswers().settings.pinOrder == 40);
    CHECK(order() == 40);
    CHECK(wanted() == 0);
    CHECK(device.engine().isFlushed());
    orders(40);
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Scene, "a place survives days offline and a restart, and wins when it is sent")
{
    device.losesConnection();
    orders(40);
    orders(30);
    device.restarts();
    CHECK(wanted() == 30);
    chat.changes({.muted = true, .pinned = true, .pinOrder = 99});
    device.comesOnline({&chat, &other});
    CHECK_MESSAGE(wanted() == 30, "the newer state does not end the wish");
    CHECK(sendsAndAnswers().settings.pinOrder == 30);
    CHECK(order() == 30);
    CHECK(device.in(chat).settings.muted);
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Scene, "a second move waits for the answer to the first one")
{
    orders(40);
    const auto first = device.sends<SetSettings>();
    orders(20);
    device.sendsNothing();
    chat.changes({.pinned = true, .pinOrder = first.settings.pinOrder});
    device.answers(chat.states());
    CHECK(wanted() == 20);
    CHECK(sendsAndAnswers().settings.pinOrder == 20);
    CHECK(wanted() == 0);
}

TEST_CASE_FIXTURE(Scene, "a place ends with the pin and with the membership")
{
    device.losesConnection();
    orders(40);
    SUBCASE("unpinned")
    {
        chat.changes({});
    }
    SUBCASE("left")
    {
        chat.leaves();
    }
    device.comesOnline({&chat, &other});
    CHECK(wanted() == 0);
    device.sendsNothing();
    CHECK(device.engine().isFlushed());
}

TEST_CASE_FIXTURE(Scene, "a refused place is given up; an overloaded server gets it later")
{
    orders(40);
    device.sends<SetSettings>();
    device.isRefused(ErrorCode::TooFast, Milliseconds(3000));
    device.waits(Milliseconds(2900));
    device.sendsNothing();
    device.waits(Milliseconds(200));
    device.sends<SetSettings>();
    device.isRefused(ErrorCode::OldGeneration);
    CHECK(wanted() == 0);
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Scene, "an unanswered place is sent again")
{
    orders(40);
    device.sends<SetSettings>();
    device.losesConnection();
    device.comesOnline({&chat, &other});
    CHECK(sendsAndAnswers().settings.pinOrder == 40);
}

TEST_CASE_FIXTURE(Scene, "only pinned conversations of members have a place")
{
    device.does(input::OrderPin{CommandId(5), other.id, 40});
    CHECK(result() == ErrorCode::Malformed);
    device.does(input::OrderPin{CommandId(5), ConversationId(99), 40});
    CHECK(result() == ErrorCode::NoSuchConversation);
    orders(0);
    CHECK(result() == ErrorCode::Malformed);
    device.sendsNothing();
}

} // namespace
} // namespace tidemark::test::pin_order_test
