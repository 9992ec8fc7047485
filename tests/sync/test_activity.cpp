#include "tests/sync/device.h"

namespace tidemark::test::activity_test {
namespace {

const DeviceId phone{7700};

Device online()
{
    Device device;
    device.comesOnline({});
    device.catchesUp({});
    device.waits(Milliseconds(1000));
    return device;
}

/// The last report; "nothing" if there was none.
std::string elsewhere(const Device& device)
{
    const auto changes = device.changes<change::ActiveElsewhere>();
    if (changes.empty()) {
        return "nothing";
    }
    return changes.back().active ? "active" : "not active";
}

TEST_CASE("activity is sent on change and every thirty seconds, and expects no answer")
{
    Device device = online();
    device.does(input::NoteActivity{true});
    CHECK(device.sends<protocol::Activity>().active);
    CHECK(device.engine().isQuiescent());
    device.does(input::NoteActivity{true});
    device.sendsNothing();
    device.waits(Milliseconds(29999));
    device.waits(Milliseconds(1));
    CHECK(device.sends<protocol::Activity>().active);
    device.does(input::NoteActivity{false});
    CHECK_FALSE(device.sends<protocol::Activity>().active);
    device.waits(Milliseconds(29000));
    device.waits(Milliseconds(29000));
    device.sendsNothing();
}

TEST_CASE("activity during a lost connection is sent when it is back")
{
    Device device = online();
    device.losesConnection();
    device.does(input::NoteActivity{true});
    device.sendsNothing();
    device.comesOnline({});
    CHECK(device.sends<protocol::Activity>().active);
}

TEST_CASE("another device is active until it reports otherwise, is silent for long, or the connection ends")
{
    Device device = online();
    SUBCASE("says so")
    {
        device.receives(protocol::DeviceActivity{phone, true});
        CHECK(elsewhere(device) == "active");
        device.receives(protocol::DeviceActivity{DeviceId(7800), true});
        CHECK_MESSAGE(elsewhere(device) == "nothing", "a second active device changes nothing");
        device.receives(protocol::DeviceActivity{phone, false});
        CHECK_MESSAGE(elsewhere(device) == "nothing", "another device is still active");
        device.receives(protocol::DeviceActivity{DeviceId(7800), false});
        CHECK(elsewhere(device) == "not active");
    }
    SUBCASE("is silent")
    {
        device.receives(protocol::DeviceActivity{phone, true});
        device.waits(Milliseconds(20000));
        device.receives(protocol::DeviceActivity{phone, true});
        // Other frames arrive meanwhile, so that the connection lives.
        for (int i = 0; i < 5; ++i) {
            device.waits(Milliseconds(14990));
            device.receives(protocol::TypingNow{});
            CHECK(elsewhere(device) == "nothing");
        }
        device.waits(Milliseconds(50));
        CHECK(elsewhere(device) == "not active");
    }
    SUBCASE("the connection goes")
    {
        device.receives(protocol::DeviceActivity{phone, true});
        device.losesConnection();
        CHECK(elsewhere(device) == "not active");
    }
}

} // namespace
} // namespace tidemark::test::activity_test
