#include "tests/hub/hub_world.h"

#include <algorithm>

namespace tidemark::server::catching_up_test {

using protocol::ErrorCode;

namespace {

std::vector<HeldState> heldOfAll(const std::vector<ConversationState>& states)
{
    std::vector<HeldState> held;
    std::transform(states.begin(), states.end(), std::back_inserter(held), heldOf);
    return held;
}

struct Two {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};

    Two()
    {
        ada.enter();
        bob.enter();
    }
};

} // namespace

TEST_CASE_FIXTURE(Two, "Hello brings the states that differ from the device's, and no others")
{
    const ConversationId quiet = ada.createGroup("quiet", {"bob"});
    const ConversationId busy = ada.createGroup("busy", {"bob"});
    auto states = bob.hello();
    CHECK(states.size() == 2);
    CHECK(bob.hello(heldOfAll(states)).empty());
    ada.send(busy, "news");
    const auto differing = bob.hello(heldOfAll(states));
    REQUIRE(differing.size() == 1);
    CHECK(differing.front().id == busy);
    CHECK(differing.front().counts.unread == 1);
    CHECK(differing.front() == bob.state(busy));
    CHECK(bob.hello({heldOf(differing.front())}).front().id == quiet);
}

TEST_CASE_FIXTURE(Two, "a conversation that the user left is sent to devices that still hold it")
{
    const ConversationId group = ada.createGroup("group", {"bob"});
    const auto held = heldOfAll(bob.hello());
    const ConversationState leaving = bob.askState(protocol::Leave{group});
    const auto states = bob.hello(held);
    REQUIRE(states.size() == 1);
    CHECK_FALSE(states.front().isMember);
    CHECK(bob.hello().empty());
    ada.send(group, "moving on");
    CHECK_MESSAGE((bob.hello({heldOf(leaving)}).empty()), "a former member learns nothing of the group");
}

TEST_CASE_FIXTURE(Two, "I14: a conversation that the server does not know is sent as not a member")
{
    const auto states = bob.hello({{ConversationId(42), LogEpoch(7), Seq(9), {0, Seq(9)}, 3}});
    REQUIRE(states.size() == 1);
    CHECK(states.front().id == ConversationId(42));
    CHECK_FALSE(states.front().isMember);
    CHECK_FALSE(states.front().logEpoch.isValid());
}

TEST_CASE_FIXTURE(Two, "many states come in several frames that count down")
{
    for (int i = 0; i < 450; ++i) {
        ada.createGroup("group", {"bob"});
    }
    world.pass(Milliseconds(60000));
    const auto answers = bob.ask(bob.helloFrame());
    REQUIRE(answers.size() == 4);
    CHECK(std::get<protocol::Welcome>(answers[0]).statesToCome == 450);
    CHECK(std::get<protocol::States>(answers[1]).states.size() == 200);
    CHECK(std::get<protocol::States>(answers[1]).remaining == 250);
    CHECK(std::get<protocol::States>(answers[2]).remaining == 50);
    CHECK(std::get<protocol::States>(answers[3]).states.size() == 50);
    CHECK(std::get<protocol::States>(answers[3]).remaining == 0);
}

TEST_CASE_FIXTURE(Two, "Welcome has the user's id and the limits in force")
{
    const auto answers = ada.ask(ada.helloFrame());
    const auto welcome = std::get<protocol::Welcome>(answers.front());
    CHECK(welcome.user == User{ada.user, "ada"});
    CHECK(welcome.limits == world.config.limits);
    CHECK(welcome.statesToCome == 0);
    REQUIRE(answers.size() == 2);
    CHECK(std::get<protocol::States>(answers[1]).states.empty());
}

TEST_CASE_FIXTURE(Two, "peers of direct chats come with their names")
{
    ada.askState(protocol::OpenDirect{"bob"});
    const auto answers = bob.ask(bob.helloFrame());
    CHECK(std::get<protocol::States>(answers.at(1)).users == std::vector<User>{{ada.user, "ada"}});
}

TEST_CASE_FIXTURE(Two, "a silent session acts, but gets neither states nor pushes")
{
    const ConversationId group = ada.createGroup("group", {"bob"});
    CHECK(bob.hello({}, true).empty());
    bob.pushes();
    ada.send(group, "psst");
    CHECK(bob.pushes().empty());
    CHECK(bob.send(group, "loud").seq == Seq(3));
    ada.askState(protocol::OpenDirect{"bob"});
    CHECK(bob.pushes().empty());
}

