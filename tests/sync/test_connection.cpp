#include "tests/sync/device.h"

#include <algorithm>

namespace tidemark::test::connection_test {
namespace {

/// Cuts the connection `times` times before any frame, and returns the waits.
std::vector<Milliseconds> waitsAfterFailures(std::uint64_t seed, int times)
{
    EngineConfig config;
    config.jitterSeed = seed;
    Device device(config);
    std::vector<Milliseconds> waits;
    for (int i = 0; i < times; ++i) {
        device.connects();
        device.losesConnection();
        if (device.phase() == ConnectionPhase::Connecting) {
            waits.emplace_back(0);
            continue;
        }
        waits.push_back(*device.engine().connection().retryAt - device.now());
        device.waits(waits.back());
        REQUIRE(device.phase() == ConnectionPhase::Connecting);
    }
    return waits;
}

TEST_CASE("reconnecting backs off with full jitter, within its bounds")
{
    const EngineConfig config;
    std::vector<Milliseconds> sum(12, Milliseconds(0));
    constexpr int seeds = 200;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const std::vector<Milliseconds> waits = waitsAfterFailures(seed, static_cast<int>(sum.size()));
        for (std::size_t i = 0; i < waits.size(); ++i) {
            const Milliseconds ceiling = std::min(config.backoffCap, config.backoffBase * (1 << i));
            CHECK(waits[i] <= ceiling);
            sum[i] += waits[i];
        }
    }
    // The waits are uniform in [0, ceiling], so their mean is near half of it.
    for (std::size_t i = 0; i < sum.size(); ++i) {
        const Milliseconds ceiling = std::min(config.backoffCap, config.backoffBase * (1 << i));
        CHECK(sum[i] / seeds > ceiling * 4 / 10);
        CHECK(sum[i] / seeds < ceiling * 6 / 10);
    }
}

TEST_CASE("a connection that caught up makes the next wait short again")
{
    Device device;
    device.connects();
    for (int i = 0; i < 8; ++i) {
        device.losesConnection();
        device.waits(device.engine().connection().retryAt.value_or(device.now()) - device.now());
        device.connects();
    }
    device.losesConnection();
    device.comesOnline({});
    device.losesConnection();
    CHECK(device.engine().connection().retryAt.value_or(device.now()) - device.now()
          <= EngineConfig{}.backoffBase);
}

TEST_CASE("GoAway spreads the devices over the time that the server names")
{
    std::vector<Milliseconds> waits;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        EngineConfig config;
        config.jitterSeed = seed;
        Device device(config);
        device.comesOnline({});
        device.receives(protocol::GoAway{Milliseconds(2000), Milliseconds(12000)});
        CHECK(device.phase() == ConnectionPhase::Online);
        device.losesConnection();
        waits.push_back(*device.engine().connection().retryAt - device.now());
    }
    const auto [first, last] = std::minmax_element(waits.begin(), waits.end());
    CHECK(*first >= Milliseconds(2000));
    CHECK(*first < Milliseconds(3000));
    CHECK(*last > Milliseconds(11000));
    CHECK(*last <= Milliseconds(12000));
}

TEST_CASE("a user who goes offline stays so until they go online again")
{
    Device device;
    device.comesOnline({});
    device.does(input::GoOffline{});
    CHECK(device.phase() == ConnectionPhase::Offline);
    CHECK(device.effects().order == ConnectionOrder::Close);
    device.waits(Milliseconds(3600000));
    CHECK(device.phase() == ConnectionPhase::Offline);
    device.does(input::Connect{});
    CHECK(device.phase() == ConnectionPhase::Connecting);
}

TEST_CASE("a connection attempt that never ends is given up")
{
    Device device;
    device.does(input::Tick{});
    CHECK(device.phase() == ConnectionPhase::Connecting);
    device.waits(Milliseconds(20000));
    CHECK(device.phase() == ConnectionPhase::Waiting);
    CHECK(device.wakeUp() == device.engine().connection().retryAt);
}

