#include "tests/sync/device.h"

#include <algorithm>
#include <set>
#include <vector>

namespace tidemark::test::servers_test {
namespace {

using protocol::ErrorCode;

const std::string token(32, 'n');

EngineConfig several(std::uint32_t servers = 3, std::uint64_t seed = 1)
{
    EngineConfig config;
    config.servers = servers;
    config.jitterSeed = seed;
    return config;
}

std::uint32_t serverOf(Device& device)
{
    return device.engine().connection().server;
}

/// The connection fails or breaks. Returns the server that is tried next, which is at once.
std::uint32_t moves(Device& device)
{
    device.losesConnection();
    REQUIRE(device.phase() == ConnectionPhase::Connecting);
    device.waits(EngineConfig{}.moveDelay);
    REQUIRE(device.phase() == ConnectionPhase::Connecting);
    return serverOf(device);
}

/// All servers were tried. Returns the server that is tried next, after the backoff.
std::uint32_t waitsForRetry(Device& device)
{
    REQUIRE(device.phase() == ConnectionPhase::Waiting);
    device.waits(*device.engine().connection().retryAt - device.now());
    REQUIRE(device.phase() == ConnectionPhase::Connecting);
    return serverOf(device);
}

TEST_CASE("the first server is a random one, reported with the order")
{
    std::set<std::uint32_t> first;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        Device device(several(3, seed));
        device.does(input::Tick{});
        REQUIRE(device.effects().order == ConnectionOrder::Open);
        CHECK(device.effects().server == serverOf(device));
        first.insert(serverOf(device));
    }
    CHECK(first == std::set<std::uint32_t>{0, 1, 2});
}

TEST_CASE("all servers are tried at once, then comes a wait with backoff, then all again")
{
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        Device device(several(3, seed));
        device.does(input::Tick{});
        for (int round = 0; round < 3; ++round) {
            std::set<std::uint32_t> tried{serverOf(device)};
            tried.insert(moves(device));
            tried.insert(moves(device));
            CHECK(tried.size() == 3);
            device.losesConnection();
            REQUIRE(device.phase() == ConnectionPhase::Waiting);
            const Milliseconds wait = *device.engine().connection().retryAt - device.now();
            CHECK(wait <= EngineConfig{}.backoffBase * (1 << round));
            waitsForRetry(device);
        }
    }
}

TEST_CASE("a server that works is used until it breaks, and then again only after the others")
{
    Device device(several());
    device.comesOnline({});
    const std::uint32_t first = serverOf(device);
    device.does(input::GoOffline{});
    device.does(input::Connect{});
    CHECK(serverOf(device) == first);
    device.connects();
    const std::uint32_t second = moves(device);
    CHECK(second != first);
    device.comesOnline({});
    // A server that works begins a new round.
    const std::uint32_t third = moves(device);
    CHECK(third != second);
    CHECK(moves(device) != second);
    device.losesConnection();
    CHECK(waitsForRetry(device) == second);
}

TEST_CASE("no lost connection is shown while another server is tried")
{
    Device device(several());
    device.comesOnline({});
    device.losesConnection();
    const auto received = device.changes<change::ConnectionChanged>();
    REQUIRE(received.size() == 1);
    CHECK(received[0].status.phase == ConnectionPhase::Connecting);
    CHECK(device.effects().order == ConnectionOrder::None);
    CHECK(device.wakeUp() <= device.now() + EngineConfig{}.moveDelay);
}

TEST_CASE("late reports of an old connection do not concern the next server")
{
    Device device(several());
    device.comesOnline({});
    const std::uint32_t first = serverOf(device);
    device.losesConnection();
    device.does(input::ConnectionLost{});
    device.does(input::ConnectionOpened{});
    device.does(input::GarbageArrived{});
    device.sendsNothing();
    CHECK(device.phase() == ConnectionPhase::Connecting);
    device.waits(EngineConfig{}.moveDelay);
    CHECK(serverOf(device) != first);
    device.losesConnection();
    // This is the second of three servers, so one is left.
    CHECK(device.phase() == ConnectionPhase::Connecting);
}

TEST_CASE("a user who goes online at once does not wait for the next server")
{
    Device device(several());
    device.comesOnline({});
    device.losesConnection();
    device.does(input::Connect{});
    CHECK(device.effects().order == ConnectionOrder::Open);
    device.does(input::GoOffline{});
    CHECK(device.phase() == ConnectionPhase::Offline);
    device.waits(Milliseconds(60000));
    CHECK(device.phase() == ConnectionPhase::Offline);
}