TEST_CASE_FIXTURE(Two, "I9: a heartbeat finds what lost pushes hid, and Sync repairs it")
{
    const ConversationId group = ada.createGroup("group", {"bob"});
    const auto states = bob.hello();
    CHECK(bob.ask<protocol::HeartbeatAck>(protocol::Heartbeat{digestOf(heldOfAll(states))}).agree);
    ada.send(group, "the push of this is lost");
    CHECK_FALSE(bob.ask<protocol::HeartbeatAck>(protocol::Heartbeat{digestOf(heldOfAll(states))}).agree);
    const auto repaired = bob.ask<protocol::States>(protocol::Sync{heldOfAll(states)});
    CHECK(repaired.states.front().counts.unread == 1);
    CHECK(bob.ask<protocol::HeartbeatAck>(protocol::Heartbeat{digestOf(heldOfAll(repaired.states))}).agree);
    CHECK(bob.ask<protocol::States>(protocol::Sync{heldOfAll(repaired.states)}).states.empty());
    bob.askState(protocol::Leave{group});
    CHECK(bob.ask<protocol::HeartbeatAck>(protocol::Heartbeat{digestOf({})}).agree);
}

TEST_CASE_FIXTURE(Two,
                  "the server sends no state of conversations that the user was never in, existing or not")
{
    const ConversationId secret = ada.createGroup("secret");
    const ConversationId channel = ada.askState(protocol::CreateChannel{world.freshUuid(), "channel"}).id;
    const ConversationId own = bob.createGroup("own");
    const ConversationId left = ada.createGroup("left", {"bob"});
    bob.askState(protocol::Leave{left});
    const ConversationId unknown(99);
    const auto asked =
        bob.ask<protocol::States>(protocol::GetStates{{secret, channel, own, left, unknown, own}});
    CHECK(asked.states == std::vector{bob.state(own), bob.state(left)});
    const auto opened = bob.ask<protocol::States>(protocol::OpenFeed{
        {{channel, LogEpoch(1), Generation(1), Seq(1)}, {unknown, LogEpoch(1), Generation(1), Seq(1)}}});
    CHECK(opened.states.empty());
}

TEST_CASE_FIXTURE(Two, "a conversation that the user was never in is sent as not a member and nothing else")
{
    const ConversationId secret = ada.createGroup("secret");
    const ConversationId unknown(99);
    const auto answer = bob.ask<protocol::States>(protocol::Sync{
        {{secret, LogEpoch(7), Seq(9), {0, Seq(9)}, 3}, {unknown, LogEpoch(7), Seq(9), {0, Seq(9)}, 3}}});
    std::vector<ConversationState> nothing(2);
    nothing[0].id = secret;
    nothing[1].id = unknown;
    CHECK(answer.states == nothing);
}

TEST_CASE_FIXTURE(Two, "the server reports at most a thousand unknown conversations at a time")
{
    std::vector<HeldState> held;
    for (std::uint64_t id = 1001; id <= 2001; ++id) {
        held.push_back({ConversationId(id), LogEpoch(7), Seq(9), {0, Seq(9)}, 3});
    }
    const auto received = [&] {
        std::size_t states = 0;
        for (const protocol::ServerFrame& answer : bob.ask(protocol::Sync{held})) {
            states += std::get<protocol::States>(answer).states.size();
        }
        return states;
    };
    CHECK(received() == 1000);
    held = {held.back()};
    CHECK_MESSAGE(received() == 1, "the next report has the last conversation");
}

