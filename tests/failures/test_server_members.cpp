// Leaving, joining, and conversations that cannot be reached any more. The ids are those of rows.tsv.
#include "tests/failures/hub_devices.h"
#include "tests/sync/device.h"

namespace tidemark::failures::server_members_test {

using server::Client;
using test::Chat;
using test::Device;

namespace {

struct Home {
    House house;
    Client& ada = house.person("ada");
    HubDevice& laptop = house.onlineDevice("bob");

    void adaSays(ConversationId conversation, int messages)
    {
        for (int i = 0; i < messages; ++i) {
            ada.send(conversation, "message");
        }
        house.pass(Milliseconds(2000));
    }
};

} // namespace

TEST_CASE_FIXTURE(Home, "FS3: a conversation that the user has left has no badge, on no device")
{
    const ConversationId stays = ada.createGroup("stays", {"bob"});
    const ConversationId goes = ada.createGroup("goes", {"bob"});
    HubDevice& phone = house.onlineDevice("bob");
    adaSays(stays, 2);
    adaSays(goes, 7);
    CHECK(laptop.total() == 9);
    phone.losesConnection();
    laptop.does(input::Leave{{}, goes});
    house.settle();
    CHECK(laptop.total() == 2);
    CHECK(laptop.badge(goes) == ReadCounts{});
    adaSays(goes, 3);
    CHECK(phone.total() == 9);
    phone.connects();
    house.settle();
    CHECK(phone.total() == 2);
    CHECK_FALSE(phone.in(goes).isMember);
    HubDevice& tablet = house.onlineDevice("bob");
    CHECK(tablet.total() == 2);
    laptop.agreesWithServer();
    phone.agreesWithServer();
}

TEST_CASE_FIXTURE(Home, "FS25: a new member has nothing unread; the first message of a direct chat is unread")
{
    const ConversationId group = ada.createGroup("old group");
    adaSays(group, 100);
    SUBCASE("joined")
    {
        laptop.does(input::Join{{}, group});
        house.settle();
    }
    SUBCASE("added")
    {
        ada.askState(protocol::AddMember{group, "bob"});
        house.settle();
    }
    SUBCASE("joined, left and joined again")
    {
        laptop.does(input::Join{{}, group});
        house.settle();
        laptop.does(input::Leave{{}, group});
        house.settle();
        adaSays(group, 5);
        laptop.does(input::Join{{}, group});
        house.settle();
    }
    CHECK(laptop.unread(group) == 0);
    CHECK(laptop.total() == 0);
    const ConversationId direct = ada.askState(protocol::OpenDirect{"bob"}).id;
    adaSays(direct, 1);
    CHECK(laptop.unread(direct) == 1);
    adaSays(group, 1);
    CHECK(laptop.total() == 2);
    laptop.agreesWithServer();
}

TEST_CASE_FIXTURE(Home, "FS26: after leaving, a hundred messages and coming back, the old limits are gone")
{
    const ConversationId group = ada.createGroup("group", {"bob"});
    adaSays(group, 3);
    laptop.reads(group, 3);
    house.pass(Milliseconds(2000));
    laptop.does(input::Leave{{}, group});
    house.settle();
    adaSays(group, 100);
    laptop.does(input::Join{{}, group});
    house.settle();
    CHECK(laptop.in(group).generation == Generation(2));
    CHECK(laptop.in(group).floor == laptop.in(group).serverHead);
    CHECK(laptop.unread(group) == 0);
    adaSays(group, 4);
    CHECK(laptop.unread(group) == 4);
    CHECK(laptop.in(group).serverHead == ada.state(group).head);
    laptop.types(group, "I am back");
    house.pass(Milliseconds(2000));
    CHECK(laptop.store().pending().empty());
    laptop.reads(group);
    house.settle();
    CHECK(laptop.unread(group) == 0);
    laptop.agreesWithServer();
}

TEST_CASE("FS27: a conversation that the server no longer knows takes its badge along")
{
    Chat kept(1);
    kept.talks(test::bob, 2);
    Chat gone(2);
    gone.talks(test::bob, 5);
    Device device;
    device.comesOnline({&kept, &gone});
    device.catchesUp({&kept, &gone});
    CHECK(device.engine().totals().unread == 7);
    device.losesConnection();
    device.waits(*device.engine().connection().retryAt - device.now());
    device.connects();
    device.sends<protocol::Hello>();
    ConversationState unknown;
    unknown.id = gone.id;
    device.isWelcomed({kept.state(), unknown});
    CHECK(device.engine().totals().unread == 2);
    CHECK(device.engine().totals().conversations == 1);
    CHECK_FALSE(device.in(gone).isMember);
    CHECK(device.badge(gone) == ReadCounts{});
    device.restarts();
    CHECK(device.engine().totals().unread == 2);
}

TEST_CASE("FS27: a direct chat with a deleted account keeps no badge that nobody can take away")
{
    server::HubConfig config = server::HubWorld::openConfig();
    bool areTextsRemoved = false;
    bool isCleared = false;
    SUBCASE("its texts go, and their badge with them")
    {
        config.limits.removesDeletedTexts = areTextsRemoved = true;
    }
    SUBCASE("its texts stay, and can be read") {}
    SUBCASE("its texts stay, and the user deletes the chat")
    {
        isCleared = true;
    }
    House house(config);
    Client& ada = house.person("ada");
    HubDevice& laptop = house.onlineDevice("bob");
    HubDevice& phone = house.onlineDevice("bob");
    const ConversationId direct = ada.askState(protocol::OpenDirect{"bob"}).id;
    for (int i = 0; i < 5; ++i) {
        ada.send(direct, "message");
    }
    house.pass(Milliseconds(2000));
    CHECK(laptop.total() == 5);

    house.world.queue(server::OperatorAsked{server::OperatorTicket(7), server::DeleteUser{"ada"}});
    house.world.turn();
    house.pass(Milliseconds(20000));
    for (const HubDevice* device : {&laptop, &phone}) {
        CHECK(device->total() == (areTextsRemoved ? 0 : 5));
    }
    if (isCleared) {
        phone.does(input::ClearHistory{{}, direct});
    } else {
        phone.reads(direct);
    }
    house.pass(Milliseconds(2000));
    for (HubDevice* device : {&laptop, &phone}) {
        CHECK(device->total() == 0);
        device->agreesWithServer();
        device->restarts();
        CHECK(device->total() == 0);
    }
}

TEST_CASE("FS23: own devices learn of a read also when no other user gets a receipt")
{
    server::HubConfig config = server::HubWorld::openConfig();
    config.limits.sendBurst = config.limits.requestBurst = 1000000;
    House house(config);
    Client& ada = house.person("ada");
    HubDevice& laptop = house.onlineDevice("bob");
    HubDevice& phone = house.onlineDevice("bob");
    const ConversationId group = ada.createGroup("large", {"bob"});
    // In a large group no receipts are pushed.
    for (int i = 0; i < 200; ++i) {
        Client guest(house.world, "guest" + std::to_string(i));
        guest.signUp();
        guest.hello({}, true);
        guest.askState(protocol::Join{group});
    }
    ada.send(group, "hello all");
    house.pass(Milliseconds(5000));
    CHECK(laptop.unread(group) == 1);
    ada.pushes();
    phone.reads(group);
    house.pass(Milliseconds(500));
    CHECK(ada.pushed<protocol::Receipts>().empty());
    CHECK(laptop.unread(group) == 0);
    CHECK(phone.unread(group) == 0);
}

} // namespace tidemark::failures::server_members_test
