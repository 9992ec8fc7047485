// Reads that are lost offline, in a crash or on the way. The ids are those of rows.tsv.
#include "tests/failures/home.h"
#include "tests/sync/device.h"

namespace tidemark::failures::offline_test {

using server::Client;
using test::Chat;
using test::Device;

namespace {

/// Receipts from before the test do not matter.
struct QuietHome : Home {
    QuietHome() { ada.pushes(); }
};

} // namespace

TEST_CASE_FIXTURE(
    QuietHome, "FD1: read offline, killed, started again offline, then online: the sender gets the receipt")
{
    laptop.losesConnection();
    laptop.reads(group, 8);
    laptop.restarts();
    laptop.restarts();
    CHECK(laptop.unread(group) == 3);
    CHECK(ada.pushed<protocol::Receipts>().empty());
    laptop.connects();
    house.pass(Milliseconds(2000));
    CHECK(house.member("bob", group).cursor.readSeq == Seq(8));
    const auto receipts = ada.pushed<protocol::Receipts>();
    REQUIRE_FALSE(receipts.empty());
    CHECK(receipts.back().receipts.at(0).seen == Seq(8));
    bothShow(3);
}

TEST_CASE_FIXTURE(QuietHome, "FD1: receipts whose push was lost come with a heartbeat")
{
    phone.types(group, "for ada");
    house.settle();
    const Seq sent = phone.in(group).serverHead;
    house.pass(Milliseconds(40000));
    const auto isShown = [&](const HubDevice& device) {
        return device.in(group).seenByOthers == sent && device.in(group).deliveredToOthers == sent;
    };
    laptop.losesPushes = true;
    ada.read(group, sent.value);
    ada.ask<protocol::Done>(protocol::Delivered{{{group, ada.state(group).logEpoch, sent}}});
    house.settle();
    CHECK(isShown(phone));
    CHECK_FALSE(isShown(laptop));
    laptop.losesPushes = false;
    // The slowest heartbeat and its answer take this long.
    house.pass(Milliseconds(31000));
    CHECK(isShown(laptop));
    const int frames = laptop.framesTaken();
    house.pass(Milliseconds(30000));
    CHECK_MESSAGE(laptop.framesTaken() <= frames + 2,
                  "the device receives only the answers to its heartbeats");
}

TEST_CASE_FIXTURE(QuietHome,
                  "FD2: three days of reading one by one reach the device that was off as one state")
{
    laptop.losesConnection();
    for (int i = 0; i < 200; ++i) {
        ada.send(group, "a message");
        house.pass(Milliseconds(1000));
        phone.reads(group);
    }
    house.pass(Milliseconds(60000));
    laptop.connects();
    laptop.losesPushes = true;
    while (!laptop.isOnline()) {
        laptop.handsOver();
        house.world.turn();
        REQUIRE(laptop.takesIn());
    }
    CHECK_MESSAGE(laptop.framesTaken() == 2, "the device receives Welcome and the states, nothing else");
    CHECK(laptop.total() == 0);
    house.settle();
    bothShow(0);
}

TEST_CASE_FIXTURE(QuietHome,
                  "FD3: a read survives a failure at every step between the local commit and the answer")
{
    const Input read = input::MarkRead{{}, group, {}};
    std::uint64_t expected = 0;
    SUBCASE("killed before the local commit: nothing was read or sent")
    {
        laptop.crashesOn(read);
        expected = 10;
    }
    SUBCASE("killed after the local commit")
    {
        laptop.does(read);
        laptop.restarts();
    }
    SUBCASE("connection lost before it is sent")
    {
        laptop.does(read);
        laptop.losesConnection();
    }
    SUBCASE("the server dies before it gets there")
    {
        laptop.does(read);
        house.restartServer();
        phone.connects();
    }
    SUBCASE("the server cannot commit")
    {
        laptop.does(read);
        house.world.store.failNextCommit();
        laptop.handsOver();
        house.world.turn();
        CHECK(house.member("bob", group).cursor.readSeq == Seq(1));
        house.settle();
    }
    SUBCASE("the answer is lost")
    {
        laptop.does(read);
        laptop.handsOver();
        house.world.turn();
        CHECK(house.member("bob", group).cursor.readSeq == Seq(11));
        laptop.losesWhatWasSentToIt();
        laptop.losesConnection();
    }
    SUBCASE("killed before the answer is committed")
    {
        laptop.does(read);
        laptop.handsOver();
        house.world.turn();
        laptop.restarts();
    }
    CHECK(laptop.unread(group) == expected);
    if (!laptop.isOnline()) {
        laptop.connects();
    }
    house.pass(Milliseconds(20000));
    CHECK(laptop.engine().isFlushed());
    bothShow(expected);
}

TEST_CASE_FIXTURE(
    QuietHome, "FD4: a cursor beyond the log, from another client, is refused; everything else stays unread")
{
    Client intruder(house.world, "bob");
    intruder.token = laptop.engine().account()->token;
    intruder.hello();
    for (const std::uint64_t absurd : {std::uint64_t{12}, std::uint64_t{1} << 40U, ~std::uint64_t{0}}) {
        CHECK(intruder.refused(protocol::Read{{{group, Generation(1), {0, Seq(absurd)}}}})
              == protocol::ErrorCode::CursorBeyondHead);
    }
    laptop.reads(group, 5);
    laptop.does(input::MarkRead{{}, group, Seq(~std::uint64_t{0})});
    house.settle();
    CHECK(house.member("bob", group).cursor == Cursor{0, Seq(11)});
    ada.send(group, "this is new");
    house.pass(Milliseconds(2000));
    bothShow(1);
}

TEST_CASE("FD4: a server with a cursor beyond its log does not make later messages read")
{
    Chat chat(7);
    chat.talks(test::bob, 10);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    ConversationState absurd = chat.state();
    absurd.cursor.readSeq = Seq(1U << 30U);
    absurd.version += 1;
    absurd.counts = {};
    device.receives(protocol::States{{absurd}, {}, 0});
    CHECK(device.in(chat).cursor.readSeq <= chat.head());
}

TEST_CASE("FS15: a conversation without held entries can be read, and its badge cleared")
{
    EngineConfig config;
    config.backfill = false;
    Chat chat(7);
    chat.talks(test::bob, 500);
    Device device(config);
    device.comesOnline({&chat});
    device.sends<protocol::Pull>(); // it is never answered
    CHECK(device.store().entryCount(chat.id) == 0);
    CHECK(device.badge(chat).unread == 500);
    device.reads(chat, chat.head());
    CHECK(device.badge(chat).unread == 0);
    CHECK(device.in(chat).exact);
    device.answers(chat.accepts(device.sends<protocol::Read>().intents.at(0)));
    CHECK(chat.cursor.readSeq == Seq(500));
    CHECK(device.engine().isFlushed());
    CHECK(device.engine().totals() == Totals{});
}

TEST_CASE("FS2: retention rises into unread messages, before and after they were read")
{
    Chat chat(7);
    chat.talks(test::bob, 100);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    const auto expire = [&](std::uint64_t seq) {
        chat.setsFloor(Seq(seq));
        device.receives(chat.states());
    };
    const auto read = [&](std::uint64_t seq) {
        device.reads(chat, Seq(seq));
        device.waits(Milliseconds(2000));
        device.answers(chat.accepts(device.sends<protocol::Read>().intents.at(0)));
    };
    SUBCASE("expired, then read further")
    {
        expire(60);
        CHECK(device.badge(chat).unread == 40);
        read(70);
    }
    SUBCASE("read, then expired further")
    {
        read(40);
        CHECK(device.badge(chat).unread == 60);
        expire(70);
    }
    SUBCASE("both at once, the answer last")
    {
        device.reads(chat, Seq(40));
        device.waits(Milliseconds(2000));
        const auto intent = device.sends<protocol::Read>().intents.at(0);
        const RequestId request = device.lastRequest();
        expire(70);
        CHECK(device.badge(chat).unread == 30);
        device.receives(chat.accepts(intent), request);
    }
    CHECK(device.badge(chat).unread == 30);
    device.agreesWith(chat);
}

TEST_CASE("FS29: a member's record that is older than what is held lowers neither mentions nor unread")
{
    Chat chat(7);
    chat.talks(test::bob, 2);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    const protocol::States stale = chat.states();
    chat.says(test::bob, "me?", true);
    chat.changes({false, false, true});
    device.receives(chat.notify());
    device.catchesUp({&chat});
    device.receives(chat.states());
    CHECK(device.badge(chat) == ReadCounts{3, 1});
    device.receives(stale);
    CHECK(device.badge(chat) == ReadCounts{3, 1});
    CHECK(device.in(chat).settings.pinned);
    device.agreesWith(chat);
}

} // namespace tidemark::failures::offline_test
