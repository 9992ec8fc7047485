#include "core/domain/request_caps.h"
#include "tests/hub/hub_world.h"

namespace tidemark::server::devices_test {

namespace {

constexpr Milliseconds minute{60000};

/// Ada with a laptop and a phone in one group.
struct TwoDevices {
    TwoDevices()
    {
        laptop.enter();
        group = laptop.createGroup("group");
        phone.device = DeviceId(laptop.device.value + 1);
        phone.token = std::string(32, 'p');
        world.store.begin();
        world.store.tokens().put(hashOf(phone.token), laptop.user, phone.device, "phone", UnixMs{500});
        REQUIRE(world.store.commit());
    }
    static TokenHash hashOf(const std::string& token) { return PlainSecrets().hashOf(token); }

    [[nodiscard]] protocol::Device seen(DeviceId device)
    {
        for (const protocol::Device& one : laptop.ask<protocol::Devices>(protocol::GetDevices()).devices) {
            if (one.id == device) {
                return one;
            }
        }
        FAIL("no such device");
        return {};
    }
    [[nodiscard]] std::uint64_t digest() { return digestOf({heldOf(laptop.state(group))}); }

    HubWorld world;
    Client laptop{world, "ada"};
    Client phone{world, "ada"};
    ConversationId group;
};

} // namespace

TEST_CASE_FIXTURE(TwoDevices, "all signed-in devices are listed, connected or not")
{
    const auto answer = laptop.ask<protocol::Devices>(protocol::GetDevices());
    REQUIRE(answer.devices.size() == 2);
    const protocol::Device other = seen(phone.device);
    CHECK(other.name == "phone");
    CHECK_FALSE(other.isConnected);
    CHECK(other.lastContact == UnixMs{500});
    CHECK(other.agreedAt == UnixMs{});
    CHECK(seen(laptop.device).isConnected);
    Client stranger(world, "bob");
    stranger.enter();
    CHECK(stranger.ask<protocol::Devices>(protocol::GetDevices()).devices.size() == 1);
}

TEST_CASE_FIXTURE(TwoDevices, "names from before the bound are listed as they would be stored now")
{
    DeviceRecord old;
    old.name = std::string(900000, 'n');
    old.clientName = "pro\ngram" + std::string(900000, 'c');
    world.store.begin();
    world.store.tokens().putDevice(hashOf(phone.token), old);
    REQUIRE(world.store.commit());
    const protocol::Device listed = seen(phone.device);
    CHECK(listed.name == std::string(caps::maxDeviceNameBytes, 'n'));
    CHECK(listed.clientName == "program" + std::string(caps::maxDeviceNameBytes - 7, 'c'));
}

TEST_CASE_FIXTURE(TwoDevices, "a device that lacks something disagrees until it is compared again")
{
    phone.hello();
    CHECK_FALSE(seen(phone.device).agrees);
    CHECK(phone.ask<protocol::HeartbeatAck>(protocol::Heartbeat{1}).agree == false);
    CHECK_FALSE(seen(phone.device).agrees);
    CHECK(phone.ask<protocol::HeartbeatAck>(protocol::Heartbeat{digest()}).agree);
    const protocol::Device agreed = seen(phone.device);
    CHECK(agreed.agrees);
    CHECK(agreed.agreedAt.value > 500);

    laptop.send(group, "more");
    world.pass(minute);
    phone.ask(protocol::Heartbeat{7});
    CHECK_FALSE(seen(phone.device).agrees);
    CHECK_MESSAGE(seen(phone.device).agreedAt == agreed.agreedAt,
                  "the time of the last agreement stays known");
}

TEST_CASE_FIXTURE(TwoDevices, "a hello or sync with everything agrees at once")
{
    const HeldState held = heldOf(laptop.state(group));
    phone.hello({held});
    CHECK(seen(phone.device).agrees);
    phone.ask(protocol::Heartbeat{7});
    CHECK_FALSE(seen(phone.device).agrees);
    phone.ask(protocol::Sync{{held}});
    CHECK(seen(phone.device).agrees);
}

TEST_CASE_FIXTURE(TwoDevices, "the record of a device survives its connection and the hub")
{
    phone.hello({heldOf(laptop.state(group))});
    world.pass(minute);
    world.queue(Closed{phone.target.connection});
    world.turn();
    const protocol::Device gone = seen(phone.device);
    CHECK_FALSE(gone.isConnected);
    CHECK(gone.agrees);
    CHECK(gone.lastContact.value - gone.agreedAt.value == minute.count());
    world.restart();
    laptop.target.connection = world.connect();
    laptop.hello();
    CHECK(seen(phone.device) == gone);
}

TEST_CASE_FIXTURE(TwoDevices, "an idle device is recorded every few minutes, not at every heartbeat")
{
    phone.hello({heldOf(laptop.state(group))});
    const auto stored = [this] {
        for (const DeviceRecord& one : world.store.tokens().devices(laptop.user)) {
            if (one.device == phone.device) {
                return one.lastContact;
            }
        }
        return UnixMs{};
    };
    const UnixMs first = stored();
    world.pass(minute);
    phone.ask(protocol::Heartbeat{digest()});
    CHECK(stored() == first);
    world.pass(minute * 5);
    phone.ask(protocol::Heartbeat{digest()});
    CHECK(stored().value > first.value);
}

TEST_CASE_FIXTURE(TwoDevices, "a silent session is not compared")
{
    phone.hello({}, true);
    phone.ask(protocol::Heartbeat{digest()});
    CHECK_FALSE(seen(phone.device).agrees);
    CHECK(seen(phone.device).agreedAt == UnixMs{});
}

TEST_CASE_FIXTURE(TwoDevices, "a device that signed out is no longer listed")
{
    phone.hello();
    phone.ask<protocol::Done>(protocol::SignOut());
    CHECK(laptop.ask<protocol::Devices>(protocol::GetDevices()).devices.size() == 1);
}

TEST_CASE_FIXTURE(TwoDevices, "a device that is signed out by another is told why and cut off")
{
    using Received = std::vector<protocol::Error>;
    phone.hello();
    laptop.ask(protocol::Activity{true});
    CHECK(phone.ask(protocol::Activity{true}).empty());
    phone.pushes();
    laptop.pushes();
    laptop.ask<protocol::Done>(protocol::RevokeDevice{phone.device});
    CHECK(phone.pushed<protocol::Error>()
          == Received{{protocol::ErrorCode::TokenRevoked, Milliseconds(0), {}}});
    CHECK(world.closed.contains(phone.target.connection));
    CHECK(laptop.pushed<protocol::DeviceActivity>()
          == std::vector<protocol::DeviceActivity>{{phone.device, false}});
    CHECK(laptop.ask<protocol::Devices>(protocol::GetDevices()).devices.size() == 1);
    phone.target.connection = world.connect();
    CHECK(phone.refused(phone.helloFrame()) == protocol::ErrorCode::TokenRevoked);
    CHECK_FALSE(world.closed.contains(laptop.target.connection));
}

TEST_CASE_FIXTURE(TwoDevices, "signing out an offline device, or twice, succeeds")
{
    laptop.ask<protocol::Done>(protocol::RevokeDevice{phone.device});
    laptop.ask<protocol::Done>(protocol::RevokeDevice{phone.device});
    CHECK(laptop.ask<protocol::Devices>(protocol::GetDevices()).devices.size() == 1);
    CHECK(phone.refused(phone.helloFrame()) == protocol::ErrorCode::TokenRevoked);
}

TEST_CASE_FIXTURE(TwoDevices, "a user cannot sign out devices of others, nor the device in use")
{
    Client stranger(world, "bob");
    stranger.enter();
    phone.hello();
    stranger.ask<protocol::Done>(protocol::RevokeDevice{phone.device});
    CHECK(laptop.ask<protocol::Devices>(protocol::GetDevices()).devices.size() == 2);
    CHECK(phone.pushes().empty());
    CHECK(laptop.refused(protocol::RevokeDevice{laptop.device}) == protocol::ErrorCode::NotAllowed);
    CHECK(laptop.ask<protocol::Devices>(protocol::GetDevices()).devices.size() == 2);
}

TEST_CASE_FIXTURE(TwoDevices, "others over the same connection stay signed in")
{
    Client bob(world, "bob", phone.target.connection, 4);
    bob.enter();
    phone.hello();
    laptop.ask<protocol::Done>(protocol::RevokeDevice{phone.device});
    CHECK(phone.pushed<protocol::Error>().size() == 1);
    CHECK_FALSE(world.closed.contains(phone.target.connection));
    CHECK(phone.refused(protocol::GetUsers{}) == protocol::ErrorCode::NotSignedIn);
    CHECK(bob.ask<protocol::Devices>(protocol::GetDevices()).devices.size() == 1);
}

TEST_CASE_FIXTURE(TwoDevices, "if the sign-out could not be committed, the device comes back")
{
    phone.hello();
    world.store.failNextCommit();
    CHECK(laptop.refused(protocol::RevokeDevice{phone.device}) == protocol::ErrorCode::Unavailable);
    CHECK(phone.pushed<protocol::Error>().empty());
    phone.target.connection = world.connect();
    phone.hello();
    CHECK(seen(phone.device).isConnected);
}

TEST_CASE_FIXTURE(TwoDevices, "a user's other devices learn where the user is active, and other users do not")
{
    using Received = std::vector<protocol::DeviceActivity>;
    Client stranger(world, "bob");
    stranger.enter();
    phone.hello();
    laptop.pushes();
    phone.pushes();
    stranger.pushes();
    CHECK(laptop.ask(protocol::Activity{true}).empty());
    CHECK(phone.pushed<protocol::DeviceActivity>() == Received{{laptop.device, true}});
    CHECK(laptop.pushes().empty());
    CHECK(stranger.pushes().empty());
    laptop.ask(protocol::Activity{false});
    CHECK(phone.pushed<protocol::DeviceActivity>() == Received{{laptop.device, false}});
}

TEST_CASE_FIXTURE(TwoDevices,
                  "a connecting device learns where the user is active, and the others learn when it goes")
{
    using Received = std::vector<protocol::DeviceActivity>;
    laptop.ask(protocol::Activity{true});
    phone.hello();
    CHECK(phone.pushed<protocol::DeviceActivity>() == Received{{laptop.device, true}});
    world.queue(Closed{laptop.target.connection});
    world.turn();
    CHECK(phone.pushed<protocol::DeviceActivity>() == Received{{laptop.device, false}});
}

} // namespace tidemark::server::devices_test
