#include "server-stub/hub/contract/rate_limiter.h"
#include "server-stub/hub/requests/catching_up.h"
#include "tests/hub/hub_world.h"

namespace tidemark::server::large_test {

namespace {

/// Makes `user` a member of `conversation` without any check.
void putMember(Store& store, ConversationId conversation, UserId user)
{
    MemberRecord member;
    member.conversation = conversation;
    member.user = user;
    member.isMember = true;
    member.generation = Generation(1);
    member.version = 1;
    store.members().put(member);
}

} // namespace

TEST_CASE("a user of 10,000 conversations gets their states in parts of a bounded size")
{
    constexpr std::size_t many = 10000;
    HubWorld world;
    Client ada(world, "ada");
    ada.signUp();
    world.store.begin();
    for (std::size_t i = 0; i < many; ++i) {
        ConversationRecord record;
        record.title = "group " + std::to_string(i);
        record.logEpoch = LogEpoch(i + 1);
        record.creator = ada.user;
        putMember(world.store, world.store.conversations().insert(record, {}), ada.user);
    }
    REQUIRE(world.store.commit());
    std::vector<HeldState> held;
    std::size_t frames = 0;
    for (const protocol::ServerFrame& frame : ada.ask(ada.helloFrame())) {
        const auto* states = std::get_if<protocol::States>(&frame);
        if (states == nullptr) {
            continue;
        }
        ++frames;
        CHECK(states->states.size() <= CatchingUp::statesInFrame);
        for (const ConversationState& state : states->states) {
            held.push_back({state.id, state.logEpoch, state.head, state.cursor, state.version});
        }
    }
    CHECK(frames == many / CatchingUp::statesInFrame);
    REQUIRE(held.size() == many);
    CHECK(ada.ask<protocol::HeartbeatAck>(protocol::Heartbeat{digestOf(held)}).agree);
    CHECK_MESSAGE(ada.ask<protocol::States>(protocol::Sync{held}).states.empty(),
                  "the server does not repeat states that the device holds");
    CHECK(ada.ask<protocol::TotalsNow>(protocol::GetTotals{}).unread == 0);
}

TEST_CASE("I17: a very large group costs as much as its online members")
{
    constexpr std::uint64_t many = 100000;
    HubWorld world;
    world.config.limits.largeGroupMembers = many;
    world.restart();
    Client ada(world, "ada");
    ada.enter();
    Client bob(world, "bob");
    bob.enter();
    const ConversationId group = ada.createGroup("everybody", {"bob"});
    world.store.begin();
    for (std::uint64_t user = 0; user < many; ++user) {
        putMember(world.store, group, world.store.accounts().insert("member" + std::to_string(user), ""));
    }
    REQUIRE(world.store.commit());
    world.pass(Milliseconds(5000));
    ada.pushes();
    bob.pushes();

    const std::uint64_t before = world.stats().notifies;
    ada.send(group, "hello, all");
    CHECK(world.stats().notifies == before + 1);
    CHECK(bob.pushed<protocol::Notify>().size() == 1);
    bob.read(group, 2);
    CHECK_MESSAGE(ada.pushes().empty(), "large groups send receipts on demand only");
    const auto members = ada.ask<protocol::Members>(protocol::GetMembers{group, {}, 0});
    CHECK(members.members.size() == protocol::GetMembers::maxMembers);
    CHECK(members.memberCount == many + 2);
    ada.ask(protocol::Rename{group, "all"});
    CHECK_MESSAGE(bob.pushed<protocol::States>().empty(), "members learn the title from the log");
    for (std::uint32_t i = 1; i < RateLimiter::largeGroupBurst; ++i) {
        ada.send(group, "and more");
    }
    CHECK_MESSAGE(ada.refused(ada.message(group, "too much")) == protocol::ErrorCode::TooFast,
                  "a large group takes one message per second");
}

} // namespace tidemark::server::large_test
