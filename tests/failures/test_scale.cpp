// Backlogs and storms. The ids are those of rows.tsv.
#include "tests/failures/hub_devices.h"
#include "tests/sync/device.h"

#include <algorithm>

namespace tidemark::failures::scale_test {

using test::Chat;
using test::Device;

TEST_CASE("FI2: 100,000 messages in 500 conversations: badges at once, then the log with its progress")
{
    constexpr std::uint64_t conversations = 500;
    constexpr std::uint64_t messages = 200;
    std::vector<Chat> chats;
    std::vector<ConversationState> states;
    for (std::uint64_t id = 1; id <= conversations; ++id) {
        chats.emplace_back(id).talks(test::bob, messages);
        chats.back().seenByOthers = Seq(messages);
        states.push_back(chats.back().state());
    }
    Device device;
    device.checksEveryStep = false;
    device.connects();
    device.sends<protocol::Hello>();
    device.isWelcomed(states);
    // One state for each conversation has the number of unread messages and the positions of others.
    CHECK(device.engine().totals().unread == conversations * messages);
    CHECK(device.in(chats.back()).seenByOthers == Seq(messages));
    CHECK(device.sentCount() <= EngineConfig().maxPullsInFlight);

    std::uint64_t pulls = 0;
    std::vector<std::uint64_t> remaining;
    while (device.sentCount() > 0) {
        const auto pull = device.sends<protocol::Pull>();
        device.answers(chats[pull.conversation.value - 1].answer(pull));
        ++pulls;
        for (const auto& progress : device.changes<change::Progress>()) {
            remaining.push_back(progress.remaining);
        }
    }
    CHECK(pulls <= 2 * conversations);
    CHECK(remaining.size() >= 10);
    CHECK(std::is_sorted(remaining.rbegin(), remaining.rend()));
    CHECK(remaining.back() == 0);
    CHECK(device.engine().isQuiescent());
    CHECK(device.engine().totals().unread == conversations * messages);
}

TEST_CASE("FI2: all the reads of others while a device was away are one number a conversation")
{
    server::HubConfig config = server::HubWorld::openConfig();
    config.limits.sendBurst = config.limits.requestBurst = 1000000;
    House house(config);
    server::Client& ada = house.person("ada");
    HubDevice& laptop = house.onlineDevice("bob");
    const ConversationId group = ada.createGroup("group", {"bob"});
    house.settle();
    for (int i = 0; i < 100; ++i) {
        laptop.types(group);
    }
    house.pass(Milliseconds(2000));
    laptop.losesConnection();
    for (std::uint64_t seq = 2; seq <= 101; ++seq) {
        ada.read(group, seq);
    }
    ada.send(group, "I have read all of it");
    laptop.connects();
    laptop.losesPushes = true;
    while (!laptop.isOnline()) {
        laptop.handsOver();
        house.world.turn();
        REQUIRE(laptop.takesIn());
    }
    CHECK(laptop.in(group).seenByOthers == Seq(101));
    CHECK(laptop.unread(group) == 1);
    CHECK_MESSAGE(laptop.framesTaken() == 2, "the device receives Welcome and the states, nothing else");
}

namespace {

/// The time until the device tries again.
Milliseconds waitOf(Device& device)
{
    const auto retryAt = device.engine().connection().retryAt;
    return retryAt ? *retryAt - device.now() : Milliseconds(0);
}

} // namespace

TEST_CASE("FS36: clients of a restarted server do not come back all at once")
{
    constexpr int clients = 400;
    const auto spread = [](Milliseconds from, Milliseconds to, const auto& endTheConnection) {
        std::vector<std::int64_t> retries;
        for (int i = 0; i < clients; ++i) {
            EngineConfig config;
            config.jitterSeed = static_cast<std::uint64_t>(i) + 1;
            Device device(config);
            device.comesOnline({});
            endTheConnection(device);
            retries.push_back(waitOf(device).count());
            REQUIRE(retries.back() >= from.count());
            REQUIRE(retries.back() <= to.count());
        }
        // No tenth of the time has more than twice its share.
        const std::int64_t tenth = (to - from).count() / 10;
        for (int part = 0; part < 10; ++part) {
            const auto inPart = std::count_if(retries.begin(), retries.end(), [&](std::int64_t at) {
                return at >= from.count() + part * tenth && at < from.count() + (part + 1) * tenth;
            });
            CAPTURE(part);
            CHECK(inPart <= 2 * clients / 10);
        }
    };
    SUBCASE("announced")
    {
        spread(Milliseconds(1000), Milliseconds(21000), [](Device& device) {
            device.receives(protocol::GoAway{Milliseconds(1000), Milliseconds(21000)});
            if (device.phase() != ConnectionPhase::Waiting) {
                device.losesConnection();
            }
        });
    }
    SUBCASE("it stays away: the waits widen")
    {
        spread(Milliseconds(0), EngineConfig().backoffCap, [](Device& device) {
            for (int tries = 0; tries < 12; ++tries) {
                device.losesConnection();
                if (tries < 11) {
                    device.waits(waitOf(device));
                    REQUIRE(device.phase() == ConnectionPhase::Connecting);
                }
            }
        });
    }
}

TEST_CASE("FS37: a message to 750 online members is one push, however many messages a turn has")
{
    server::HubConfig config = server::HubWorld::openConfig();
    config.limits.sendBurst = config.limits.requestBurst = 1000000;
    server::HubWorld world(config);
    server::Client ada(world, "ada");
    ada.enter();
    const ConversationId group = ada.createGroup("group");
    std::vector<server::Client> guests;
    for (int i = 0; i < 750; ++i) {
        guests.emplace_back(world, "guest" + std::to_string(i)).enter();
        guests.back().askState(protocol::Join{group});
    }
    world.pass(Milliseconds(60000));
    for (server::Client& guest : guests) {
        guest.pushes();
    }
    for (int i = 0; i < 150; ++i) {
        ada.post(ada.message(group, "burst"));
    }
    world.turn();
    const Seq head = ada.state(group).head;
    for (server::Client& guest : guests) {
        const auto pushes = guest.pushes();
        REQUIRE(pushes.size() == 1);
        REQUIRE(std::get<protocol::Notify>(pushes.front()).heads.front().head == head);
    }
}

} // namespace tidemark::failures::scale_test
