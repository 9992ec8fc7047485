// Timed mutes.
#include "server-stub/hub/contract/audit.h"
#include "tests/hub/hub_world.h"

namespace tidemark::server::mutes_test {

using protocol::ErrorCode;
using protocol::SetSettings;

namespace {

constexpr std::uint32_t hour = 3600;
constexpr Milliseconds hourMs{3600000};
constexpr ConversationSettings muted{.muted = true};

/// Ada has sent three messages to each of two groups with bob, who has two devices and has read none of
/// them.
struct Noise {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    Client phone{world, "bob"};
    ConversationId loud;
    ConversationId other;

    Noise()
    {
        ada.enter();
        bob.enter();
        phone.token = bob.token;
        phone.hello();
        loud = ada.createGroup("loud", {"bob"});
        other = ada.createGroup("other", {"bob"});
        for (const ConversationId group : {loud, other}) {
            for (int i = 0; i < 3; ++i) {
                ada.send(group, "message");
            }
        }
        forgetPushes();
    }

    ConversationState mute(std::optional<std::uint32_t> seconds)
    {
        return bob.askState(SetSettings{loud, Generation(1), muted, seconds});
    }
    protocol::TotalsNow totals(Client& client)
    {
        auto totals = client.ask<protocol::TotalsNow>(protocol::GetTotals{});
        totals.version = 0;
        return totals;
    }
    [[nodiscard]] MemberRecord row() { return *world.store.members().find(loud, bob.user); }
    void forgetPushes()
    {
        for (Client* client : {&ada, &bob, &phone}) {
            client->pushes();
        }
    }
};

} // namespace

TEST_CASE_FIXTURE(Noise, "a mute ends by the server's clock, as a change of state that all devices get")
{
    const ConversationState state = mute(hour);
    CHECK(state.settings.muted);
    CHECK(state.settings.mutedUntil.value == state.lastActivity.value + hourMs.count());
    REQUIRE(phone.pushed<protocol::States>().size() == 1);
    CHECK(totals(bob) == protocol::TotalsNow{3, 0, 1, 3, 1});

    world.pass(hourMs - Milliseconds(1));
    CHECK(row().settings.muted);
    CHECK(phone.pushed<protocol::States>().empty());
    world.pass(Milliseconds(1));
    CHECK(row().settings == ConversationSettings{});
    CHECK(row().version == state.version + 1);
    for (Client* device : {&bob, &phone}) {
        const auto pushed = device->pushed<protocol::States>();
        REQUIRE(pushed.size() == 1);
        CHECK(pushed[0].states.at(0).settings == ConversationSettings{});
        CHECK(pushed[0].states.at(0).version == state.version + 1);
        CHECK(pushed[0].states.at(0).counts.unread == 3);
    }
    CHECK(totals(bob) == protocol::TotalsNow{6, 0, 2, 0, 0});
    CHECK(totals(phone) == totals(bob));
    CHECK_MESSAGE(!world.wakeUp, "the hub has nothing more to wake for");
    CHECK(audit(world.store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Noise, "a mute for ever has no end and sets no timer; another mute replaces it")
{
    CHECK(mute(0).settings == muted);
    CHECK_FALSE(world.wakeUp);
    const UnixMs end = mute(hour).settings.mutedUntil;
    CHECK(end > UnixMs{});
    CHECK(mute(8 * hour).settings.mutedUntil.value == end.value + 7 * hourMs.count());
    CHECK(mute(0).settings.mutedUntil == UnixMs{});
    world.pass(9 * hourMs);
    CHECK(row().settings == muted);
}

TEST_CASE_FIXTURE(Noise, "other settings keep the end of a mute; an ended mute does not come back")
{
    const ConversationSettings timed = mute(hour).settings;
    ConversationSettings pinned = muted;
    pinned.pinned = true;
    // An older program leaves out the end.
    CHECK(bob.askState(SetSettings{loud, Generation(1), pinned}).settings.mutedUntil == timed.mutedUntil);
    ConversationSettings absurd = timed;
    absurd.mutedUntil = UnixMs{timed.mutedUntil.value * 2};
    CHECK_MESSAGE((bob.askState(SetSettings{loud, Generation(1), absurd}).settings == timed),
                  "the server sets the end of a mute");
    world.pass(hourMs);
    CHECK_FALSE(row().settings.muted);
    // The device sent this before it learned of the end.
    CHECK_FALSE(bob.askState(SetSettings{loud, Generation(1), timed}).settings.muted);
    // The user mutes again.
    CHECK(bob.askState(SetSettings{loud, Generation(1), muted}).settings == muted);
    CHECK(bob.askState(SetSettings{loud, Generation(1), {}, hour}).settings == ConversationSettings{});
}

TEST_CASE_FIXTURE(Noise, "unmuting by hand cancels the timed end")
{
    mute(hour);
    const ConversationState state = bob.askState(SetSettings{loud, Generation(1), {}});
    world.pass(2 * hourMs);
    CHECK(row().version == state.version);
}

TEST_CASE_FIXTURE(Noise, "overdue mutes end after a restart before any request is answered")
{
    mute(hour);
    const std::uint64_t version = row().version;
    world.restart();
    world.pass(2 * hourMs);
    CHECK_MESSAGE(row().settings.muted, "an idle hub does nothing");
    world.queue(Tick{});
    world.turn();
    CHECK_FALSE(row().settings.muted);
    CHECK(row().version == version + 1);
    Client back(world, "bob");
    back.token = bob.token;
    for (const ConversationState& state : back.hello()) {
        CHECK_FALSE(state.settings.muted);
    }
    CHECK(totals(back) == protocol::TotalsNow{6, 0, 2, 0, 0});
}

TEST_CASE_FIXTURE(Noise, "many mutes that end at once end a bounded number each turn, without a pause")
{
    std::vector<ConversationId> groups;
    for (int i = 0; i < 600; ++i) {
        ConversationRecord record;
        record.logEpoch = LogEpoch(7);
        record.creator = bob.user;
        groups.push_back(world.store.conversations().insert(record, {}));
        MemberRecord member;
        member.conversation = groups.back();
        member.user = bob.user;
        member.isMember = true;
        member.generation = Generation(1);
        member.settings = {.muted = true, .mutedUntil = UnixMs{1}};
        world.store.members().put(member);
    }
    world.restart();
    const auto left = [&] { return world.store.members().muteEnds(1000).size(); };
    world.queue(Tick{});
    world.turn();
    CHECK(left() == 100);
    world.pass(Milliseconds(0));
    CHECK(left() == 0);
    CHECK_FALSE(world.wakeUp);
}

} // namespace tidemark::server::mutes_test