TEST_CASE("GoAway leads to another server within the time that is named")
{
    std::vector<Milliseconds> waits;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        Device device(several(3, seed));
        device.comesOnline({});
        const std::uint32_t leaving = serverOf(device);
        device.receives(protocol::GoAway{Milliseconds(4000), Milliseconds(14000)});
        CHECK(device.phase() == ConnectionPhase::Online);
        device.losesConnection();
        REQUIRE(device.phase() == ConnectionPhase::Waiting);
        waits.push_back(*device.engine().connection().retryAt - device.now());
        device.waits(waits.back());
        CHECK(serverOf(device) != leaving);
        CHECK(moves(device) != leaving);
    }
    const auto [first, last] = std::minmax_element(waits.begin(), waits.end());
    CHECK(*first >= Milliseconds(4000));
    CHECK(*first < Milliseconds(5000));
    CHECK(*last > Milliseconds(13000));
    CHECK(*last <= Milliseconds(14000));
}

TEST_CASE("the short wait that an ending server names is not shown")
{
    Device device(several(2));
    device.comesOnline({});
    device.receives(protocol::GoAway{Milliseconds(500), Milliseconds(3000)});
    device.losesConnection();
    CHECK(device.phase() == ConnectionPhase::Connecting);
    REQUIRE(device.wakeUp());
    CHECK(*device.wakeUp() >= device.now() + Milliseconds(500));
    CHECK(*device.wakeUp() <= device.now() + Milliseconds(3000));
}

TEST_CASE("a server that drains is left at once")
{
    Device device(several(2));
    device.comesOnline({});
    const std::uint32_t leaving = serverOf(device);
    device.receives(protocol::GoAway{});
    device.losesConnection();
    CHECK(device.effects().order == ConnectionOrder::Open);
    CHECK(device.effects().server != leaving);
    CHECK(device.phase() == ConnectionPhase::Connecting);
}

TEST_CASE("a token that is refused is no reason to try another server")
{
    Device device(several());
    device.connects();
    device.sends<protocol::Hello>();
    device.isRefused(ErrorCode::TokenRevoked);
    CHECK(device.phase() == ConnectionPhase::SignedOut);
    device.waits(Milliseconds(60000));
    CHECK(device.phase() == ConnectionPhase::SignedOut);
}

TEST_CASE("a refusal by the service is not repeated at another server")
{
    for (const ErrorCode refusal : {ErrorCode::ProtocolVersion, ErrorCode::TooManyConnections}) {
        Device device(several());
        device.connects();
        device.sends<protocol::Hello>();
        const std::uint32_t server = serverOf(device);
        device.isRefused(refusal, Milliseconds(4000));
        REQUIRE(device.phase() == ConnectionPhase::Waiting);
        CHECK(device.engine().connection().error == refusal);
        CHECK(waitsForRetry(device) == server);
    }
}

TEST_CASE("a server that cannot do its work is left for another")
{
    Device device(several(2));
    device.connects();
    device.sends<protocol::Hello>();
    const std::uint32_t first = serverOf(device);
    device.isRefused(ErrorCode::Unavailable, Milliseconds(5000));
    CHECK(device.phase() == ConnectionPhase::Connecting);
    CHECK(!device.engine().connection().error);
    device.waits(EngineConfig{}.moveDelay);
    CHECK(serverOf(device) != first);
    device.connects();
    device.sends<protocol::Hello>();
    device.isRefused(ErrorCode::Unavailable, Milliseconds(5000));
    CHECK(device.phase() == ConnectionPhase::Waiting);
    CHECK(device.engine().connection().error == ErrorCode::Unavailable);
    CHECK(*device.engine().connection().retryAt >= device.now() + Milliseconds(5000));
}

TEST_CASE("a server that never answers is given up for another")
{
    Device device(several(2));
    device.does(input::Tick{});
    const std::uint32_t first = serverOf(device);
    device.waits(Milliseconds(20000));
    CHECK(device.phase() == ConnectionPhase::Connecting);
    CHECK(device.effects().order == ConnectionOrder::Close);
    device.waits(EngineConfig{}.moveDelay);
    CHECK(serverOf(device) != first);

    device.answersHeartbeats = false;
    device.comesOnline({});
    device.waits(Milliseconds(5000 + 15000));
    CHECK(device.phase() == ConnectionPhase::Connecting);
    device.waits(EngineConfig{}.moveDelay);
    CHECK(serverOf(device) == first);
}

/// The server refuses the device's next heartbeat.
void refusesHeartbeat(Device& device, ErrorCode why = ErrorCode::Unavailable)
{
    device.waits(EngineConfig{}.heartbeatMin);
    device.sends<protocol::Heartbeat>();
    device.isRefused(why, Milliseconds(100));
}