TEST_CASE_FIXTURE(Two, "I9: a heartbeat finds lost receipts, and the standing marks are sent")
{
    const ConversationId group = ada.createGroup("group", {"bob"});
    const ConversationId quiet = ada.createGroup("quiet", {"bob"});
    ada.send(group, "hello");
    const LogEpoch epoch = ada.state(group).logEpoch;
    const auto sendHeartbeat = [&](std::vector<ConversationMarks> received) {
        ada.pushes();
        CHECK(ada.ask<protocol::HeartbeatAck>(
                     protocol::Heartbeat{digestOf({heldOf(ada.state(group)), heldOf(ada.state(quiet))}),
                                         {},
                                         digestOfMarks(received)})
                  .agree);
        return ada.pushed<protocol::Receipts>();
    };
    CHECK(sendHeartbeat({}).empty());
    bob.ask<protocol::Done>(protocol::Delivered{{{group, epoch, Seq(2)}}});
    bob.read(group, 2);
    const protocol::Receipts standing{
        {{group, epoch, Seq(2), Seq(2)}, {quiet, ada.state(quiet).logEpoch, Seq(), Seq()}}, true};
    CHECK(sendHeartbeat({}) == std::vector{standing});
    CHECK_MESSAGE(sendHeartbeat({}) == std::vector{standing},
                  "the server repeats the marks until the digests agree");
    CHECK(sendHeartbeat({{group, epoch, {Seq(2), Seq(2)}}}).empty());
    CHECK(sendHeartbeat({{quiet, ada.state(quiet).logEpoch, {}}, {group, epoch, {Seq(2), Seq(2)}}}).empty());
    CHECK(sendHeartbeat({{group, epoch, {Seq(2), Seq()}}}) == std::vector{standing});
    CHECK(sendHeartbeat({{group, LogEpoch(epoch.value + 1), {Seq(2), Seq(2)}}}) == std::vector{standing});

    SUBCASE("a device without a digest of marks gets no marks")
    {
        ada.pushes();
        ada.ask<protocol::HeartbeatAck>(protocol::Heartbeat{});
        CHECK(ada.pushed<protocol::Receipts>().empty());
    }
    SUBCASE("the standing marks fall when the furthest readers leave")
    {
        bob.askState(protocol::Leave{group});
        const auto received = sendHeartbeat({{group, epoch, {Seq(2), Seq(2)}}});
        REQUIRE(received.size() == 1);
        CHECK(received.front().receipts.front() == protocol::Receipt{group, epoch, Seq(), Seq()});
        CHECK(sendHeartbeat({}).empty());
    }
    SUBCASE("a failed commit is not remembered")
    {
        ada.send(group, "again");
        world.store.failNextCommit();
        bob.post(protocol::Delivered{{{group, epoch, Seq(3)}}});
        ada.post(protocol::Heartbeat{0, {}, digestOfMarks({})}); // the hub reads the marks for it
        world.turn();
        CHECK(sendHeartbeat({{group, epoch, {Seq(2), Seq(2)}}}).empty());
    }
}

TEST_CASE_FIXTURE(Two, "the member who has read furthest sees the mark of the next reader")
{
    Client cat(world, "cat");
    cat.enter();
    const ConversationId group = ada.createGroup("group", {"bob", "cat"});
    ada.send(group, "hello");
    const LogEpoch epoch = ada.state(group).logEpoch;
    const auto isNotified = [&](Client& client, Marks marks) {
        client.pushes();
        client.ask<protocol::HeartbeatAck>(
            protocol::Heartbeat{0, {}, digestOfMarks({{group, epoch, marks}})});
        return client.pushed<protocol::Receipts>().empty();
    };
    bob.read(group, 2);
    cat.read(group, 1);
    for (int round = 0; round < 2; ++round) {
        CHECK(isNotified(ada, {Seq(2), Seq()}));
        CHECK(isNotified(bob, {Seq(1), Seq()}));
        CHECK(isNotified(cat, {Seq(2), Seq()}));
    }
    cat.read(group, 2);
    CHECK(isNotified(bob, {Seq(2), Seq()}));
}

struct History : Two {
    ConversationId group;
    LogEpoch epoch;

    History()
    {
        group = ada.createGroup("group", {"bob"});
        for (int i = 2; i <= 20; ++i) {
            ada.send(group, "message");
        }
        epoch = bob.state(group).logEpoch;
    }

    protocol::Range pull(std::uint64_t after, std::uint64_t through, std::uint32_t limit,
                         protocol::PullFrom from, std::uint64_t around = 0)
    {
        return bob.ask<protocol::Range>(
            protocol::Pull{group, epoch, Seq(after), Seq(through), Seq(around), limit, from});
    }
    static std::pair<std::uint64_t, std::uint64_t> span(const protocol::Range& range)
    {
        for (std::size_t i = 0; i < range.entries.size(); ++i) {
            REQUIRE(range.entries[i].seq == Seq(range.after.value + 1 + i));
        }
        return {range.after.value, range.after.value + range.entries.size()};
    }
    using Span = std::pair<std::uint64_t, std::uint64_t>;
};

