#include "tests/sync/device.h"

namespace tidemark::test::badge_test {
namespace {

/// The device is online, knows `chat`, and holds all of it.
Device deviceWith(const Chat& chat)
{
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    return device;
}

void receivesHeadOf(Device& device, const Chat& chat)
{
    device.receives(chat.notify());
    device.catchesUp({&chat});
}

TEST_CASE("I4: unread is the number of others' messages beyond the cursor that are not recalled")
{
    Chat chat(7);
    chat.talks(bob, 3);
    chat.says(me.id);
    chat.says(carol, "you there?", true);
    chat.recalls(Seq(2));
    chat.edits(Seq(3), "other text");
    Device device = deviceWith(chat);
    CHECK(device.badge(chat) == ReadCounts{3, 1});
    device.agreesWith(chat);
}

TEST_CASE("edits and recalls are not activity of the conversation")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device = deviceWith(chat);
    const UnixMs before = device.in(chat).lastActivity;
    CHECK(before.value > 0);
    chat.edits(Seq(2), "other text");
    receivesHeadOf(device, chat);
    chat.recalls(Seq(1));
    receivesHeadOf(device, chat);
    CHECK(device.in(chat).lastActivity == before);
    chat.says(bob);
    receivesHeadOf(device, chat);
    CHECK(device.in(chat).lastActivity > before);
}

TEST_CASE("joining and leaving change the number of members, not the badge")
{
    Chat chat(7);
    Device device = deviceWith(chat);
    const std::uint32_t before = device.in(chat).memberCount;
    chat.notes(NoticeKind::Joined, bob);
    chat.notes(NoticeKind::Added, carol);
    receivesHeadOf(device, chat);
    CHECK(device.in(chat).memberCount == before + 2);
    chat.notes(NoticeKind::Left, bob);
    chat.notes(NoticeKind::Renamed, carol);
    receivesHeadOf(device, chat);
    CHECK(device.in(chat).memberCount == before + 1);
    CHECK(device.badge(chat) == ReadCounts{});
    for (int i = 0; i < 5; ++i) {
        chat.notes(NoticeKind::Left, bob);
    }
    receivesHeadOf(device, chat);
    CHECK_MESSAGE((device.in(chat).memberCount == 0), "the number of members does not fall below 0");
}

TEST_CASE("I15: own messages never count, whichever device has sent them")
{
    Chat chat(7);
    Device device = deviceWith(chat);
    chat.says(me.id, "from the phone", false, uuidOf(5));
    receivesHeadOf(device, chat);
    CHECK(device.badge(chat) == ReadCounts{});
    CHECK(device.in(chat).cursor == Cursor{});
    chat.recalls(Seq(1));
    receivesHeadOf(device, chat);
    CHECK(device.badge(chat) == ReadCounts{});
    device.agreesWith(chat);
}

TEST_CASE("I15: sending does not move the cursor over what was not on screen")
{
    Chat chat(7);
    chat.talks(bob, 4);
    Device device = deviceWith(chat);
    device.types(chat, 1);
    device.answers(chat.accepts(device.sends<protocol::Send>()));
    CHECK(device.badge(chat).unread == 4);
    CHECK(device.in(chat).cursor == Cursor{});
    device.agreesWith(chat);
}

TEST_CASE("a recall lowers the badge once, whether its target is held or not")
{
    EngineConfig config;
    config.backfill = false;
    Chat chat(7);
    chat.talks(bob, 199);
    chat.says(bob, "hello you", true);
    Device device(config);
    device.comesOnline({&chat});
    device.pulls(chat);
    CHECK(device.badge(chat) == ReadCounts{200, 1});

    SUBCASE("held")
    {
        chat.recalls(Seq(200));
        receivesHeadOf(device, chat);
        CHECK(device.badge(chat) == ReadCounts{199, 0});
        CHECK(device.changes<change::EntriesAdded>().at(0).marked == std::vector{Seq(200)});
        CHECK(fieldsOf(device.store().entry(chat.id, Seq(200))->content).recalledBy == Seq(201));
    }
    SUBCASE("not held")
    {
        chat.recalls(Seq(10));
        receivesHeadOf(device, chat);
        CHECK(device.badge(chat) == ReadCounts{199, 1});
    }
    SUBCASE("pulled already folded, before the recall itself")
    {
        chat.recalls(Seq(10));
        device.does(input::LoadOlder{chat.id, Seq(137)});
        device.pulls(chat);
        CHECK(device.badge(chat) == ReadCounts{200, 1});
        CHECK(device.in(chat).countedHead == Seq(200));
        device.catchesUp({&chat});
        CHECK(device.badge(chat) == ReadCounts{199, 1});
    }
    SUBCASE("read already")
    {
        chat.reads(Seq(50));
        device.receives(chat.states());
        chat.recalls(Seq(10));
        receivesHeadOf(device, chat);
        CHECK(device.badge(chat) == ReadCounts{150, 1});
    }
    device.agreesWith(chat);
}

TEST_CASE("a message that arrives together with its recall counts nothing")
{
    Chat chat(7);
    Device device = deviceWith(chat);
    chat.talks(bob, 2);
    chat.recalls(Seq(1));
    receivesHeadOf(device, chat);
    CHECK(device.badge(chat) == ReadCounts{1, 0});
    // Reading the recalled message subtracts its contribution, which is 0.
    device.reads(chat, Seq(1));
    CHECK(device.badge(chat) == ReadCounts{1, 0});
}

TEST_CASE("I8: a state that is older than the held entries is advanced by the entries beyond it")
{
    Chat chat(7);
    chat.talks(bob, 10);
    chat.says(carol, "you", true);
    Device device = deviceWith(chat);
    chat.reads(Seq(6));
    ConversationState received = chat.stateAt(Seq(8));
    chat.says(me.id);
    chat.recalls(Seq(9));
    receivesHeadOf(device, chat);
    CHECK(received.counts == ReadCounts{2, 0});

    device.receives(protocol::States{{received}, {}, 0});
    CHECK(device.badge(chat) == ReadCounts{4, 1});
    CHECK(device.in(chat).countedHead == chat.head());
    device.agreesWith(chat);
}

TEST_CASE("I8: a state whose head lies within a range beyond a gap counts to the end of the range")
{
    EngineConfig config;
    config.backfill = false;
    Chat chat(7);
    chat.talks(bob, 3);
    Device device(config);
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    chat.talks(bob, 3000);
    device.receives(chat.notify());
    device.pulls(chat);
    CHECK(device.in(chat).countedHead == Seq(3));
    device.sends<protocol::GetStates>();
    // An earlier push overtakes the answer.
    chat.reads(Seq(2));
    device.receives(protocol::States{{chat.stateAt(Seq(2990))}, {}, 0});
    CHECK(device.in(chat).countedHead == Seq(3003));
    device.agreesWith(chat);
}

TEST_CASE("I8: a state that is behind in both head and version changes nothing")
{
    EngineConfig config;
    config.backfill = false;
    Chat chat(7);
    chat.talks(bob, 300);
    const ConversationState old = chat.stateAt(Seq(200));
    Device device(config);
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    SUBCASE("older version")
    {
        chat.reads(Seq(280));
    }
    SUBCASE("same version, entries between are not held") {}
    device.receives(chat.states());
    device.receives(protocol::States{{old}, {}, 0});
    device.agreesWith(chat);
}

TEST_CASE("I8: equal stamps with other values are reported and repaired")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device = deviceWith(chat);
    ConversationState wrong = chat.state();
    wrong.counts.unread = 9;
    device.checksEveryStep = false;
    device.receives(protocol::States{{wrong}, {}, 0});
    REQUIRE(device.changes<change::Mismatch>().size() == 1);
    CHECK(device.changes<change::Mismatch>()[0].conversation == chat.id);
    device.receives(chat.states());
    CHECK(device.changes<change::Mismatch>().size() == 1);
    device.agreesWith(chat);
}