TEST_CASE("the heartbeat slows down while all agree, and is never slower than the server allows")
{
    Device device;
    device.answersHeartbeats = false;
    device.comesOnline({});
    std::vector<Milliseconds> intervals;
    Instant last = device.now();
    for (int i = 0; i < 5; ++i) {
        while (device.sentCount() == 0) {
            device.waits(*device.wakeUp() - device.now());
        }
        device.sends<protocol::Heartbeat>();
        intervals.push_back(device.now() - last);
        last = device.now();
        device.answers(protocol::HeartbeatAck{true});
    }
    CHECK(intervals.front() == EngineConfig{}.heartbeatMin);
    CHECK(std::is_sorted(intervals.begin(), intervals.end()));
    CHECK(intervals.back() == EngineConfig{}.heartbeatMax);
}

TEST_CASE("a heartbeat without an answer ends the connection")
{
    Device device;
    device.answersHeartbeats = false;
    device.comesOnline({});
    device.waits(Milliseconds(5000 + 14999));
    CHECK(device.phase() == ConnectionPhase::Online);
    device.waits(Milliseconds(1));
    CHECK(device.phase() == ConnectionPhase::Waiting);
    CHECK(device.effects().order == ConnectionOrder::Close);
}

TEST_CASE("a send without an answer for five seconds is reported, and so is its answer")
{
    Chat chat(7);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    const auto isUnanswered = [&device] { return device.engine().connection().isUnanswered; };

    device.types(chat, 1);
    const auto send = device.sends<protocol::Send>();
    device.waits(Milliseconds(4999));
    CHECK_FALSE(isUnanswered());
    CHECK(device.wakeUp() == device.now() + Milliseconds(1));
    device.waits(Milliseconds(1));
    CHECK(isUnanswered());
    CHECK(device.phase() == ConnectionPhase::Online);
    REQUIRE(device.changes<change::ConnectionChanged>().size() == 1);
    CHECK(device.changes<change::ConnectionChanged>()[0].status.isUnanswered);

    // Messages of others are not an answer.
    chat.talks(bob, 1);
    device.receives(chat.notify());
    CHECK(isUnanswered());
    device.answers(chat.accepts(send));
    CHECK_FALSE(isUnanswered());
    CHECK(device.changes<change::ConnectionChanged>().size() == 1);
}

TEST_CASE("a send that is given up and tried again is still without an answer")
{
    Chat chat(7);
    EngineConfig config;
    config.heartbeatMin = config.heartbeatMax = Milliseconds(60000);
    Device device(config);
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    device.waits(Milliseconds(15000));
    device.types(chat, 1);
    for (int second = 1; second < 40; ++second) {
        device.waits(Milliseconds(1000));
        CHECK(device.engine().connection().isUnanswered == (second >= 5));
    }
    device.sends<protocol::Send>();
    device.sends<protocol::Send>();
    const auto last = device.sends<protocol::Send>();
    device.answers(chat.accepts(last));
    CHECK_FALSE(device.engine().connection().isUnanswered);
}

TEST_CASE("I9: a digest that differs is followed by Sync, which repairs what every push had missed")
{
    Chat chat(7);
    chat.talks(bob, 5);
    Device device;
    device.answersHeartbeats = false;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    chat.talks(bob, 3);
    chat.reads(Seq(4));

    device.waits(Milliseconds(5000));
    CHECK(device.sends<protocol::Heartbeat>().digest != digestOf({heldOf(chat.state())}));
    device.answers(protocol::HeartbeatAck{false});
    CHECK(device.sends<protocol::Sync>().held.size() == 1);
    CHECK_FALSE(device.engine().isQuiescent());
    device.answers(chat.states());
    CHECK(device.changes<change::Mismatch>().size() == 1);
    device.catchesUp({&chat});
    device.agreesWith(chat);
    CHECK(device.engine().isQuiescent());

    device.waits(Milliseconds(5000));
    CHECK(device.sends<protocol::Heartbeat>().digest == digestOf({heldOf(chat.state())}));
}

TEST_CASE("a conversation that the server no longer knows is found by digest")
{
    Chat chat(7);
    chat.talks(bob, 5);
    Device device;
    device.answersHeartbeats = false;
    device.comesOnline({&chat});
    device.catchesUp({&chat});

    device.waits(Milliseconds(5000));
    device.sends<protocol::Heartbeat>();
    device.answers(protocol::HeartbeatAck{false});
    device.sends<protocol::Sync>();
    SUBCASE("a server that leaves out what it does not know is asked for everything")
    {
        device.answers(protocol::States{});
        CHECK(device.sends<protocol::GetStates>().conversations == std::vector{chat.id});
        device.answers(protocol::States{});
    }
    SUBCASE("a server that names it tells by an empty state")
    {
        ConversationState none;
        none.id = chat.id;
        device.answers(protocol::States{{none}, {}, 0});
    }
    CHECK_FALSE(device.in(chat).isMember);
    CHECK(device.engine().totals() == Totals{});
    device.sendsNothing();
    device.waits(Milliseconds(5000));
    CHECK(device.sends<protocol::Heartbeat>().digest == digestOf({}));
}

