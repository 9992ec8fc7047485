#include "tests/sync/device.h"

namespace tidemark::test::handshake_test {
namespace {

using protocol::ErrorCode;

TEST_CASE("a device says Hello with what it holds and is online after the last state")
{
    Chat chat(7);
    chat.talks(bob, 5);
    Device device;
    device.comesOnline({&chat});
    CHECK(device.changes<change::CaughtUp>().size() == 1);
    device.catchesUp({&chat});
    device.agreesWith(chat);

    device.losesConnection();
    device.waits(Milliseconds(300));
    device.connects();
    const auto hello = device.sends<protocol::Hello>();
    CHECK(hello.protocolVersion == protocol::version);
    CHECK(hello.device == DeviceId(77));
    HeldState held = heldOf(chat.state());
    held.through = chat.head();
    CHECK(hello.held == std::vector{held});
}

TEST_CASE("I9: cursor first: badges are right before any message is pulled")
{
    Chat quiet(1);
    quiet.talks(bob, 3);
    Chat busy(2);
    busy.talks(bob, 5000);
    busy.reads(Seq(100));
    Device device;
    device.comesOnline({&quiet, &busy});
    CHECK(device.changes<change::EntriesAdded>().empty());
    device.agreesWith(quiet);
    device.agreesWith(busy);
    CHECK(device.engine().totals().unread == 3 + 4900);
    CHECK(device.engine().totals().conversations == 2);
}

TEST_CASE("states in several frames: online only after the last of them")
{
    Chat one(1);
    Chat two(2);
    one.talks(bob, 1);
    two.talks(bob, 2);
    Device device;
    device.connects();
    device.sends<protocol::Hello>();
    device.answers(protocol::Welcome{protocol::version, me, "server", {}, {}, 2});
    CHECK(device.phase() == ConnectionPhase::Syncing);
    device.answers(protocol::States{{one.state()}, {}, 1});
    CHECK(device.phase() == ConnectionPhase::Syncing);
    device.sendsNothing();
    // The server is slow but not silent: each frame starts the timeout again.
    device.waits(Milliseconds(14000));
    device.answers(protocol::States{{two.state()}, {}, 0});
    CHECK(device.phase() == ConnectionPhase::Online);
}

TEST_CASE("an earlier read is sent only after the last state")
{
    Chat one(1);
    Chat two(2);
    one.talks(bob, 3);
    two.talks(bob, 2);
    Device device;
    device.comesOnline({&one, &two});
    device.catchesUp({&one, &two});
    device.losesConnection();
    device.reads(one, Seq(2));
    device.waits(Milliseconds(300));
    device.connects();
    device.sends<protocol::Hello>();
    device.answers(protocol::Welcome{protocol::version, me, "server", {}, {}, 2});
    device.answers(protocol::States{{one.state()}, {}, 1});
    device.sendsNothing();
    device.answers(protocol::States{{two.state()}, {}, 0});
    CHECK(device.sends<protocol::Read>().intents.at(0).cursor == Cursor{0, Seq(2)});
}

TEST_CASE("a Hello without an answer ends the connection")
{
    Device device;
    device.connects();
    device.sends<protocol::Hello>();
    device.waits(Milliseconds(14999));
    CHECK(device.phase() == ConnectionPhase::Connecting);
    device.waits(Milliseconds(2));
    CHECK(device.phase() == ConnectionPhase::Waiting);
}

TEST_CASE("a revoked token signs the device out and keeps its data")
{
    Chat chat(7);
    chat.talks(bob, 5);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    device.types(chat, 1);
    device.losesConnection();
    device.waits(Milliseconds(300));
    device.connects();
    device.sends<protocol::Hello>();
    device.isRefused(ErrorCode::TokenRevoked);
    CHECK(device.phase() == ConnectionPhase::SignedOut);
    CHECK(device.engine().connection().error == ErrorCode::TokenRevoked);
    CHECK(device.engine().account()->token.empty());
    CHECK(device.holdsAllOf(chat));
    CHECK(device.store().pending().size() == 1);
    device.waits(Milliseconds(600000));
    CHECK(device.phase() == ConnectionPhase::SignedOut);
}

TEST_CASE("a protocol version that does not fit is shown, and tried again rarely")
{
    Device device;
    device.connects();
    device.sends<protocol::Hello>();
    device.isRefused(ErrorCode::ProtocolVersion);
    CHECK(device.phase() == ConnectionPhase::Waiting);
    CHECK(device.engine().connection().error == ErrorCode::ProtocolVersion);
    CHECK(*device.engine().connection().retryAt - device.now() >= EngineConfig{}.backoffCap);
}

TEST_CASE("a Welcome in a version that this program does not speak is a version that does not fit")
{
    for (const std::uint32_t spoken : {0U, 2U, 99U}) {
        CAPTURE(spoken);
        Device device;
        device.connects();
        device.sends<protocol::Hello>();
        protocol::Welcome welcome;
        welcome.protocolVersion = spoken;
        welcome.user = me;
        device.receives(welcome, device.lastRequest());
        CHECK(device.phase() == ConnectionPhase::Waiting);
        CHECK(device.engine().connection().error == ErrorCode::ProtocolVersion);
    }
}

TEST_CASE("too many connections: the device comes back after the time that the server asked for")
{
    Device device;
    device.connects();
    device.sends<protocol::Hello>();
    device.isRefused(ErrorCode::TooManyConnections, Milliseconds(7000));
    CHECK(device.phase() == ConnectionPhase::Waiting);
    CHECK(*device.engine().connection().retryAt - device.now() >= Milliseconds(7000));
}

TEST_CASE("a refusal for the address is shown at once, with its time")
{
    Device device;
    device.connects();
    device.receives(protocol::Error{ErrorCode::TooFast, Milliseconds(7000), "from this address"});
    CHECK(device.phase() == ConnectionPhase::Waiting);
    CHECK(*device.engine().connection().retryAt - device.now() >= Milliseconds(7000));
    CHECK(device.engine().connection().error == ErrorCode::TooFast);
}

TEST_CASE("a frame that cannot be read ends the connection, and only a connection")
{
    Device device;
    device.comesOnline({});
    device.does(input::GarbageArrived{});
    CHECK(device.phase() == ConnectionPhase::Waiting);
    CHECK(device.effects().order == ConnectionOrder::Close);

    device.does(input::GoOffline{});
    device.does(input::GarbageArrived{});
    CHECK(device.phase() == ConnectionPhase::Offline);
}

TEST_CASE("frames after the end of the connection are ignored")
{
    Chat chat(7);
    chat.talks(bob, 1);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    device.losesConnection();
    chat.talks(bob, 1);
    device.receives(chat.notify());
    CHECK(device.in(chat).serverHead == Seq(1));
}

TEST_CASE("a later server may push frames that this version does not know")
{
    Device device;
    device.comesOnline({});
    device.receives(protocol::UnknownFrame{});
    CHECK(device.phase() == ConnectionPhase::Online);
}

} // namespace
} // namespace tidemark::test::handshake_test