TEST_CASE("a log that recalls more than was counted makes the badge uncertain, and asks")
{
    Chat chat(7);
    chat.talks(bob, 3);
    chat.reads(Seq(2));
    Device device = deviceWith(chat);
    chat.recalls(Seq(3));
    chat.says(me.id);
    protocol::Range wrong = chat.range(Seq(3), chat.head());
    wrong.entries[1] = wrong.entries[0];
    wrong.entries[1].seq = Seq(5);
    device.receives(chat.notify());
    device.sends<protocol::Pull>();
    device.answers(wrong);
    CHECK(device.changes<change::Mismatch>().size() == 1);
    CHECK_FALSE(device.in(chat).exact);
    device.sends<protocol::GetStates>();
    device.answers(chat.states());
    CHECK(device.in(chat).exact);
    CHECK(device.badge(chat) == chat.counts());
}

TEST_CASE("I5: a floor that the server raises clears the messages below it")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith(chat);
    chat.setsFloor(Seq(8));
    device.receives(chat.states());
    CHECK(device.badge(chat).unread == 2);
    device.agreesWith(chat);
    chat.talks(bob, 1);
    receivesHeadOf(device, chat);
    device.agreesWith(chat);
}

TEST_CASE("I5: leaving and joining again: a new generation starts at the head")
{
    Chat chat(7);
    chat.talks(bob, 10);
    Device device = deviceWith(chat);
    chat.leaves();
    device.receives(chat.states());
    CHECK(device.badge(chat) == ReadCounts{});
    CHECK(device.engine().totals() == Totals{});
    chat.talks(bob, 5);
    device.receives(chat.notify());
    device.sendsNothing();
    chat.rejoins();
    device.receives(chat.states());
    device.catchesUp({&chat});
    device.agreesWith(chat);
    CHECK(device.badge(chat) == ReadCounts{});
    CHECK(device.holdsAllOf(chat));
}

