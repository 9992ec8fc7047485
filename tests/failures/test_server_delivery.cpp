// Messages that were lost, doubled or seen in another order. The ids are those of rows.tsv.
#include "tests/failures/hub_devices.h"

namespace tidemark::failures::server_delivery_test {

using server::Client;

namespace {

struct Home {
    House house;
    Client& ada = house.person("ada");
    HubDevice& laptop = house.onlineDevice("bob");
    HubDevice& phone = house.onlineDevice("bob");
    ConversationId group = ada.createGroup("group", {"bob"});

    Home() { house.pass(Milliseconds(2000)); }

    [[nodiscard]] std::vector<std::string> log() { return textsOf(ada.pullAll(group)); }
    [[nodiscard]] static std::vector<std::string> textsOf(const std::vector<Entry>& entries)
    {
        std::vector<std::string> texts;
        for (const Entry& entry : entries) {
            texts.push_back(textOf(entry));
        }
        return texts;
    }
    /// The entries that a device holds, in order and without a hole.
    [[nodiscard]] std::vector<std::string> logOf(const HubDevice& device) const
    {
        std::vector<std::string> texts;
        for (std::uint64_t seq = 1; seq <= device.in(group).serverHead.value; ++seq) {
            const Entry* entry = device.store().entry(group, Seq(seq));
            REQUIRE(entry != nullptr);
            texts.push_back(textOf(*entry));
        }
        return texts;
    }
};

} // namespace

TEST_CASE_FIXTURE(Home, "FS30: the server comes back with an older database, under devices that hold more")
{
    ada.send(group, "one");
    ada.send(group, "two");
    house.pass(Milliseconds(2000));
    laptop.reads(group, 2);
    house.pass(Milliseconds(2000));
    const server::MemoryData backup = house.world.store.backup();
    ada.send(group, "lost by the server");
    ada.send(group, "lost as well");
    house.pass(Milliseconds(2000));
    laptop.reads(group);
    house.settle();
    CHECK(logOf(laptop).size() == 5);

    house.world.store.restore(backup);
    house.restartServer();
    laptop.connects();
    phone.connects();
    house.pass(Milliseconds(2000));
    for (const HubDevice* device : {&laptop, &phone}) {
        CHECK(logOf(*device) == log());
        CHECK(device->in(group).serverHead == Seq(3));
        device->agreesWithServer();
    }
    ada.send(group, "after the restore");
    house.pass(Milliseconds(2000));
    CHECK(logOf(laptop).back() == "after the restore");
    CHECK(logOf(phone) == log());
    laptop.agreesWithServer();
    phone.agreesWithServer();
}

TEST_CASE_FIXTURE(Home, "FS31: with several senders at once, one of them refused, no reader ever sees a hole")
{
    Client& eve = house.person("eve");
    eve.askState(protocol::Join{group});
    std::uint64_t shown = 0;
    for (int round = 0; round < 20; ++round) {
        CAPTURE(round);
        ada.post(ada.message(group, "ada"));
        eve.post(eve.message(group, round % 3 == 0 ? "" : "eve"));
        laptop.types(group, "bob");
        laptop.handsOver();
        if (round % 5 == 4) {
            house.world.store.failNextCommit();
        }
        house.world.turn();
        const std::vector<Entry> seen = eve.pullAll(group);
        for (std::size_t i = 0; i < seen.size(); ++i) {
            // Messages from before she joined are hidden from her.
            REQUIRE(seen[i].seq == Seq(i + 2));
        }
        REQUIRE(seen.size() >= shown);
        shown = seen.size();
        house.pass(Milliseconds(300));
    }
    house.pass(Milliseconds(20000));
    CHECK(logOf(laptop) == log());
    CHECK(logOf(phone) == log());
    CHECK(shown > 40);
}

TEST_CASE_FIXTURE(Home, "FS33: fifty messages go into a connection whose end no side has noticed")
{
    laptop.goesSilent();
    for (int i = 0; i < 50; ++i) {
        ada.send(group, "into the dark " + std::to_string(i));
    }
    laptop.types(group, "out of the dark");
    house.settle();
    CHECK(laptop.in(group).serverHead == Seq(1));
    CHECK(log().size() == 51);
    // Only time passes: the device finds out by itself and comes back.
    house.pass(Milliseconds(120000));
    REQUIRE(laptop.isOnline());
    CHECK(laptop.unread(group) == 50);
    CHECK(logOf(laptop) == log());
    CHECK(log().size() == 52);
    CHECK(log().back() == "out of the dark");
    laptop.agreesWithServer();
    phone.agreesWithServer();
}

TEST_CASE_FIXTURE(Home, "FS35: every acknowledgement is lost once, every message is there once")
{
    for (int i = 0; i < 20; ++i) {
        laptop.types(group, "message " + std::to_string(i));
        laptop.handsOver();
        house.world.turn();
        laptop.losesWhatWasSentToIt();
        laptop.losesConnection();
        if (i % 2 == 0) {
            laptop.restarts();
        }
        laptop.connects();
        if (i % 4 == 3) {
            house.pass(Milliseconds(500));
        }
    }
    house.pass(Milliseconds(5000));
    std::vector<std::string> expected{"group"};
    for (int i = 0; i < 20; ++i) {
        expected.push_back("message " + std::to_string(i));
    }
    CHECK(log() == expected);
    CHECK(logOf(laptop) == expected);
    CHECK(logOf(phone) == expected);
    CHECK(laptop.store().pending().empty());
}

TEST_CASE_FIXTURE(Home, "FS32: acknowledged messages outlive the death of the server, others are refused")
{
    const protocol::SendAck kept = ada.send(group, "acknowledged");
    house.world.store.failNextCommit();
    const RequestId request = ada.post(ada.message(group, "never acknowledged"));
    house.world.turn();
    CHECK(ada.answerTo<protocol::Error>(request).code == protocol::ErrorCode::Unavailable);
    house.restartServer();
    laptop.connects();
    phone.connects();
    house.pass(Milliseconds(2000));
    CHECK(log() == std::vector<std::string>{"group", "acknowledged"});
    CHECK(logOf(laptop) == log());
    CHECK(laptop.in(group).serverHead == kept.seq);
}

} // namespace tidemark::failures::server_delivery_test