TEST_CASE_FIXTURE(History, "I10: ranges are contiguous, from either end or around a seq")
{
    using protocol::PullFrom;
    CHECK(span(pull(0, 0, 0, PullFrom::Start)) == Span{0, 20});
    CHECK(span(pull(3, 10, 4, PullFrom::Start)) == Span{3, 7});
    CHECK(span(pull(3, 10, 4, PullFrom::End)) == Span{6, 10});
    CHECK(span(pull(3, 10, 100, PullFrom::End)) == Span{3, 10});
    CHECK(span(pull(0, 0, 6, PullFrom::Around, 10)) == Span{6, 12});
    CHECK(span(pull(0, 0, 6, PullFrom::Around, 1)) == Span{0, 6});
    CHECK(span(pull(0, 0, 6, PullFrom::Around, 20)) == Span{14, 20});
    CHECK(span(pull(0, 0, 6, PullFrom::Around, ~std::uint64_t{0})) == Span{14, 20});
    CHECK(span(pull(8, 12, 100, PullFrom::Around, 10)) == Span{8, 12});
    CHECK(span(pull(20, 0, 10, PullFrom::Start)) == Span{20, 20});
    CHECK_MESSAGE(pull(30, 0, 10, PullFrom::Start).head == Seq(20),
                  "I14: the client sees that it holds more than there is");
    CHECK(pull(0, 0, 1, PullFrom::Start).users == std::vector<User>{{ada.user, "ada"}});
}

TEST_CASE_FIXTURE(History, "I14: a range of another log is refused")
{
    CHECK(bob.refused(protocol::Pull{group, LogEpoch(epoch.value + 1), {}, {}, {}, 0})
          == ErrorCode::LogEpochChanged);
    CHECK(bob.refused(protocol::Pull{ConversationId(9), epoch, {}, {}, {}, 0})
          == ErrorCode::NoSuchConversation);
}

TEST_CASE_FIXTURE(History, "a range never outgrows a frame, but always has an entry")
{
    for (int i = 0; i < 20; ++i) {
        ada.send(group, std::string(60000, 'x'));
    }
    const auto fromStart = span(pull(20, 0, 0, protocol::PullFrom::Start));
    CHECK(fromStart == Span{20, 28});
    CHECK(span(pull(20, 0, 0, protocol::PullFrom::End)) == Span{32, 40});
    world.config.limits.maxFrameBytes = 1000;
    world.restart();
    bob.target.connection = world.connect();
    bob.hello();
    CHECK(span(pull(20, 0, 0, protocol::PullFrom::Start)) == Span{20, 21});
    CHECK(span(pull(20, 0, 0, protocol::PullFrom::End)) == Span{39, 40});
}

TEST_CASE_FIXTURE(History, "the server reads little more of long texts than it sends, on both sides of a seq")
{
    for (int i = 0; i < 100; ++i) {
        ada.send(group, std::string(60000, 'x'));
    }
    world.restart();
    bob.target.connection = world.connect();
    bob.hello();
    using protocol::PullFrom;
    std::size_t before = world.store.textBytesRead();
    const auto read = [&] {
        return world.store.textBytesRead() - std::exchange(before, world.store.textBytesRead());
    };
    CHECK(span(pull(20, 0, 0, PullFrom::Start)) == Span{20, 28});
    CHECK(read() <= 2 * Limits().maxFrameBytes);
    CHECK(span(pull(20, 0, 0, PullFrom::End)) == Span{112, 120});
    CHECK(read() <= 2 * Limits().maxFrameBytes);
    CHECK(span(pull(20, 0, 0, PullFrom::Around, 70)) == Span{66, 74});
    CHECK(read() <= 2 * Limits().maxFrameBytes);
    CHECK(span(pull(20, 0, 1, PullFrom::Around, 70)) == Span{69, 70});
    CHECK(span(pull(20, 0, 0, PullFrom::Around, 120)) == Span{116, 120});
}

TEST_CASE_FIXTURE(History, "no range has more entries than the limit in force")
{
    world.config.limits.maxPullEntries = 5;
    world.restart();
    bob.target.connection = world.connect();
    bob.hello();
    CHECK(span(pull(0, 0, 0, protocol::PullFrom::Start)) == Span{0, 5});
    CHECK(span(pull(0, 0, 1000, protocol::PullFrom::End)) == Span{15, 20});
}

TEST_CASE("I7, I9: a receipt that was pushed to no session comes with the next hello")
{
    HubWorld world;
    Client ada(world, "ada");
    Client bob(world, "bob");
    ada.enter();
    bob.enter();
    const ConversationId group = ada.createGroup("group", {"bob"});
    const Seq seq = ada.send(group, "seen?").seq;
    bob.read(group, seq.value);
    const ConversationState state = ada.state(group);

    Client again(world, "ada");
    again.token = ada.token;
    again.hello({heldOf(state)});
    const auto receipts = again.pushed<protocol::Receipts>();
    REQUIRE(receipts.size() == 1);
    CHECK(receipts.front().receipts == std::vector<protocol::Receipt>{{group, state.logEpoch, seq}});
}

} // namespace tidemark::server::catching_up_test