TEST_CASE("a range that arrives after the conversation was left does not count")
{
    Chat chat(7);
    chat.talks(bob, 2);
    Device device = deviceWith(chat);
    chat.recalls(Seq(1));
    chat.talks(bob, 2);
    device.receives(chat.notify());
    device.sends<protocol::Pull>();
    const protocol::Range range = chat.range(Seq(2), chat.head());
    const RequestId request = device.lastRequest();
    chat.leaves();
    device.receives(protocol::States{{chat.stateAt(Seq(2))}, {}, 0});
    device.receives(range, request);
    CHECK(device.badge(chat) == ReadCounts{});
    chat.rejoins();
    device.receives(chat.states());
    device.catchesUp({&chat});
    device.agreesWith(chat);
}

TEST_CASE("the total leaves out muted, archived and left conversations, and counts the muted separately")
{
    Chat plain(1);
    Chat muted(2);
    Chat archived(3);
    Chat left(4);
    plain.talks(bob, 1);
    muted.talks(bob, 20);
    archived.talks(bob, 300);
    left.talks(bob, 4000);
    plain.says(bob, "you", true);
    muted.says(bob, "you too", true);
    muted.changes({true, false, false});
    archived.changes({false, true, false});
    Device device;
    device.comesOnline({&plain, &muted, &archived, &left});
    CHECK(device.engine().totals() == Totals{4002, 1, 2, 21, true, 1, 1, true});
    left.leaves();
    device.receives(left.states());
    CHECK(device.engine().totals() == Totals{2, 1, 1, 21, true, 1, 1, true});
    CHECK(device.changes<change::TotalsChanged>().size() == 1);
    CHECK(device.writes<write::PutTotals>() == 1);
    muted.changes({});
    device.receives(muted.states());
    CHECK(device.engine().totals() == Totals{23, 2, 2, 0, true});
    archived.changes({true, true, false});
    device.receives(archived.states());
    CHECK(device.engine().totals() == Totals{23, 2, 2, 0, true});
}

