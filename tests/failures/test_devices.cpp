// Devices of one account that disagree, after a reconnect, sleep, or reading elsewhere. The ids are those of
// rows.tsv.
#include "tests/failures/home.h"
#include "tests/sync/device.h"

#include <algorithm>
#include <functional>

namespace tidemark::failures::devices_test {

using server::Client;
using test::Chat;
using test::Device;

TEST_CASE_FIXTURE(Home, "FC1: 200 unread, 150 of them read on the phone: the laptop shows 50")
{
    adaSays(190);
    bothShow(200);
    phone.reads(group, 151);
    house.pass(Milliseconds(2000));
    bothShow(50);
    phone.reads(group, 160);
    house.pass(Milliseconds(2000));
    bothShow(41);
}

TEST_CASE("FC2: messages that arrive by push and by pull, twice each, count once; reads elsewhere stay")
{
    Chat chat(7);
    chat.talks(test::bob, 4);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    // The computer sleeps: the pushes and the answer to a pull wait in the socket.
    chat.talks(test::bob, 20);
    for (int i = 0; i < 3; ++i) {
        device.receives(chat.notify());
    }
    const auto pull = device.sends<protocol::Pull>();
    const RequestId request = device.lastRequest();
    device.receives(chat.answer(pull), request);
    device.receives(chat.answer(pull), request);
    CHECK(device.badge(chat).unread == 24);
    device.receives(chat.notify());
    device.losesConnection();
    chat.reads(Seq(21));
    device.comesOnline({&chat});
    CHECK(device.badge(chat).unread == 3);
    device.catchesUp({&chat});
    CHECK(device.holdsAllOf(chat));
    device.agreesWith(chat);
}

TEST_CASE("FC3: read messages stay read when older states arrive late, also after a restart")
{
    Chat chat(7);
    chat.talks(test::bob, 10);
    const protocol::States before = chat.states();
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    device.reads(chat, Seq(10));
    device.answers(chat.accepts(device.sends<protocol::Read>().intents.at(0)));
    device.receives(before);
    CHECK(device.badge(chat).unread == 0);
    CHECK(device.in(chat).cursor == Cursor{0, Seq(10)});
    device.restarts();
    device.comesOnline({&chat});
    device.receives(before);
    CHECK(device.badge(chat).unread == 0);
    CHECK(device.in(chat).cursor == Cursor{0, Seq(10)});
    device.agreesWith(chat);
}

TEST_CASE_FIXTURE(Home, "FC4: read and answered on the phone while the laptop was away")
{
    laptop.losesConnection();
    phone.reads(group);
    house.settle();
    phone.types(group, "my own words");
    phone.types(group, "and more of them");
    house.pass(Milliseconds(2000));
    CHECK(laptop.unread(group) == 10);
    laptop.connects();
    house.settle();
    CHECK(laptop.in(group).serverHead == Seq(13));
    bothShow(0);
}

TEST_CASE("FC5: an edit and the reading of its message come in both orders")
{
    Chat chat(7);
    chat.talks(test::bob, 3);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    const auto receivedTheEdit = [&] {
        device.receives(chat.notify());
        device.catchesUp({&chat});
    };
    SUBCASE("edited first, received first")
    {
        chat.edits(Seq(3), "other words");
        receivedTheEdit();
        CHECK(device.badge(chat).unread == 3);
        chat.reads(Seq(3));
        device.receives(chat.states());
    }
    SUBCASE("edited first, received last")
    {
        chat.edits(Seq(3), "other words");
        chat.reads(Seq(3));
        device.receives(chat.states());
        CHECK(device.badge(chat).unread == 0);
        receivedTheEdit();
    }
    SUBCASE("read first")
    {
        chat.reads(Seq(3));
        device.receives(chat.states());
        chat.edits(Seq(3), "other words");
        receivedTheEdit();
    }
    CHECK(device.badge(chat).unread == 0);
    CHECK(textOf(*device.store().entry(chat.id, Seq(3))) == "other words");
    device.agreesWith(chat);
}

TEST_CASE_FIXTURE(Home, "FC6: the program ends while it collects reads: both devices agree")
{
    laptop.reads(group, 4);
    laptop.reads(group, 7);
    CHECK(house.member("bob", group).cursor.readSeq == Seq(1));
    SUBCASE("ended")
    {
        laptop.restarts();
    }
    SUBCASE("connection lost")
    {
        laptop.losesConnection();
    }
    CHECK(laptop.unread(group) == 4);
    laptop.connects();
    house.pass(Milliseconds(2000));
    CHECK(house.member("bob", group).cursor.readSeq == Seq(7));
    bothShow(4);
}

TEST_CASE_FIXTURE(Home, "FS10: a message that one device sent is not unread on the other after its restart")
{
    phone.types(group, "mine");
    house.pass(Milliseconds(2000));
    bothShow(10);
    laptop.restarts();
    laptop.connects();
    house.settle();
    bothShow(10);
}

TEST_CASE_FIXTURE(Home, "FS11: a cleared count does not come back with a restart or a resync")
{
    laptop.reads(group);
    house.settle();
    bothShow(0);
    for (HubDevice* device : {&laptop, &phone}) {
        device->restarts();
        CHECK(device->unread(group) == 0);
        device->connects();
        house.settle();
    }
    bothShow(0);
    house.restartServer();
    laptop.connects();
    phone.connects();
    house.settle();
    bothShow(0);
    CHECK(house.onlineDevice("bob").total() == 0);
}

TEST_CASE_FIXTURE(Home, "FS12: a mark as unread reaches all devices, and outlives their restarts")
{
    laptop.reads(group);
    house.settle();
    bothShow(0);
    laptop.marksUnread(group, 9);
    house.settle();
    bothShow(3);
    for (HubDevice* device : {&laptop, &phone}) {
        device->restarts();
        CHECK(device->unread(group) == 3);
        device->connects();
    }
    house.settle();
    bothShow(3);
}

TEST_CASE_FIXTURE(Home, "FS13: a server that cannot answer for a moment makes no number 0")
{
    laptop.losesConnection();
    house.world.store.failNextCommit();
    laptop.connects();
    house.settle();
    CHECK_FALSE(laptop.isOnline());
    CHECK(laptop.unread(group) == 10);
    CHECK(laptop.total() == 10);
    laptop.connects();
    house.settle();
    REQUIRE(laptop.isOnline());
    bothShow(10);
}

TEST_CASE_FIXTURE(Home, "FS14: others who read my messages do not move my badge")
{
    phone.types(group, "for ada");
    house.pass(Milliseconds(2000));
    const LocalConversation before = laptop.in(group);
    ada.read(group, 12);
    house.pass(Milliseconds(2000));
    CHECK(laptop.in(group).seenByOthers == Seq(12));
    CHECK(laptop.in(group).cursor == before.cursor);
    CHECK(laptop.in(group).version == before.version);
    bothShow(10);
}

TEST_CASE_FIXTURE(Home, "FS18: messages and reads in every interleaving end at the same numbers")
{
    // Two chains of three steps each are merged in all 20 ways.
    std::vector<int> chains{0, 0, 0, 1, 1, 1};
    std::uint64_t through = 11;
    do {
        const std::vector<std::function<void()>> arriving{
            [&] { ada.send(group, "meanwhile"); },
            [&] { laptop.takesIn(); },
            [&] { house.settle(); },
        };
        const std::vector<std::function<void()>> reading{
            [&] { laptop.reads(group, through); },
            [&] {
                laptop.handsOver();
                house.world.turn();
            },
            [&] { laptop.takesIn(); },
        };
        std::size_t arrived = 0;
        std::size_t read = 0;
        for (const int chain : chains) {
            (chain == 0 ? arriving.at(arrived++) : reading.at(read++))();
            CHECK(laptop.unread(group) <= ada.state(group).head.value - 1);
        }
        house.pass(Milliseconds(2000));
        bothShow(1);
        through = ada.state(group).head.value;
        phone.reads(group, through);
        house.pass(Milliseconds(2000));
        bothShow(0);
        ada.send(group, "next round");
        house.pass(Milliseconds(2000));
        through += 1;
    } while (std::next_permutation(chains.begin(), chains.end()));
}

TEST_CASE("FS19: a read into a part that is not held gives a lower bound, then the server's number, no guess")
{
    EngineConfig config;
    config.backfill = false;
    Chat chat(7);
    chat.talks(test::bob, 3000);
    for (std::uint64_t seq = 1000; seq < 1100; ++seq) {
        chat.recalls(Seq(seq));
    }
    Device device(config);
    device.comesOnline({&chat});
    device.pulls(chat);
    CHECK(device.badge(chat).unread == 2900);
    SUBCASE("read elsewhere: the number comes with the cursor")
    {
        chat.reads(Seq(1050));
        device.receives(chat.states());
    }
    SUBCASE("read here")
    {
        device.reads(chat, Seq(1050));
        CHECK_FALSE(device.in(chat).exact);
        CHECK(device.badge(chat).unread <= 1901);
        device.waits(Milliseconds(1000));
        device.answers(chat.accepts(device.sends<protocol::Read>().intents.at(0)));
    }
    CHECK(device.badge(chat).unread == 1901);
    device.agreesWith(chat);
}

TEST_CASE_FIXTURE(Home, "FS20: read to the middle on the phone, step by step, also while the laptop is away")
{
    adaSays(50);
    bothShow(60);
    for (std::uint64_t through = 5; through <= 20; through += 5) {
        phone.reads(group, through);
        house.pass(Milliseconds(3000));
        bothShow(61 - through);
    }
    laptop.losesConnection();
    phone.reads(group, 31);
    house.pass(Milliseconds(3000));
    laptop.connects();
    house.settle();
    bothShow(30);
}

TEST_CASE_FIXTURE(Home, "FS21: after a sleep every push arrives twice, and nothing counts twice")
{
    laptop.doublesPushes = true;
    for (int i = 0; i < 15; ++i) {
        ada.send(group, "while asleep");
    }
    phone.reads(group, 6);
    house.pass(Milliseconds(5000));
    bothShow(20);
    laptop.losesConnection();
    adaSays(5);
    laptop.connects();
    house.pass(Milliseconds(5000));
    bothShow(25);
}

TEST_CASE_FIXTURE(Home, "FS22: read elsewhere, every push of it lost: the heartbeat finds and mends it")
{
    laptop.losesPushes = true;
    phone.reads(group);
    house.settle();
    CHECK(phone.total() == 0);
    CHECK(laptop.total() == 10);
    house.pass(Milliseconds(70000));
    CHECK(laptop.isOnline());
    bothShow(0);
}

TEST_CASE_FIXTURE(Home, "FS24: marked unread while the other device was offline")
{
    phone.reads(group);
    house.settle();
    bothShow(0);
    phone.losesConnection();
    SUBCASE("the other device receives it later")
    {
        laptop.marksUnread(group, 8);
        house.settle();
    }
    SUBCASE("the other device has marked")
    {
        phone.marksUnread(group, 8);
        CHECK(phone.unread(group) == 4);
    }
    CHECK(laptop.unread(group) + phone.unread(group) == 4);
    phone.connects();
    house.settle();
    bothShow(4);
}

TEST_CASE_FIXTURE(Home, "FS34: a conversation that is not open loses its pushes, and still catches up")
{
    const ConversationId quiet = ada.createGroup("quiet", {"bob"});
    house.pass(Milliseconds(2000));
    laptop.does(input::LookAt{group});
    laptop.losesPushes = true;
    ada.send(quiet, "one");
    ada.send(quiet, "two");
    house.settle();
    laptop.losesPushes = false;
    adaSays(1);
    CHECK(laptop.unread(group) == 11);
    house.pass(Milliseconds(70000));
    CHECK(laptop.unread(quiet) == 2);
    CHECK(laptop.engine().held(quiet)->covers({}, laptop.in(quiet).serverHead));
    laptop.agreesWithServer();
}

TEST_CASE("FG1: cursors come before messages: no message that was read elsewhere is ever unread here")
{
    Chat chat(7);
    chat.talks(test::bob, 5);
    chat.reads(Seq(5));
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    device.losesConnection();
    // The phone reads the first messages of the day.
    chat.talks(test::bob, 8);
    chat.reads(chat.head());
    device.comesOnline({&chat});
    CHECK(device.badge(chat).unread == 0);
    CHECK(device.in(chat).cursor.readSeq == chat.head());
    CHECK_FALSE(device.holdsAllOf(chat));
    while (device.sentCount() > 0) {
        device.pulls(chat);
        CHECK(device.badge(chat).unread == 0);
        CHECK(device.engine().totals() == Totals{});
    }
    CHECK(device.holdsAllOf(chat));
}

TEST_CASE_FIXTURE(Home, "FH1: the order is the log's, whatever the clocks say; own messages come once")
{
    // The server's clock stands still or goes back, because the wall clock of HubWorld moves only with
    // pass().
    phone.types(group, "from the phone");
    phone.handsOver();
    ada.send(group, "between");
    laptop.types(group, "from the laptop");
    for (int i = 0; i < 3; ++i) {
        // The answer is lost every time.
        laptop.handsOver();
        house.world.turn();
        laptop.losesWhatWasSentToIt();
        laptop.losesConnection();
        laptop.connects();
    }
    house.pass(Milliseconds(2000));
    std::vector<std::string> texts;
    for (std::uint64_t seq = 12; seq <= laptop.in(group).serverHead.value; ++seq) {
        texts.push_back(textOf(*laptop.store().entry(group, Seq(seq))));
        CHECK(textOf(*phone.store().entry(group, Seq(seq))) == texts.back());
    }
    CHECK(texts.size() == 3);
    CHECK(std::count(texts.begin(), texts.end(), "from the laptop") == 1);
    CHECK(laptop.store().pending().empty());
    bothShow(11);
}

} // namespace tidemark::failures::devices_test