TEST_CASE("a server that loses its database is left for another, with all that waits")
{
    Chat chat(1);
    chat.talks(bob, 2);
    Device device(several(2));
    device.answersHeartbeats = false;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    const std::uint32_t first = serverOf(device);
    device.types(chat, 1);
    device.sends<protocol::Send>();
    device.isRefused(ErrorCode::Unavailable, Milliseconds(60000));

    refusesHeartbeat(device);
    CHECK(device.phase() == ConnectionPhase::Online);
    REQUIRE(device.wakeUp());
    CHECK_MESSAGE(*device.wakeUp() <= device.now() + EngineConfig{}.heartbeatMin,
                  "the device tries again soon");
    refusesHeartbeat(device);
    CHECK(device.phase() == ConnectionPhase::Connecting);
    CHECK(device.effects().order == ConnectionOrder::Close);
    device.waits(EngineConfig{}.moveDelay);
    CHECK(serverOf(device) != first);
    device.comesOnline({&chat});
    CHECK(device.sends<protocol::Send>().uuid == uuidOf(1));
}

TEST_CASE("a server is not left for one unanswered heartbeat")
{
    Device device(several(2));
    device.answersHeartbeats = false;
    device.comesOnline({});
    const std::uint32_t first = serverOf(device);
    SUBCASE("as the next one is answered")
    {
        for (int i = 0; i < 3; ++i) {
            refusesHeartbeat(device);
            device.waits(EngineConfig{}.heartbeatMin);
            device.sends<protocol::Heartbeat>();
            device.answers(protocol::HeartbeatAck{true});
        }
    }
    SUBCASE("as it was only too fast")
    {
        refusesHeartbeat(device, ErrorCode::TooFast);
        refusesHeartbeat(device, ErrorCode::TooFast);
    }
    SUBCASE("after another connection")
    {
        refusesHeartbeat(device);
        device.does(input::GoOffline{});
        device.does(input::Connect{});
        device.comesOnline({});
        refusesHeartbeat(device);
    }
    CHECK(device.phase() == ConnectionPhase::Online);
    CHECK(serverOf(device) == first);
}

TEST_CASE("the only server is not left while it has no database")
{
    Device device(several(1));
    device.answersHeartbeats = false;
    device.comesOnline({});
    for (int i = 0; i < 5; ++i) {
        refusesHeartbeat(device);
    }
    CHECK(device.phase() == ConnectionPhase::Online);
}

TEST_CASE("an untrusted certificate is reported when no other server is left")
{
    Device device(several());
    device.does(input::Tick{});
    device.does(input::ConnectionLost{"expired", true});
    CHECK(!device.engine().connection().error);
    device.waits(EngineConfig{}.moveDelay);
    SUBCASE("none does")
    {
        moves(device);
        device.losesConnection();
        CHECK(device.phase() == ConnectionPhase::Waiting);
        CHECK(device.engine().connection().error == ErrorCode::CertificateRefused);
        waitsForRetry(device);
        moves(device);
        moves(device);
        device.losesConnection();
        CHECK(!device.engine().connection().error);
    }
    SUBCASE("another one does")
    {
        device.comesOnline({});
        moves(device);
        moves(device);
        device.losesConnection();
        CHECK(device.phase() == ConnectionPhase::Waiting);
        CHECK(!device.engine().connection().error);
    }
}

TEST_CASE("a sign-in uses any server that is there")
{
    Device device = Device::blank(several());
    device.does(input::SignIn{CommandId(1), "me", "secret", token});
    device.does(input::ConnectionLost{"expired", true});
    CHECK(device.changes<change::CommandDone>().empty());
    device.waits(EngineConfig{}.moveDelay);
    SUBCASE("at the second")
    {
        device.does(input::ConnectionOpened{});
        CHECK(device.sends<protocol::SignIn>().name == "me");
        device.answers(protocol::Authenticated{me, token});
        device.sends<protocol::Hello>();
    }
    SUBCASE("at none")
    {
        moves(device);
        device.losesConnection();
        REQUIRE(device.changes<change::CommandDone>().size() == 1);
        CHECK(device.changes<change::CommandDone>()[0].error == ErrorCode::CertificateRefused);
        CHECK(device.phase() == ConnectionPhase::SignedOut);
    }
    SUBCASE("at none, whose certificates are good")
    {
        moves(device);
        device.losesConnection();
        device.does(input::SignIn{CommandId(2), "me", "secret", token});
        moves(device);
        moves(device);
        device.losesConnection();
        REQUIRE(device.changes<change::CommandDone>().size() == 1);
        CHECK(device.changes<change::CommandDone>()[0].error == ErrorCode::Unavailable);
    }
}

TEST_CASE("another list is used from the next connection on")
{
    Device device(several(1));
    device.comesOnline({});
    device.does(input::ServersChanged{4});
    CHECK(device.phase() == ConnectionPhase::Online);
    std::set<std::uint32_t> tried;
    for (int i = 0; i < 3; ++i) {
        tried.insert(moves(device));
    }
    CHECK(tried.size() == 3);
    device.does(input::ServersChanged{1});
    device.losesConnection();
    CHECK(device.phase() == ConnectionPhase::Waiting);
}

} // namespace
} // namespace tidemark::test::servers_test