TEST_CASE("traffic that moves heads while the digest travels does not make the device ask for everything")
{
    Chat chat(7);
    chat.talks(bob, 5);
    Device device;
    device.answersHeartbeats = false;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    for (int round = 0; round < 4; ++round) {
        device.waits(Milliseconds(5000));
        device.sends<protocol::Heartbeat>();
        const RequestId heartbeat = device.lastRequest();
        chat.talks(bob, 1);
        device.receives(chat.notify());
        device.pulls(chat);
        device.receives(protocol::HeartbeatAck{false}, heartbeat);
        device.sends<protocol::Sync>();
        device.answers(protocol::States{});
        device.sendsNothing();
    }
    device.agreesWith(chat);
}

TEST_CASE("a request that is refused as not signed in starts a new session")
{
    Chat chat(7);
    chat.talks(bob, 1);
    Device device;
    device.comesOnline({&chat});
    device.sends<protocol::Pull>();
    device.isRefused(protocol::ErrorCode::NotSignedIn);
    CHECK(device.phase() == ConnectionPhase::Waiting);
}

TEST_CASE("commands need a connection and end with it")
{
    Device device;
    device.does(input::CreateGroup{CommandId(1), uuidOf(1), "title", {}});
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.changes<change::CommandDone>()[0].error == protocol::ErrorCode::Unavailable);

    device.comesOnline({});
    device.does(input::CreateGroup{CommandId(2), uuidOf(2), "title", {}});
    device.sends<protocol::CreateGroup>();
    device.losesConnection();
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.changes<change::CommandDone>()[0].command == CommandId(2));
    CHECK(device.changes<change::CommandDone>()[0].error == protocol::ErrorCode::Unavailable);
}

TEST_CASE("members are removed, banned and given roles by id")
{
    Chat chat(7);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    device.does(input::RemoveMember{CommandId(1), chat.id, bob, true});
    const auto removed = device.sends<protocol::RemoveMember>();
    CHECK(removed == protocol::RemoveMember{chat.id, bob, true});
    device.isRefused(protocol::ErrorCode::NotAllowed);
    CHECK(device.changes<change::CommandDone>().at(0).error == protocol::ErrorCode::NotAllowed);
    device.does(input::SetRole{CommandId(2), chat.id, bob, Role::Moderator});
    const auto given = device.sends<protocol::SetRole>();
    CHECK(given == protocol::SetRole{chat.id, bob, Role::Moderator});
    device.answers(chat.states());
    CHECK(device.changes<change::CommandDone>().at(0).resultAs<ConversationId>() == chat.id);
}

TEST_CASE("a command gets the conversation that it made, or its typed error, or a time out")
{
    Chat made(9);
    Device device;
    device.comesOnline({});
    device.does(input::CreateGroup{CommandId(1), uuidOf(1), "title", {"bob"}});
    CHECK(device.sends<protocol::CreateGroup>().members == std::vector<std::string>{"bob"});
    device.answers(made.states());
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.changes<change::CommandDone>()[0].resultAs<ConversationId>() == made.id);
    CHECK(device.in(made).isMember);

    device.does(input::OpenDirect{CommandId(2), "nobody"});
    device.sends<protocol::OpenDirect>();
    device.isRefused(protocol::ErrorCode::NoSuchUser);
    CHECK(device.changes<change::CommandDone>().at(0).error == protocol::ErrorCode::NoSuchUser);

    device.does(input::Join{CommandId(3), ConversationId(5)});
    device.sends<protocol::Join>();
    device.waits(Milliseconds(14999));
    CHECK(device.changes<change::CommandDone>().empty());
    device.waits(Milliseconds(1));
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.changes<change::CommandDone>()[0].error == protocol::ErrorCode::Unavailable);
}

} // namespace
} // namespace tidemark::test::connection_test