TEST_CASE("I11: entries, held ranges, badge and total change in one step")
{
    Chat chat(7);
    chat.talks(bob, 1);
    Device device = deviceWith(chat);
    chat.talks(bob, 1);
    device.receives(chat.notify());
    device.pulls(chat);
    CHECK(device.writes<write::PutEntries>() == 1);
    CHECK(device.writes<write::PutHeld>() == 1);
    CHECK(device.writes<write::PutConversation>() == 1);
    CHECK(device.writes<write::PutTotals>() == 1);
}

TEST_CASE("I11: a crash before the commit loses the step as a whole")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device = deviceWith(chat);
    chat.talks(bob, 2);
    device.receives(chat.notify());
    device.sends<protocol::Pull>();
    const protocol::Range range = chat.range(Seq(3), Seq(5));
    device.crashesOn(input::FrameArrived{{device.lastRequest(), 0, range}});
    CHECK(device.badge(chat).unread == 3);
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    device.agreesWith(chat);
    CHECK(device.holdsAllOf(chat));
}

TEST_CASE("receipts only rise, and only for this log")
{
    Chat chat(7);
    chat.talks(me.id, 5);
    Device device = deviceWith(chat);
    device.receives(protocol::Receipts{{{chat.id, chat.epoch, Seq(4)}}});
    device.receives(protocol::Receipts{{{chat.id, chat.epoch, Seq(2)}}});
    device.receives(protocol::Receipts{{{chat.id, LogEpoch(5), Seq(5)}}});
    CHECK(device.in(chat).seenByOthers == Seq(4));
}

TEST_CASE("I9: a heartbeat says which marks the device was sent, and gets the standing ones")
{
    Chat chat(7);
    chat.talks(me.id, 5);
    Chat notices(8);
    notices.kind = ConversationKind::NoticeList;
    notices.seenByOthers = Seq(1);
    Chat large(9);
    large.memberCount = 201;
    large.seenByOthers = Seq(1);
    Device device;
    device.answersHeartbeats = false;
    device.comesOnline({&chat, &notices, &large});
    device.catchesUp({&chat});
    const auto received = [&]() -> std::uint64_t {
        for (int seconds = 0; seconds < 31 && device.sentCount() == 0; ++seconds) {
            device.waits(Milliseconds(1000));
        }
        const auto heartbeat = device.sends<protocol::Heartbeat>();
        device.answers(protocol::HeartbeatAck{true});
        return heartbeat.marks.value_or(1);
    };
    const auto digest = [&](Seq seen, Seq delivered) {
        return digestOfMarks({{chat.id, chat.epoch, {seen, delivered}}});
    };
    CHECK(received() == 0);
    device.receives(protocol::Receipts{{{chat.id, chat.epoch, Seq(4)}}});
    CHECK(received() == digest(Seq(4), Seq()));
    device.receives(protocol::Receipts{{{chat.id, chat.epoch, Seq(), Seq(5)}}});
    CHECK(received() == digest(Seq(4), Seq(5)));
    device.receives(protocol::Receipts{{{chat.id, chat.epoch, Seq(2), Seq(3)}}});
    CHECK(received() == digest(Seq(4), Seq(5)));
    device.receives(protocol::Receipts{{{chat.id, chat.epoch, Seq(1), Seq()}}, true});
    CHECK_MESSAGE(received() == digest(Seq(1), Seq()), "the digest has the lower standing marks");
    CHECK_MESSAGE(device.in(chat).seenByOthers == Seq(4), "the shown marks never fall");
    CHECK(device.in(chat).deliveredToOthers == Seq(5));
    device.losesConnection();
    device.comesOnline({});
    CHECK_MESSAGE(received() == 0, "a new connection has received no marks yet");
}

} // namespace
} // namespace tidemark::test::badge_test
