#include "tests/hub/hub_world.h"

#include <algorithm>

namespace tidemark::server::violations_test {
namespace {

using protocol::ErrorCode;

/// Two members of a group with one message, both up to date.
struct Scene {
    Scene()
    {
        ann.enter();
        bob.enter();
        group = ann.createGroup("group", {"bob"});
        ann.send(group, "first");
        bob.pushes();
    }

    /// Stores for bob a cursor `seq`, as no server does if it is beyond the head.
    void putCursor(std::uint64_t seq)
    {
        world.store.begin();
        auto row = world.store.members().find(group, bob.user);
        REQUIRE(row);
        row->cursor.readSeq = Seq(seq);
        world.store.members().put(*row);
        REQUIRE(world.store.commit());
    }
    Seq head() { return world.store.conversations().find(group)->head; }
    protocol::GetStates request() const { return {{group}}; }

    HubWorld world;
    Client ann{world, "ann"};
    Client bob{world, "bob"};
    ConversationId group;
};

TEST_CASE(
    "a cursor beyond the head fails the request that meets it, is counted and named, and the hub goes on")
{
    Scene scene;
    scene.putCursor(1000);
    const auto error = scene.bob.ask<protocol::Error>(scene.request());
    CHECK(error.code == ErrorCode::Unavailable);
    CHECK(error.retryAfter == Milliseconds(30000));
    REQUIRE(scene.world.violations.size() == 1);
    CHECK(scene.world.violations.front().starts_with("server-stub/hub/contract/counts.cpp:"));
    CHECK(scene.world.violations.front().ends_with(": no cursor, floor or receipt is beyond the head"));
    CHECK(scene.world.stats().violations == 1);
    CHECK(scene.world.closed.empty());

    const Seq head = scene.head();
    CHECK(scene.ann.send(scene.group, "second").seq == next(head));
    scene.putCursor(0);
    CHECK(scene.bob.state(scene.group).counts.unread == 2);
    CHECK(scene.world.stats().violations == 1);
}

TEST_CASE("nothing is kept of a turn with a violation, whether a request came before or after it")
{
    for (const bool isBefore : {true, false}) {
        CAPTURE(isBefore);
        Scene scene;
        scene.putCursor(1000);
        const Seq head = scene.head();
        const auto message = scene.ann.message(scene.group, "second");
        const RequestId early = isBefore ? scene.ann.post(message) : RequestId();
        const RequestId request = scene.bob.post(scene.request());
        const RequestId sent = isBefore ? early : scene.ann.post(message);
        scene.world.turn();
        const auto error = scene.ann.answerTo<protocol::Error>(sent);
        CHECK(error.code == ErrorCode::Unavailable);
        CHECK(error.retryAfter == Milliseconds(1000));
        CHECK(scene.bob.answerTo<protocol::Error>(request).code == ErrorCode::Unavailable);
        CHECK(scene.head() == head);
        CHECK(scene.bob.pushed<protocol::Notify>().empty());

        const auto ack = scene.ann.ask<protocol::SendAck>(message);
        CHECK(ack.seq == next(head));
        CHECK_FALSE(ack.duplicate);
    }
}

TEST_CASE("a log whose newest entry is gone takes no entry in that turn")
{
    Scene scene;
    const Seq head = scene.head();
    scene.world.store.dropNewest(scene.group);
    const auto message = scene.ann.message(scene.group, "second");
    CHECK(scene.ann.refused(message) == ErrorCode::Unavailable);
    REQUIRE(scene.world.violations.size() == 1);
    CHECK(scene.world.violations.front().ends_with(": a log grows by one seq at a time"));
    CHECK(scene.head() == previous(head));
    CHECK(scene.ann.ask<protocol::SendAck>(message).seq == head);
}

TEST_CASE("a request of the operator in a turn with a violation is answered with Unavailable")
{
    Scene scene;
    scene.putCursor(1000);
    scene.bob.post(scene.request());
    scene.world.queue(OperatorAsked{OperatorTicket(1), Announce{scene.world.freshUuid(), "news"}});
    scene.world.turn();
    REQUIRE(scene.world.operatorAnswers.size() == 1);
    const auto* error = std::get_if<protocol::Error>(&scene.world.operatorAnswers.front().result);
    REQUIRE(error != nullptr);
    CHECK(error->code == ErrorCode::Unavailable);
}

TEST_CASE("a violation in a user's totals keeps them from this user and from no other")
{
    Scene scene;
    Client eve(scene.world, "eve");
    eve.signUp();
    const ConversationId second = scene.ann.createGroup("second", {"eve"});
    scene.bob.read(scene.group, scene.head().value);
    Client watch(scene.world, "bob");
    watch.token = scene.bob.token;
    for (Client* one : {&watch, &eve}) {
        protocol::Hello hello = one->helloFrame();
        hello.totalsOnly = true;
        one->ask<protocol::Welcome>(hello);
        one->pushes();
    }
    scene.world.store.loseCounts(scene.group);
    const RequestId first = scene.ann.post(scene.ann.message(scene.group, "one"));
    const RequestId other = scene.ann.post(scene.ann.message(second, "two"));
    scene.world.turn();
    CHECK(scene.ann.answerTo<protocol::SendAck>(first).seq == scene.head());
    CHECK(scene.ann.answerTo<protocol::SendAck>(other).seq.isValid());
    CHECK(scene.world.stats().violations == 1);
    const auto isWithTotals = [](const protocol::Notify& notify) { return notify.totals.has_value(); };
    const auto forBob = watch.pushed<protocol::Notify>();
    CHECK(std::none_of(forBob.begin(), forBob.end(), isWithTotals));
    CHECK(forBob.size() == 1);
    const auto forEve = eve.pushed<protocol::Notify>();
    CHECK(std::any_of(forEve.begin(), forEve.end(), isWithTotals));
}

} // namespace
} // namespace tidemark::server::violations_test
