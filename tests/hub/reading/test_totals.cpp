#include "tests/hub/hub_world.h"

#include <utility>

namespace tidemark::server::totals_test {

using protocol::TotalsNow;

namespace {

/// Bob has a laptop, which holds all entries, and a watch, which shows a number.
struct Watch {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    Client watch{world, "bob"};
    ConversationId group;

    explicit Watch(HubConfig config = HubWorld::openConfig()) : world(std::move(config))
    {
        ada.enter();
        bob.enter();
        group = ada.createGroup("group", {"bob"});
        watch.token = bob.token;
        protocol::Hello hello = watch.helloFrame();
        hello.totalsOnly = true;
        watch.ask<protocol::Welcome>(hello);
    }

    /// The newest totals that the watch has received since the last call.
    std::optional<TotalsNow> received()
    {
        std::optional<TotalsNow> newest;
        for (const protocol::ServerFrame& frame : watch.pushes()) {
            REQUIRE(std::holds_alternative<protocol::Notify>(frame));
            const auto& notify = std::get<protocol::Notify>(frame);
            if (notify.totals) {
                CHECK((!newest || newest->version <= notify.totals->version));
                newest = notify.totals;
            }
        }
        return newest;
    }
    TotalsNow asked() { return watch.ask<TotalsNow>(protocol::GetTotals{}); }
};

} // namespace

TEST_CASE_FIXTURE(Watch, "a session for totals gets them after Welcome, with every head and nothing else")
{
    const auto first = received();
    REQUIRE(first);
    CHECK(first->unread == 0);
    CHECK(*first == asked());
    ada.send(group, "hello");
    const auto pushes = watch.pushes();
    REQUIRE(pushes.size() == 2);
    CHECK(std::get<protocol::Notify>(pushes[0]).heads
          == std::vector{protocol::Head{group, bob.state(group).logEpoch, Seq(2)}});
    REQUIRE(std::get<protocol::Notify>(pushes[1]).totals);
    const TotalsNow totals = *std::get<protocol::Notify>(pushes[1]).totals;
    CHECK(totals.unread == 1);
    CHECK(totals.version > first->version);
    CHECK(totals == asked());
}

TEST_CASE_FIXTURE(Watch, "I8: the same version has the same numbers, and every change has a greater one")
{
    ada.send(group, "for @bob");
    std::uint64_t version = asked().version;
    const auto changes = [&](const char* what, auto&& act) {
        INFO(what);
        received();
        act();
        const auto newest = received();
        REQUIRE(newest);
        CHECK(newest->version > version);
        CHECK(*newest == asked());
        version = newest->version;
    };
    changes("message", [&] { ada.send(group, "two"); });
    changes("recall", [&] { ada.recall(group, Seq(3)); });
    changes("read", [&] { bob.read(group, 2); });
    changes("marked unread", [&] {
        bob.askState(protocol::MarkUnread{group, Generation(1), Seq(2), world.freshUuid()});
    });
    changes("muted", [&] { bob.askState(protocol::SetSettings{group, Generation(1), {.muted = true}}); });
    changes("left", [&] { bob.askState(protocol::Leave{group}); });
    CHECK(asked().unread == 0);
    changes("joined", [&] { bob.askState(protocol::Join{group}); });
    changes("another group", [&] { ada.createGroup("other", {"bob"}); });

    const TotalsNow before = asked();
    world.restart();
    watch.target.connection = world.connect();
    protocol::Hello hello = watch.helloFrame();
    hello.totalsOnly = true;
    watch.ask<protocol::Welcome>(hello);
    CHECK_MESSAGE(received() == before, "the stamp is the same on a new connection");
}

TEST_CASE_FIXTURE(Watch, "a session with conversations gets no totals, and a group is still one push")
{
    bob.pushes();
    ada.send(group, "hello");
    for (const protocol::Notify& notify : bob.pushed<protocol::Notify>()) {
        CHECK_FALSE(notify.totals);
    }
}

TEST_CASE_FIXTURE(Watch, "a session for totals gets nothing about reading, typing, devices and settings")
{
    const Seq seq = bob.send(group, "mine").seq;
    watch.pushes();
    ada.read(group, seq.value);
    ada.post(protocol::Typing{group});
    bob.post(protocol::Activity{true});
    bob.ask<AccountSettings>(protocol::SetAccountSettings{ReceiptPrivacy::Private});
    CHECK(watch.pushes().empty());
}

TEST_CASE_FIXTURE(Watch, "the heartbeat of a session for totals carries them, and agrees whatever it holds")
{
    ada.send(group, "hello");
    const auto ack = watch.ask<protocol::HeartbeatAck>(protocol::Heartbeat{123});
    CHECK(ack.agree);
    REQUIRE(ack.totals);
    CHECK(ack.totals->unread == 1);
    CHECK_FALSE(bob.ask<protocol::HeartbeatAck>(protocol::Heartbeat{123}).totals);
}

TEST_CASE_FIXTURE(Watch, "in a busy group totals come with the heads, in blocks")
{
    world.pass(Milliseconds(5000));
    for (int i = 0; i < 10; ++i) {
        ada.send(group, "fast");
    }
    received();
    ada.send(group, "waits");
    CHECK(watch.pushes().empty());
    world.pass(Milliseconds(1000));
    const auto newest = received();
    REQUIRE(newest);
    CHECK(newest->unread == 11);
}

TEST_CASE_FIXTURE(Watch, "I12: totals of a failed commit are not sent")
{
    received();
    world.store.failNextCommit();
    ada.post(ada.message(group, "lost"));
    world.turn();
    CHECK(watch.pushes().empty());
}

TEST_CASE("expiry is settled before totals that include it are sent")
{
    HubConfig config = HubWorld::openConfig();
    config.retention.unreadExpiresAfter = Milliseconds(60000);
    Watch world(config);
    world.ada.send(world.group, "old");
    world.world.pass(Milliseconds(59000));
    world.received();
    world.world.pass(Milliseconds(2000));
    world.ada.send(world.group, "new");
    world.world.pass(Milliseconds(0));
    const auto newest = world.received();
    REQUIRE(newest);
    CHECK(newest->unread == 1);
    CHECK(*newest == world.asked());
}

} // namespace tidemark::server::totals_test
