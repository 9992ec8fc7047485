// Badges that stay although nothing is unread. The ids are those of rows.tsv.
#include "tests/failures/hub_devices.h"
#include "tests/sync/device.h"

namespace tidemark::failures::badges_test {

using server::Client;
using test::Chat;
using test::Device;

namespace {

/// bob has a laptop and a phone, and ada sends.
struct Home {
    House house;
    Client& ada = house.person("ada");
    HubDevice& laptop = house.onlineDevice("bob");
    HubDevice& phone = house.onlineDevice("bob");

    ConversationId group(int messages)
    {
        const ConversationId made = ada.createGroup("group", {"bob"});
        for (int i = 0; i < messages; ++i) {
            ada.send(made, "message " + std::to_string(i));
        }
        house.pass(Milliseconds(2000));
        return made;
    }
    void bothAgree() const
    {
        laptop.agreesWithServer();
        phone.agreesWithServer();
    }
};

} // namespace

TEST_CASE_FIXTURE(Home, "FA2: read stays read over a restart, and on a device that begins with nothing")
{
    const ConversationId conversation = group(12);
    CHECK(laptop.unread(conversation) == 12);
    laptop.reads(conversation);
    house.settle();
    CHECK(laptop.total() == 0);

    laptop.restarts();
    CHECK(laptop.total() == 0);
    laptop.connects();
    house.settle();
    CHECK(laptop.total() == 0);
    HubDevice& cleared = house.onlineDevice("bob");
    CHECK(cleared.unread(conversation) == 0);
    CHECK(cleared.total() == 0);
    cleared.agreesWithServer();
}

TEST_CASE_FIXTURE(Home, "FA3: entries after the last message that cannot be unread leave no dot")
{
    const ConversationId conversation = group(3);
    const Seq last = ada.state(conversation).head;
    laptop.reads(conversation);
    house.settle();
    ada.ask<protocol::SendAck>(
        protocol::Send{conversation, house.world.freshUuid(), {}, content::Edit{last, "edited"}});
    ada.recall(conversation, Seq(2));
    ada.askState(protocol::Rename{conversation, "other title"});
    house.person("eve").askState(protocol::Join{conversation});
    house.pass(Milliseconds(2000));

    for (const HubDevice* device : {&laptop, &phone}) {
        CHECK(device->in(conversation).serverHead == Seq(last.value + 4));
        CHECK(device->badge(conversation) == ReadCounts{0, 0});
        CHECK(device->in(conversation).exact);
    }
    CHECK(laptop.engine().totals() == Totals{});
    bothAgree();
}

TEST_CASE_FIXTURE(Home, "FA4: leaving or archiving a conversation with unread lowers every total at once")
{
    const ConversationId first = group(4);
    const ConversationId second = group(20);
    CHECK(laptop.total() == 24);
    SUBCASE("left")
    {
        laptop.does(input::Leave{{}, second});
    }
    SUBCASE("archived")
    {
        laptop.changes(second, {false, true, false});
    }
    house.settle();
    for (const HubDevice* device : {&laptop, &phone}) {
        CHECK(device->total() == 4);
        CHECK(device->engine().totals().conversations == 1);
        CHECK(device->unread(first) == 4);
    }
    ada.send(second, "who is still here?");
    house.pass(Milliseconds(2000));
    CHECK(laptop.total() == 4);
    CHECK(phone.total() == 4);
    bothAgree();
}

TEST_CASE_FIXTURE(Home, "FA4: blocking, or deleting a chat with unread, lowers every total at once")
{
    const ConversationId first = group(4);
    const ConversationId second = house.person("eve").createGroup("second", {"bob"});
    for (int i = 0; i < 20; ++i) {
        ada.send(first, "busy");
    }
    ada.askState(protocol::Join{second});
    ada.send(second, "hello");
    house.pass(Milliseconds(2000));
    CHECK(laptop.total() == 25);
    std::uint64_t left = 0;
    std::uint64_t later = 0;
    SUBCASE("blocked")
    {
        laptop.does(input::SetIgnored{.command = {},
                                      .user = house.world.store.accounts().byName("ada")->id,
                                      .level = IgnoreLevel::Blocked,
                                      .uuid = house.world.freshUuid()});
    }
    SUBCASE("the history is cleared: only what comes later counts")
    {
        laptop.does(input::ClearHistory{{}, first});
        left = 1;
        later = 2;
    }
    SUBCASE("left and cleared")
    {
        laptop.does(input::Leave{{}, first});
        house.settle();
        laptop.does(input::ClearHistory{{}, first});
        left = 1;
        later = 1;
    }
    house.settle();
    for (const HubDevice* device : {&laptop, &phone}) {
        CHECK(device->total() == left);
    }
    ada.send(first, "who is still here?");
    house.pass(Milliseconds(2000));
    for (HubDevice* device : {&laptop, &phone}) {
        CHECK(device->total() == later);
        device->restarts();
        CHECK(device->total() == later);
        device->connects();
        house.settle();
    }
    bothAgree();
}

TEST_CASE_FIXTURE(Home, "FA6: recalled messages, and conversations never opened, leave nothing behind")
{
    const ConversationId conversation = group(30);
    const ConversationId neverOpened = ada.createGroup("busy");
    for (int i = 0; i < 50; ++i) {
        ada.send(neverOpened, "before bob");
    }
    ada.askState(protocol::AddMember{neverOpened, "bob"});
    for (std::uint64_t seq = 5; seq <= 14; ++seq) {
        ada.recall(conversation, Seq(seq));
    }
    house.pass(Milliseconds(2000));
    CHECK(laptop.unread(conversation) == 20);
    CHECK(laptop.unread(neverOpened) == 0);
    CHECK(laptop.total() == 20);
    bothAgree();
    phone.reads(conversation);
    house.settle();
    CHECK(laptop.total() == 0);
    bothAgree();
}

TEST_CASE("FA7: recalled messages and entries of an unknown kind are not counted")
{
    Chat chat(7);
    chat.talks(test::bob, 3);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    CHECK(device.badge(chat).unread == 3);
    SUBCASE("taken back")
    {
        chat.recalls(Seq(2));
        device.receives(chat.notify());
        device.pulls(chat);
        CHECK(device.badge(chat).unread == 2);
        device.agreesWith(chat);
    }
    SUBCASE("an entry of a later protocol")
    {
        chat.says(test::bob, "in a way that this version does not know");
        device.receives(chat.notify());
        protocol::Range range = chat.answer(device.sends<protocol::Pull>());
        range.entries.back().content = content::Unknown();
        device.answers(range);
        CHECK(device.badge(chat).unread == 3);
    }
}

TEST_CASE("FA7: a cursor at a message that never arrives does not hold up the counting")
{
    EngineConfig config;
    config.backfill = false;
    Chat chat(7);
    chat.talks(test::bob, 3000);
    Device device(config);
    device.comesOnline({&chat});
    device.pulls(chat);
    chat.reads(Seq(1500));
    device.receives(chat.states());
    REQUIRE(device.store().entry(chat.id, Seq(1500)) == nullptr);
    CHECK(device.badge(chat).unread == 1500);
    chat.says(test::bob);
    device.receives(chat.notify());
    device.pulls(chat);
    CHECK(device.badge(chat).unread == 1501);
    device.reads(chat, chat.head());
    CHECK(device.badge(chat).unread == 0);
    device.answers(chat.accepts(device.sends<protocol::Read>().intents.at(0)));
    device.agreesWith(chat);
}

TEST_CASE_FIXTURE(Home, "FA8: an own message from the other device is not unread here")
{
    const ConversationId conversation = group(2);
    phone.reads(conversation);
    house.settle();
    phone.types(conversation, "from the phone");
    house.pass(Milliseconds(2000));
    CHECK(laptop.in(conversation).serverHead == ada.state(conversation).head);
    CHECK(laptop.unread(conversation) == 0);
    CHECK(phone.unread(conversation) == 0);
    bothAgree();
}

} // namespace tidemark::failures::badges_test
