// Totals that become negative, or do not agree with their parts. The ids are those of rows.tsv.
#include "core/base/random.h"
#include "server-stub/hub/contract/audit.h"
#include "server-stub/hub/contract/counts.h"
#include "tests/failures/hub_devices.h"

namespace tidemark::failures::totals_test {

using server::Client;

namespace {

/// Two users with two devices each, and one without, act at random in three groups. The devices'
/// connections are cut, and their pushes lost or doubled.
class Crowd {
public:
    explicit Crowd(std::uint64_t seed) : m_random(seed)
    {
        house.world.config.limits.sendBurst = 100000;
        house.world.config.limits.requestBurst = 1000000;
        house.world.restart();
        m_eve = &house.person("eve");
        for (const char* name : {"ann", "ann", "bob", "bob"}) {
            devices.push_back(&house.onlineDevice(name));
        }
        for (int i = 0; i < 3; ++i) {
            m_groups.push_back(m_eve->createGroup("group", {"ann", "bob"}));
        }
        house.pass(Milliseconds(2000));
    }

    void acts()
    {
        HubDevice& device = *devices[m_random.below(devices.size())];
        const ConversationId group = m_groups[m_random.below(m_groups.size())];
        switch (m_random.below(12)) {
        case 0:
            device.types(group);
            break;
        case 1:
            device.reads(group, m_random.below(device.in(group).serverHead.value + 1));
            break;
        case 2:
            device.marksUnread(group, 1 + m_random.below(device.in(group).serverHead.value));
            break;
        case 3:
            device.changes(group, {m_random.below(2) == 0, m_random.below(3) == 0, false});
            break;
        case 4:
            device.does(m_random.below(3) == 0 ? Input(input::Leave{{}, group})
                                               : Input(input::Join{{}, group}));
            break;
        case 5:
            device.losesConnection();
            break;
        case 6:
            device.restarts();
            break;
        case 7:
            device.losesPushes = !device.losesPushes;
            break;
        case 8:
            device.doublesPushes = !device.doublesPushes;
            break;
        case 9:
            eveTakesBack(group);
            break;
        default:
            m_eve->ask(m_eve->message(group, "hello all"));
        }
        for (HubDevice* one : devices) {
            if (m_random.below(3) == 0 && !one->isOnline()) {
                one->connects();
            }
        }
        if (m_random.below(4) == 0) {
            house.pass(Milliseconds(m_random.below(400)));
        } else if (m_random.below(2) == 0) {
            house.settle();
        }
    }

    void comesToRest()
    {
        for (HubDevice* one : devices) {
            one->losesPushes = false;
            if (!one->isOnline()) {
                one->connects();
            }
        }
        // This is longer than the slowest heartbeat, which finds what lost pushes missed (I9).
        house.pass(Milliseconds(70000));
    }

    House house;
    std::vector<HubDevice*> devices;

private:
    void eveTakesBack(ConversationId group)
    {
        const Seq seq(1 + m_random.below(m_eve->state(group).head.value));
        m_eve->ask(protocol::Send{group, house.world.freshUuid(), {}, content::Recall{seq}});
    }

    SplitMix64 m_random;
    Client* m_eve = nullptr;
    std::vector<ConversationId> m_groups;
};

} // namespace

TEST_CASE("FB1: a total always equals a recount, and is never below zero")
{
    // HubDevice compares after every step. This is the comparison with the server.
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        CAPTURE(seed);
        Crowd crowd(seed);
        for (int i = 0; i < 60; ++i) {
            crowd.acts();
        }
        crowd.comesToRest();
        for (const HubDevice* device : crowd.devices) {
            device->agreesWithServer();
        }
    }
}

TEST_CASE("FS8: a long run of everything ends with equal numbers, and no stamp ever had two values")
{
    Crowd crowd(4711);
    for (int round = 0; round < 6; ++round) {
        for (int i = 0; i < 120; ++i) {
            crowd.acts();
        }
        crowd.comesToRest();
        for (HubDevice* device : crowd.devices) {
            CAPTURE(device->name());
            device->agreesWithServer();
            CHECK(device->engine().isQuiescent());
            CHECK(device->contradictions() == 0);
        }
        REQUIRE(audit(crowd.house.world.store) == std::vector<std::string>());
    }
}

TEST_CASE("FB3: archived conversations are in no total, and come back whole")
{
    House house;
    Client& ada = house.person("ada");
    HubDevice& laptop = house.onlineDevice("bob");
    HubDevice& phone = house.onlineDevice("bob");
    const ConversationId kept = ada.createGroup("kept", {"bob"});
    const ConversationId archived = ada.createGroup("archived", {"bob"});
    ada.send(kept, "one");
    ada.send(archived, "one");
    ada.send(archived, "two");
    house.pass(Milliseconds(2000));
    CHECK(laptop.total() == 3);

    laptop.changes(archived, {false, true, false});
    house.settle();
    ada.send(archived, "three");
    house.pass(Milliseconds(2000));
    for (HubDevice* device : {&laptop, &phone}) {
        CHECK(device->total() == 1);
        CHECK(device->unread(archived) == 3);
        device->restarts();
        CHECK(device->total() == 1);
        device->connects();
    }
    house.settle();
    phone.changes(archived, {});
    house.settle();
    for (const HubDevice* device : {&laptop, &phone}) {
        CHECK(device->total() == 4);
        device->agreesWithServer();
    }
}

TEST_CASE("FS28: muting takes a badge out of the total, and unmuting puts it back with later messages")
{
    House house;
    Client& ada = house.person("ada");
    HubDevice& laptop = house.onlineDevice("bob");
    HubDevice& phone = house.onlineDevice("bob");
    const ConversationId group = ada.createGroup("group", {"bob"});
    const ConversationId other = ada.createGroup("other", {"bob"});
    ada.send(other, "counts always");
    house.pass(Milliseconds(2000));
    std::uint64_t messages = 0;
    for (int round = 0; round < 4; ++round) {
        CAPTURE(round);
        const bool isMuted = round % 2 == 0;
        (round < 2 ? laptop : phone).changes(group, {isMuted, false, false});
        ada.send(group, "message");
        ++messages;
        house.pass(Milliseconds(2000));
        for (const HubDevice* device : {&laptop, &phone}) {
            CHECK(device->total() == 1 + (isMuted ? 0 : messages));
            CHECK(device->engine().totals().mutedUnread == (isMuted ? messages : 0));
            CHECK(device->unread(group) == messages);
            device->agreesWithServer();
        }
    }
}

} // namespace tidemark::failures::totals_test
