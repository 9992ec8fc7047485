// The wall clock jumps by hours (I16).
#include "server-stub/hub/contract/audit.h"
#include "tests/hub/hub_world.h"

namespace tidemark::server::clock_test {

namespace {

constexpr Milliseconds hours{9 * 3600000};

/// Ada sends, and bob reads on two devices.
struct Jumping {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    ConversationId group;

    Jumping()
    {
        world.jump(100 * hours); // clocks do not go below 1970
        ada.enter();
        bob.enter();
        group = ada.createGroup("group", {"bob"});
    }
};

} // namespace

TEST_CASE_FIXTURE(Jumping, "I16: order, unread and reads stay while the clock jumps in both directions")
{
    Seq last = bob.state(group).head;
    std::uint64_t unread = 0;
    for (const Milliseconds distance : {Milliseconds(0), hours, -2 * hours, hours}) {
        world.jump(distance);
        CHECK(ada.send(group, "message").seq == next(last));
        last = next(last);
        CHECK(bob.state(group).counts.unread == ++unread);
    }
    world.jump(-hours);
    CHECK(bob.read(group, last.value - 1).counts.unread == 1);
    world.jump(hours);
    CHECK(bob.read(group, last.value - 2).counts.unread == 1);
    CHECK(audit(world.store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Jumping, "a jump of the clock disconnects no user and changes no answer to a sign-in")
{
    ada.send(group, "message");
    for (const Milliseconds distance : {hours, -2 * hours}) {
        world.jump(distance);
        world.pass(Milliseconds(60000));
        CHECK(world.closed.empty());
        Client again(world, "bob");
        again.token = bob.token;
        again.hello();
        CHECK(again.state(group).counts.unread == 1);
    }
}

TEST_CASE_FIXTURE(Jumping, "a message that is sent again after a jump is the same one (I2)")
{
    const protocol::Send request = ada.message(group, "once");
    const auto first = ada.ask<protocol::SendAck>(request);
    for (const Milliseconds distance : {hours, -2 * hours}) {
        world.jump(distance);
        const auto repeated = ada.ask<protocol::SendAck>(request);
        CHECK(repeated.duplicate);
        CHECK(repeated.seq == first.seq);
        CHECK(repeated.at == first.at);
    }
    CHECK(bob.state(group).counts.unread == 1);
}

TEST_CASE_FIXTURE(Jumping, "an hour's mute ends when the wall clock says so")
{
    ada.send(group, "message");
    constexpr std::uint32_t hour = 3600;
    static_cast<void>(
        bob.askState(protocol::SetSettings{group, Generation(1), ConversationSettings{.muted = true}, hour}));
    world.jump(-hours);
    world.pass(Milliseconds(3600000));
    CHECK(bob.state(group).settings.muted);
    world.jump(hours);
    world.pass(Milliseconds(3600000));
    CHECK_FALSE(bob.state(group).settings.muted);
    CHECK(audit(world.store) == std::vector<std::string>());
}

} // namespace tidemark::server::clock_test
