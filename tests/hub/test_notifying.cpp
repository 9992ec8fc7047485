#include "tests/hub/hub_world.h"

namespace tidemark::server::notifying_test {

using protocol::ErrorCode;

namespace {

struct Watched {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    ConversationId group;

    Watched()
    {
        ada.enter();
        bob.enter();
        group = ada.createGroup("group", {"bob"});
        world.pass(Milliseconds(5000));
        ada.pushes();
        bob.pushes();
    }

    std::vector<std::uint64_t> headsOf(Client& client) const
    {
        std::vector<std::uint64_t> heads;
        for (const protocol::Notify& notify : client.pushed<protocol::Notify>()) {
            heads.push_back(notify.heads.front().head.value);
        }
        return heads;
    }
    /// Appends without notifying yet, so that later sends find an empty bucket.
    void exhaust()
    {
        for (int i = 0; i < 10; ++i) {
            ada.send(group, "fast");
        }
        CHECK(headsOf(bob).size() == 10);
    }
    using Heads = std::vector<std::uint64_t>;
};

} // namespace

TEST_CASE_FIXTURE(Watched, "a head goes to all online members, except to the session that got it by its ack")
{
    Client phone(world, "ada");
    phone.token = ada.token;
    phone.hello();
    ada.send(group, "hello");
    CHECK(headsOf(bob) == Heads{2});
    CHECK(headsOf(phone) == Heads{2});
    CHECK(headsOf(ada).empty());
}

TEST_CASE_FIXTURE(Watched,
                  "several appends of a turn are one push; all senders are notified of the others' messages")
{
    ada.post(ada.message(group, "one"));
    bob.post(bob.message(group, "two"));
    ada.post(ada.message(group, "three"));
    world.turn();
    CHECK(headsOf(ada) == Heads{4});
    CHECK(headsOf(bob) == Heads{4});
}

TEST_CASE_FIXTURE(Watched, "I9: a busy conversation is pushed after ten entries or a second")
{
    exhaust();
    CHECK_FALSE(world.wakeUp);
    ada.send(group, "waits");
    CHECK(headsOf(bob).empty());
    REQUIRE(world.wakeUp);
    for (int i = 0; i < 9; ++i) {
        CHECK(headsOf(bob).empty());
        ada.send(group, "more");
    }
    CHECK_MESSAGE((headsOf(bob) == Heads{21}), "the tenth entry after a push causes another");
    CHECK_FALSE(world.wakeUp);

    ada.send(group, "last");
    CHECK(headsOf(bob).empty());
    world.pass(Milliseconds(999));
    CHECK(headsOf(bob).empty());
    world.pass(Milliseconds(1));
    CHECK_MESSAGE((headsOf(bob) == Heads{22}), "the hub had asked to be woken for this push");
    CHECK_FALSE(world.wakeUp);
}

TEST_CASE_FIXTURE(Watched, "a reaction goes with the push of its conversation that waits, to everybody")
{
    exhaust();
    const LogEpoch epoch = ada.state(group).logEpoch;
    const auto reactsTo = [&](Seq target) {
        bob.ask<protocol::Reactions>(
            protocol::React{group, epoch, target, "\U0001F44D", true, world.freshUuid()});
    };
    ada.pushes();
    bob.pushes();
    const Seq waiting = ada.send(group, "waits").seq;
    reactsTo(Seq(2));
    reactsTo(Seq(3));
    CHECK(ada.pushed<protocol::Notify>().empty());
    world.pass(Milliseconds(1000));
    for (Client* client : {&ada, &bob}) {
        const auto told = client->pushed<protocol::Notify>();
        REQUIRE(told.size() == 1);
        CHECK(told.front().heads == std::vector{protocol::Head{group, epoch, waiting, ReactionSeq(2)}});
    }
    world.pass(Milliseconds(5000));
    reactsTo(Seq(4));
    CHECK_MESSAGE(ada.pushed<protocol::Notify>().size() == 1, "in a quiet one it is pushed at once");
    CHECK(bob.pushed<protocol::Notify>().empty());
}

TEST_CASE_FIXTURE(Watched, "a conversation that has calmed down is pushed at once again")
{
    exhaust();
    world.pass(Milliseconds(200));
    ada.send(group, "calm");
    CHECK(headsOf(bob) == Heads{12});
}

TEST_CASE_FIXTURE(Watched, "a busy conversation does not slow another one down")
{
    const ConversationId other = ada.createGroup("other", {"bob"});
    world.pass(Milliseconds(5000));
    bob.pushes();
    exhaust();
    ada.send(group, "waits");
    ada.send(other, "at once");
    CHECK(bob.pushed<protocol::Notify>().front().heads.front().conversation == other);
}

TEST_CASE_FIXTURE(Watched, "I12: nothing is acknowledged, pushed or remembered when the commit fails")
{
    const ConversationState before = bob.state(group);
    world.store.failNextCommit();
    const protocol::Send send = ada.message(group, "lost");
    const RequestId sending = ada.post(send);
    const RequestId reading = bob.post(protocol::Read{{{group, Generation(1), {0, Seq(1)}}}});
    world.turn();
    const auto error = ada.answerTo<protocol::Error>(sending);
    CHECK(error.code == ErrorCode::Unavailable);
    CHECK(error.retryAfter > Milliseconds(0));
    CHECK(bob.answerTo<protocol::Error>(reading).code == ErrorCode::Unavailable);
    CHECK(ada.pushes().empty());
    CHECK(bob.pushes().empty());
    world.pass(Milliseconds(2000));
    CHECK(bob.pushes().empty());
    CHECK(bob.state(group) == before);
    CHECK(world.closed.empty());

    protocol::Send next = ada.message(group, "after what was lost");
    next.after = send.uuid;
    CHECK(ada.refused(next) == ErrorCode::PredecessorMissing);
    CHECK(ada.ask<protocol::SendAck>(send).seq == Seq(2));
    CHECK(ada.ask<protocol::SendAck>(next).seq == Seq(3));
}

TEST_CASE_FIXTURE(Watched, "I12: a failed commit closes connections whose state in memory is unknown")
{
    Client eve(world, "eve");
    eve.signUp();
    world.store.failNextCommit();
    const RequestId hello = eve.post(eve.helloFrame());
    const RequestId joining = bob.post(protocol::Leave{group});
    world.turn();
    CHECK(eve.answerTo<protocol::Error>(hello).code == ErrorCode::Unavailable);
    CHECK(bob.answerTo<protocol::Error>(joining).code == ErrorCode::Unavailable);
    CHECK(world.closed == std::set{eve.target.connection, bob.target.connection});
    CHECK_MESSAGE((eve.ask(protocol::GetUsers{}).empty()), "a closed connection gets no answers");
    bob.target.connection = world.connect();
    bob.hello();
    ada.send(group, "bob is still here");
    CHECK(headsOf(bob) == Heads{2});
}

TEST_CASE("I12: a password job of a failed turn is not started, and a job that ends in it is Unavailable")
{
    HubWorld world;
    Client ada(world, "ada");
    // A password job needs the store only to look the name up, and this belongs to the transaction all the
    // same.
    world.store.failNextCommit();
    const RequestId first = ada.post(ada.registerFrame("correct horse"));
    world.turn();
    CHECK(ada.answerTo<protocol::Error>(first).code == ErrorCode::Unavailable);
    CHECK(world.hashJobs.empty());
    const RequestId second = ada.post(ada.registerFrame("correct horse"));
    world.turn();
    REQUIRE(world.hashJobs.size() == 1);
    world.store.failNextCommit();
    world.queue(PasswordHashed{world.hashJobs.front().ticket, "hash"});
    world.turn();
    CHECK(ada.answerTo<protocol::Error>(second).code == ErrorCode::Unavailable);
    CHECK_FALSE(world.store.accounts().byName("ada"));
    CHECK(ada.signUp().user == UserId(1));
}

TEST_CASE_FIXTURE(Watched, "shutdown is announced also when the commit fails")
{
    world.store.failNextCommit();
    ada.post(ada.message(group, "last"));
    world.queue(ShutDown{Milliseconds(1), Milliseconds(2)});
    world.turn();
    CHECK(bob.pushed<protocol::GoAway>().size() == 1);
    CHECK(world.closed.size() == 2);
}

TEST_CASE_FIXTURE(Watched, "a crash loses connections only")
{
    const protocol::SendAck ack = ada.send(group, "kept");
    bob.read(group, 2);
    const ConversationState before = bob.state(group);
    world.restart();
    ada.target.connection = world.connect();
    bob.target.connection = world.connect();
    CHECK(ada.hello().front().head == ack.seq);
    CHECK(bob.hello().front() == before);
    bob.pushes();
    ada.send(group, "on we go");
    CHECK(headsOf(bob) == Heads{3});
}

TEST_CASE_FIXTURE(Watched, "I17: in a large group reading pushes no receipts, and GetReaders still answers")
{
    for (int i = 0; i < 200; ++i) {
        Client guest(world, "guest" + std::to_string(i));
        guest.signUp();
        guest.hello({}, true);
        guest.askState(protocol::Join{group});
    }
    const Seq seq = ada.send(group, "hello all").seq;
    world.pass(Milliseconds(5000));
    ada.pushes();
    bob.read(group, seq.value);
    CHECK(ada.pushed<protocol::Receipts>().empty());
    CHECK(ada.ask<protocol::Readers>(protocol::GetReaders{group, seq}).users
          == std::vector<User>{{bob.user, "bob"}});
}

} // namespace tidemark::server::notifying_test
