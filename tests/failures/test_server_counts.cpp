// Numbers that servers got wrong. The ids are those of rows.tsv.
#include "server-stub/hub/contract/audit.h"
#include "server-stub/hub/contract/counts.h"
#include "tests/failures/hub_devices.h"
#include "tests/sync/device.h"

namespace tidemark::failures::server_counts_test {

using server::Client;
using server::HubWorld;
using test::Chat;
using test::Device;

namespace {

/// ada has sent five messages (seq 2..6), and bob has read none of them.
struct Talk {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    ConversationId group;

    Talk()
    {
        ada.enter();
        bob.enter();
        group = ada.createGroup("group", {"bob"});
        for (int i = 0; i < 5; ++i) {
            ada.send(group, "message");
        }
        bob.pushes();
    }
    [[nodiscard]] protocol::Read intent(std::uint64_t seq) const
    {
        return {{{group, Generation(1), {0, Seq(seq)}}}};
    }
    /// The numbers that bob gets equal a recount of the log.
    void bobGetsTheTruth()
    {
        const ConversationState received = bob.state(group);
        CHECK(received.counts
              == world.store.log().recount(group, effectiveRead(received.floor, received.cursor.readSeq),
                                           bob.user));
        CHECK(audit(world.store) == std::vector<std::string>());
    }
};

} // namespace

TEST_CASE_FIXTURE(Talk, "FS1: a read right behind the message, before anything could be summed up")
{
    ada.post(ada.message(group, "just now"));
    const RequestId reading = bob.post(intent(7));
    world.turn();
    CHECK(bob.answerTo<protocol::States>(reading).states.at(0).counts == ReadCounts{0, 0});
    bobGetsTheTruth();
    world.pass(Milliseconds(120000));
    CHECK(bob.state(group).counts.unread == 0);
    world.restart();
    bob.target.connection = world.connect();
    CHECK(bob.hello().at(0).counts.unread == 0);
}

TEST_CASE("FS2: retention and expiry on the server itself, over unread, read and recalled messages")
{
    server::HubConfig config = HubWorld::openConfig();
    config.retention.keepEntries = 6;
    config.retention.unreadExpiresAfter = Milliseconds(3600000 * 24);
    HubWorld world(config);
    Client ada(world, "ada");
    Client bob(world, "bob");
    ada.enter();
    bob.enter();
    const ConversationId group = ada.createGroup("group", {"bob"});
    const auto bobGetsTheTruth = [&](std::uint64_t unread) {
        const ConversationState received = bob.state(group);
        CHECK(received.counts.unread == unread);
        CHECK(received.counts
              == world.store.log().recount(group, effectiveRead(received.floor, received.cursor.readSeq),
                                           bob.user));
        CHECK(audit(world.store) == std::vector<std::string>());
    };
    for (int i = 0; i < 20; ++i) {
        protocol::Send send = ada.message(group, "message");
        std::get<content::Message>(send.content).mentions = {bob.user};
        ada.ask<protocol::SendAck>(send);
    }
    bob.read(group, 4);
    bobGetsTheTruth(17);
    ada.recall(group, Seq(20));
    bobGetsTheTruth(16);
    world.pass(config.retention.interval);
    bobGetsTheTruth(4);
    CHECK_MESSAGE(bob.state(group).counts.mentions == 4, "an expired message takes its mentions with it");
    bob.read(group, 10);
    bobGetsTheTruth(4);
    world.pass(Milliseconds(3600000 * 25));
    ada.send(group, "of today");
    bobGetsTheTruth(1);
    world.restart();
    bob.target.connection = world.connect();
    CHECK(bob.hello().at(0).counts == ReadCounts{1, 0, 0});
}

TEST_CASE_FIXTURE(Talk, "FS5: recalling a message that is unread, read, or recalled already")
{
    protocol::Send mention = ada.message(group, "bob?");
    std::get<content::Message>(mention.content).mentions = {bob.user};
    const Seq named = ada.ask<protocol::SendAck>(mention).seq;
    CHECK(bob.state(group).counts == ReadCounts{6, 1});
    ada.recall(group, named);
    CHECK(bob.state(group).counts == ReadCounts{5, 0});
    bob.read(group, 3);
    CHECK(bob.state(group).counts.unread == 3);
    ada.recall(group, Seq(2));
    CHECK_MESSAGE(bob.state(group).counts.unread == 3, "bob had read the recalled message");
    ada.recall(group, Seq(5));
    CHECK(bob.state(group).counts.unread == 2);
    CHECK(ada.refused(protocol::Send{group, world.freshUuid(), {}, content::Recall{Seq(5)}})
          == protocol::ErrorCode::AlreadyRecalled);
    CHECK(bob.state(group).counts.unread == 2);
    bobGetsTheTruth();
}

TEST_CASE("FS6: entries, badge, total and held range are one transaction, and a crash takes all or nothing")
{
    Chat chat(7);
    chat.talks(test::bob, 3);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    chat.says(test::bob);
    device.receives(chat.notify());
    const auto pull = device.sends<protocol::Pull>();
    SUBCASE("committed")
    {
        device.answers(chat.answer(pull));
        CHECK(device.writes<write::PutEntries>() == 1);
        CHECK(device.writes<write::PutHeld>() == 1);
        CHECK(device.writes<write::PutConversation>() == 1);
        CHECK(device.writes<write::PutTotals>() == 1);
    }
    SUBCASE("lost")
    {
        device.crashesOn(input::FrameArrived{{device.lastRequest(), 0, chat.answer(pull)}});
        CHECK(device.store().entry(chat.id, Seq(4)) == nullptr);
        CHECK(device.badge(chat).unread == 3);
        CHECK(device.store().totals().unread == 3);
        device.comesOnline({&chat});
        device.catchesUp({&chat});
    }
    CHECK(device.store().entry(chat.id, Seq(4)) != nullptr);
    CHECK(device.store().totals().unread == 4);
    device.agreesWith(chat);
}

TEST_CASE_FIXTURE(Talk, "FS16: notices of joining, leaving and a new title are unread for no user")
{
    bob.read(group, 6);
    Client eve(world, "eve");
    eve.enter();
    eve.askState(protocol::Join{group});
    eve.askState(protocol::Leave{group});
    ada.askState(protocol::AddMember{group, "eve"});
    ada.askState(protocol::Rename{group, "renamed"});
    CHECK(bob.state(group).head == Seq(10));
    CHECK(bob.state(group).counts == ReadCounts{0, 0});
    ada.send(group, "a real one");
    CHECK(bob.state(group).counts.unread == 1);
    bobGetsTheTruth();
}

TEST_CASE_FIXTURE(Talk, "FS40: a read message that is recalled is not subtracted a second time")
{
    bob.read(group, 4);
    CHECK(bob.state(group).counts.unread == 2);
    for (std::uint64_t seq = 2; seq <= 4; ++seq) {
        ada.recall(group, Seq(seq));
    }
    CHECK(bob.state(group).counts.unread == 2);
    bobGetsTheTruth();
}

TEST_CASE_FIXTURE(Talk,
                  "FS40: two devices that read at the same time, in either order, end at the further one")
{
    Client phone(world, "bob");
    phone.token = bob.token;
    phone.hello();
    SUBCASE("further one first")
    {
        bob.post(intent(6));
        phone.post(intent(3));
    }
    SUBCASE("further one last")
    {
        phone.post(intent(3));
        bob.post(intent(6));
    }
    world.turn();
    CHECK(bob.state(group).cursor == Cursor{0, Seq(6)});
    CHECK(bob.state(group).counts.unread == 0);
    for (Client* device : {&bob, &phone}) {
        const auto pushed = device->pushed<protocol::States>();
        for (const protocol::States& states : pushed) {
            CHECK_MESSAGE(states.states.at(0).cursor.readSeq == Seq(6), "no push has a lower cursor");
        }
    }
}

TEST_CASE_FIXTURE(Talk, "FS40: a late read, by its own conversation's seqs, changes and sends nothing")
{
    // Another conversation that is far ahead must not decide about this one.
    const ConversationId busy = ada.createGroup("busy", {"bob"});
    for (int i = 0; i < 30; ++i) {
        ada.send(busy, "much");
    }
    bob.read(busy, 31);
    bob.read(group, 5);
    bob.pushes();
    ada.pushes();
    const ConversationState before = bob.state(group);
    CHECK(bob.askState(intent(3)) == before);
    CHECK(bob.pushes().empty());
    CHECK(ada.pushes().empty());
    CHECK(bob.askState(intent(6)).cursor == Cursor{0, Seq(6)});
}

TEST_CASE_FIXTURE(Talk, "FS40: marking unread while messages arrive gives the count of that very moment")
{
    bob.read(group, 6);
    ada.post(ada.message(group, "just before"));
    const RequestId marking = bob.post(protocol::MarkUnread{group, Generation(1), Seq(5), world.freshUuid()});
    ada.post(ada.message(group, "just after"));
    world.turn();
    const ConversationState received = bob.answerTo<protocol::States>(marking).states.at(0);
    CHECK(received.counts.unread == 2 + (received.head.value - 6));
    CHECK(bob.state(group).counts.unread == 4);
    bobGetsTheTruth();
}

} // namespace tidemark::failures::server_counts_test
