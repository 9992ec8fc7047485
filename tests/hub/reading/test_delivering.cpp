#include "tests/hub/hub_world.h"

namespace tidemark::server::delivering_test {

using protocol::ErrorCode;

namespace {

/// Ada has sent three messages (seq 2..4) to bob and cyd. Ada and bob have two devices each.
struct Talk {
    HubWorld world;
    Client ada{world, "ada"};
    Client adasPhone{world, "ada"};
    Client bob{world, "bob"};
    Client bobsPhone{world, "bob"};
    Client cyd{world, "cyd"};
    ConversationId group;
    LogEpoch epoch;

    Talk()
    {
        ada.enter();
        bob.enter();
        cyd.enter();
        adasPhone.token = ada.token;
        adasPhone.hello();
        bobsPhone.token = bob.token;
        bobsPhone.hello();
        group = ada.createGroup("group", {"bob", "cyd"});
        epoch = ada.state(group).logEpoch;
        for (int i = 0; i < 3; ++i) {
            ada.send(group, "message");
        }
        forgetPushes();
    }

    void forgetPushes()
    {
        for (Client* client : {&ada, &adasPhone, &bob, &bobsPhone, &cyd}) {
            client->pushes();
        }
    }
    [[nodiscard]] protocol::Delivered through(std::uint64_t seq) const
    {
        return {{{group, epoch, Seq(seq)}}};
    }
    [[nodiscard]] std::vector<protocol::Receipts> delivered(std::uint64_t seq) const
    {
        return {protocol::Receipts{{{group, epoch, Seq(), Seq(seq)}}}};
    }
    [[nodiscard]] Seq known(Client& client) const { return client.state(group).deliveredToOthers; }
};

} // namespace

TEST_CASE_FIXTURE(Talk, "former and banned members learn no head from Delivered")
{
    bob.askState(protocol::Leave{group});
    ada.askState(protocol::RemoveMember{group, cyd.user, true});
    ada.send(group, "among us");
    Client eve(world, "eve");
    eve.enter();
    for (Client* client : {&bob, &cyd, &eve}) {
        for (const std::uint64_t seq : {1, 5, 6, 7, 8, 1000}) {
            client->ask<protocol::Done>(through(seq));
        }
    }
    CHECK(ada.refused(through(1000)) == ErrorCode::CursorBeyondHead);
}

TEST_CASE_FIXTURE(Talk, "a delivery is sent to all devices of the others, and to no own device")
{
    CHECK(known(ada) == Seq());
    bob.ask<protocol::Done>(through(3));
    for (Client* client : {&ada, &adasPhone, &cyd}) {
        CHECK(client->pushed<protocol::Receipts>() == delivered(3));
        CHECK(known(*client) == Seq(3));
    }
    CHECK(bob.pushes().empty());
    CHECK(bobsPhone.pushes().empty());
    CHECK(known(bob) == Seq());
}

TEST_CASE_FIXTURE(Talk, "delivery is a maximum over the devices of a user, and never falls")
{
    bob.ask<protocol::Done>(through(4));
    forgetPushes();
    bobsPhone.ask<protocol::Done>(through(2));
    CHECK(known(ada) == Seq(4));
    CHECK(ada.pushes().empty());
    bob.askState(protocol::MarkUnread{group, Generation(1), Seq(2), world.freshUuid()});
    CHECK(known(ada) == Seq(4));
}

TEST_CASE_FIXTURE(Talk,
                  "the member who holds the log furthest is notified of the next one, and no member twice")
{
    bob.ask<protocol::Done>(through(4));
    forgetPushes();
    cyd.ask<protocol::Done>(through(3));
    CHECK_MESSAGE(ada.pushes().empty(), "bob's device holds these entries already");
    CHECK(bob.pushed<protocol::Receipts>() == delivered(3));
    ada.send(group, "four");
    forgetPushes();
    cyd.ask<protocol::Done>(through(5));
    CHECK(ada.pushed<protocol::Receipts>() == delivered(5));
    CHECK(bob.pushed<protocol::Receipts>() == delivered(5));
    CHECK_MESSAGE(cyd.pushes().empty(), "cyd knows already how far bob holds the log");
    CHECK(known(cyd) == Seq(4));
}

TEST_CASE_FIXTURE(Talk, "deliveries of one turn are one push")
{
    bob.post(through(2));
    cyd.post(through(3));
    bobsPhone.post(through(4));
    world.turn();
    CHECK(ada.pushed<protocol::Receipts>() == delivered(4));
    CHECK(bob.pushed<protocol::Receipts>() == delivered(3));
    CHECK(cyd.pushed<protocol::Receipts>() == delivered(4));
}

TEST_CASE_FIXTURE(Talk,
                  "Hello reports the entries that a device holds, and brings the deliveries of the others")
{
    HeldState held = heldOf(bob.state(group));
    held.through = Seq(4);
    CHECK_MESSAGE(bob.hello({held}).empty(), "delivery is no difference between device and server");
    CHECK(ada.pushed<protocol::Receipts>() == delivered(4));
    adasPhone.pushes();
    adasPhone.hello({heldOf(ada.state(group))});
    const protocol::Receipts standing{{{group, epoch, Seq(), Seq(4)}}, true};
    CHECK(adasPhone.pushed<protocol::Receipts>() == std::vector{standing});
}

TEST_CASE_FIXTURE(Talk, "a member who comes back still has the earlier delivery")
{
    bob.ask<protocol::Done>(through(4));
    bob.askState(protocol::Leave{group});
    CHECK(known(ada) == Seq());
    forgetPushes();
    bob.askState(protocol::Join{group});
    CHECK(known(ada) == Seq(4));
    CHECK(ada.pushed<protocol::Receipts>() == delivered(4));
}

TEST_CASE_FIXTURE(Talk, "a position that no device can hold is not delivered")
{
    CHECK(bob.refused(through(5)) == ErrorCode::CursorBeyondHead);
    bob.ask<protocol::Done>(protocol::Delivered{{{group, LogEpoch(epoch.value + 1), Seq(3)}}});
    bob.ask<protocol::Done>(protocol::Delivered{{{ConversationId(99), epoch, Seq(3)}}});
    HeldState held = heldOf(bob.state(group));
    held.through = Seq(400);
    bob.hello({held});
    CHECK(known(ada) == Seq());
    cyd.askState(protocol::Leave{group});
    cyd.ask<protocol::Done>(through(4));
    CHECK_MESSAGE(known(ada) == Seq(), "a report of a former member changes nothing");
}

TEST_CASE_FIXTURE(Talk, "private reading hides the read, not the delivery")
{
    bob.ask<AccountSettings>(protocol::SetAccountSettings{ReceiptPrivacy::Private});
    bob.ask<protocol::Done>(through(4));
    bob.read(group, 4);
    CHECK(known(ada) == Seq(4));
    CHECK(ada.state(group).seenByOthers == Seq());
}

TEST_CASE("in a large group deliveries are neither stored nor sent")
{
    HubConfig config = HubWorld::openConfig();
    config.limits.receiptMembers = 2;
    HubWorld world(config);
    Client ada(world, "ada");
    Client bob(world, "bob");
    Client cyd(world, "cyd");
    for (Client* client : {&ada, &bob, &cyd}) {
        client->enter();
    }
    const ConversationId large = ada.createGroup("large", {"bob", "cyd"});
    const ConversationId small = ada.createGroup("small", {"bob"});
    for (const ConversationId group : {large, small}) {
        ada.send(group, "message");
        const ConversationState state = bob.state(group);
        bob.ask<protocol::Done>(protocol::Delivered{{{group, state.logEpoch, state.head}}});
    }
    CHECK(ada.state(large).deliveredToOthers == Seq());
    CHECK(ada.state(small).deliveredToOthers == ada.state(small).head);
}

} // namespace tidemark::server::delivering_test
