// The server moves floors by retention and expiry.
#include "server-stub/hub/contract/audit.h"
#include "server-stub/hub/state/floors.h"
#include "tests/hub/hub_world.h"

namespace tidemark::server::floors_test {

using protocol::ErrorCode;

namespace {

constexpr Milliseconds hour{3600000};
constexpr Milliseconds day = 24 * hour;

HubConfig keeping(std::uint64_t entries, std::uint32_t perTurn = 4000)
{
    HubConfig config = HubWorld::openConfig();
    config.retention.keepEntries = entries;
    config.retention.entriesPerTurn = perTurn;
    return config;
}

HubConfig expiring(Milliseconds after)
{
    HubConfig config = HubWorld::openConfig();
    config.retention.unreadExpiresAfter = after;
    return config;
}

/// Ada has sent `count` messages, from seq 2 on, to a group with bob. He has two devices and has read none
/// of them.
struct Talk {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    Client phone{world, "bob"};
    ConversationId group;

    explicit Talk(HubConfig config, int count = 9) : world(std::move(config))
    {
        ada.enter();
        bob.enter();
        phone.token = bob.token;
        phone.hello();
        group = ada.createGroup("group", {"bob"});
        says(count);
        forgetPushes();
    }

    void says(int count)
    {
        for (int i = 0; i < count; ++i) {
            ada.send(group, "message");
        }
    }
    void forgetPushes()
    {
        for (Client* client : {&ada, &bob, &phone}) {
            client->pushes();
        }
    }
    void trims() { world.pass(world.config.retention.interval); }
    [[nodiscard]] MemberRecord rowOf(const Client& client)
    {
        return *world.store.members().find(group, client.user);
    }
    [[nodiscard]] Seq trimmed() { return world.store.conversations().find(group)->trimmedThrough; }
    protocol::Range pull(std::uint64_t after, std::uint64_t through, protocol::PullFrom from,
                         std::uint64_t around = 0)
    {
        const LogEpoch epoch = world.store.conversations().find(group)->logEpoch;
        return bob.ask<protocol::Range>(
            protocol::Pull{group, epoch, Seq(after), Seq(through), Seq(around), 4, from});
    }
};

std::vector<std::uint64_t> seqsIn(const protocol::Range& range)
{
    std::vector<std::uint64_t> seqs;
    for (const Entry& entry : range.entries) {
        seqs.push_back(entry.seq.value);
    }
    return seqs;
}

using Seqs = std::vector<std::uint64_t>;

} // namespace

TEST_CASE("without a policy nothing is trimmed, nothing expires and no timer runs")
{
    Talk talk(HubWorld::openConfig());
    talk.world.pass(1000 * day);
    CHECK_FALSE(talk.world.wakeUp);
    CHECK(talk.trimmed() == Seq());
    CHECK(talk.bob.state(talk.group).counts.unread == 9);
}

TEST_CASE("I5, I8: trimming raises the floors of connected members under a new version, and notifies them")
{
    Talk talk(keeping(4));
    Client carol(talk.world, "carol");
    carol.enter();
    carol.askState(protocol::Join{talk.group});
    talk.says(1);
    Client away(talk.world, "ada");
    talk.forgetPushes();
    const std::uint64_t version = talk.rowOf(talk.bob).version;
    const std::uint64_t carols = talk.rowOf(carol).version;
    talk.world.queue(Closed{talk.ada.target.connection});
    talk.trims();

    // The log has 12 entries: its creation, nine messages, carol's joining and one more message.
    CHECK(talk.trimmed() == Seq(8));
    const MemberRecord row = talk.rowOf(talk.bob);
    CHECK(row.floor == Seq(8));
    CHECK(row.floorMoved.cause == CursorCause::Trimmed);
    CHECK(row.version == version + 1);
    CHECK_MESSAGE((row.cursor == Cursor{0, Seq(1)}), "trimming does not move the cursor");
    for (Client* client : {&talk.bob, &talk.phone}) {
        const auto pushed = client->pushed<protocol::States>();
        REQUIRE(pushed.size() == 1);
        CHECK(pushed[0].states.at(0).floor == Seq(8));
        CHECK(pushed[0].states.at(0).trimmedThrough == Seq(8));
        CHECK(pushed[0].states.at(0).version == version + 1);
        CHECK(pushed[0].states.at(0).counts.unread == 3);
    }
    CHECK_MESSAGE(talk.rowOf(carol).version == carols, "carol's floor was above the trimmed entries");
    const auto received = carol.pushed<protocol::States>();
    REQUIRE(received.size() == 1);
    CHECK_MESSAGE(received[0].states.at(0).trimmedThrough == Seq(10),
                  "carol can pull nothing from before she joined");
    CHECK_MESSAGE(talk.rowOf(talk.ada).floor < Seq(8), "the hub writes no row of an absent member");
    CHECK(audit(talk.world.store) == std::vector<std::string>());
    Client back(talk.world, "ada");
    back.token = talk.ada.token;
    const auto states = back.hello();
    REQUIRE(states.size() == 1);
    CHECK(states[0].floor == Seq(8));
    CHECK(states[0].trimmedThrough == Seq(8));
    CHECK(states[0].floorMoved.cause == CursorCause::Trimmed);
}

TEST_CASE("a large log is trimmed in bounded steps, and connected members are notified once")
{
    Talk talk(keeping(4, 3), 20);
    talk.trims();
    CHECK(talk.trimmed() == Seq(17));
    const auto pushed = talk.bob.pushed<protocol::States>();
    REQUIRE(pushed.size() == 1);
    CHECK(pushed[0].states.at(0).counts.unread == 4);

    talk.says(14);
    talk.world.restart();
    Seqs steps;
    for (int i = 0; i < 7; ++i) {
        talk.world.turn();
        steps.push_back(talk.trimmed().value);
    }
    CHECK(steps == Seqs{20, 23, 26, 29, 31, 31, 31});
    CHECK_MESSAGE(talk.world.wakeUp, "the hub wakes for the next round");
}

TEST_CASE("a pull returns no trimmed entries, and stays contiguous")
{
    using protocol::PullFrom;
    Talk talk(keeping(6), 11);
    talk.trims();
    REQUIRE(talk.trimmed() == Seq(6));
    const auto expect = [&](const protocol::Range& range, std::uint64_t after, const Seqs& seqs) {
        CHECK(range.after == Seq(after));
        CHECK(seqsIn(range) == seqs);
        CHECK(range.head == Seq(12));
    };
    expect(talk.pull(0, 0, PullFrom::Start), 6, {7, 8, 9, 10});
    expect(talk.pull(8, 0, PullFrom::Start), 8, {9, 10, 11, 12});
    expect(talk.pull(0, 8, PullFrom::End), 6, {7, 8});
    expect(talk.pull(0, 12, PullFrom::End), 8, {9, 10, 11, 12});
    expect(talk.pull(0, 0, PullFrom::Around, 2), 6, {7, 8, 9, 10});
    expect(talk.pull(0, 6, PullFrom::End), 6, {});
    expect(talk.pull(2, 4, PullFrom::Start), 6, {});
}

TEST_CASE("I2: a trimmed message can be sent again and answered, but neither edited nor recalled")
{
    Talk talk(keeping(3));
    const protocol::Send send = talk.ada.message(talk.group, "messages expire only once");
    const Seq seq = talk.ada.ask<protocol::SendAck>(send).seq;
    const auto edit = [&](Seq target) {
        return protocol::Send{talk.group, talk.world.freshUuid(), {}, content::Edit{target, "other"}};
    };
    const protocol::Send edited = edit(seq);
    talk.ada.ask<protocol::SendAck>(edited);
    talk.says(5);
    talk.trims();
    REQUIRE(talk.trimmed() > seq);
    const auto again = talk.ada.ask<protocol::SendAck>(send);
    CHECK(again.seq == seq);
    CHECK(again.duplicate);
    CHECK(talk.ada.ask<protocol::SendAck>(edited).duplicate);
    protocol::Send other = send;
    std::get<content::Message>(other.content).text = "something else";
    CHECK(talk.ada.refused(other) == ErrorCode::UuidConflict);
    CHECK(talk.ada.refused(edit(seq)) == ErrorCode::NoSuchEntry);
    CHECK(talk.ada.refused(protocol::Send{talk.group, talk.world.freshUuid(), {}, content::Recall{seq}})
          == ErrorCode::NoSuchEntry);
    protocol::Send reply = talk.bob.message(talk.group, "to that");
    std::get<content::Message>(reply.content).replyTo = seq;
    CHECK(talk.bob.ask<protocol::SendAck>(reply).seq.isValid());
    CHECK(talk.ada.state(talk.group).counts.replies == 1);
}

TEST_CASE("entries that are too old are trimmed, however few they are")
{
    HubConfig config = HubWorld::openConfig();
    config.retention.keepFor = 3 * day;
    Talk talk(config);
    talk.world.pass(2 * day);
    talk.says(2);
    CHECK(talk.trimmed() == Seq());
    talk.world.pass(day + 2 * hour);
    talk.trims();
    CHECK(talk.trimmed() == Seq(10));
    CHECK(talk.bob.state(talk.group).counts.unread == 2);
    talk.world.pass(10 * day);
    talk.trims();
    CHECK(talk.trimmed() == Seq(12));
    CHECK(talk.bob.state(talk.group).counts.unread == 0);
    talk.says(1);
    CHECK(talk.bob.state(talk.group).counts.unread == 1);
}

TEST_CASE("a trim that could not be committed is repeated later")
{
    Talk talk(keeping(4));
    talk.world.store.failNextCommit();
    talk.trims();
    CHECK(talk.trimmed() == Seq());
    CHECK(talk.rowOf(talk.bob).floor < Seq(6));
    talk.world.pass(Milliseconds(60000));
    talk.world.pass(Milliseconds(0));
    CHECK(talk.trimmed() == Seq(6));
    CHECK(talk.bob.pushed<protocol::States>().size() == 1);
}

TEST_CASE("I5, I8: unread messages that are too old stop counting on all devices, under a new version")
{
    Talk talk(expiring(7 * day));
    talk.world.pass(3 * day);
    talk.says(2);
    talk.forgetPushes();
    talk.world.pass(4 * day - hour);
    const ConversationState before = talk.bob.state(talk.group);
    CHECK(before.counts.unread == 11);
    CHECK(before.floorMoved.cause == CursorCause::Joined);
    talk.world.pass(hour);
    const ConversationState after = talk.bob.state(talk.group);
    CHECK(after.counts.unread == 2);
    CHECK(after.floor == Seq(10));
    CHECK(after.floorMoved.cause == CursorCause::Expired);
    CHECK(after.floorMoved.at.value > 0);
    CHECK(after.version == before.version + 1);
    CHECK_MESSAGE(after.trimmedThrough == Seq(), "expired messages are not trimmed");
    CHECK(after.cursor == before.cursor);
    const auto pushed = talk.phone.pushed<protocol::States>();
    REQUIRE(pushed.size() == 1);
    CHECK(pushed[0].states.at(0) == after);
    CHECK_MESSAGE((talk.bob.state(talk.group) == after), "messages expire only once");
    CHECK(talk.phone.pushes().empty());
    CHECK(talk.pull(0, 0, protocol::PullFrom::Start).entries.size() == 4);
    CHECK(audit(talk.world.store) == std::vector<std::string>());
}

TEST_CASE("expiry never lowers a floor, nor moves it over read, own or recalled messages")
{
    Talk talk(expiring(7 * day));
    talk.world.pass(6 * day);
    talk.bob.read(talk.group, 10);
    talk.bob.send(talk.group, "my own");
    const std::uint64_t version = talk.rowOf(talk.bob).version;
    talk.world.pass(30 * day);
    CHECK(talk.bob.state(talk.group).version == version);
    CHECK_MESSAGE(talk.ada.state(talk.group).counts.unread == 0, "bob's message is too old");
    const Seq floor = talk.rowOf(talk.ada).floor;
    CHECK(floor == Seq(11));
    talk.ada.askState(protocol::MarkUnread{talk.group, Generation(1), Seq(2), talk.world.freshUuid()});
    CHECK(talk.rowOf(talk.ada).floor == floor);
    CHECK(talk.ada.state(talk.group).counts.unread == 0);
}

TEST_CASE("totals leave out expired and trimmed messages")
{
    HubConfig config = expiring(7 * day);
    config.retention.keepEntries = 5;
    Talk talk(config);
    const auto totals = [&] { return talk.bob.ask<protocol::TotalsNow>(protocol::GetTotals()); };
    CHECK(totals().unread == 9);
    talk.trims();
    CHECK(totals().unread == 5);
    talk.world.pass(7 * day - 2 * hour);
    CHECK(totals().unread == 5);
    const std::uint64_t version = talk.rowOf(talk.bob).version;
    talk.world.pass(2 * hour);
    CHECK(totals().unread == 0);
    CHECK(totals().conversations == 0);
    CHECK(talk.rowOf(talk.bob).version == version + 1);
    talk.says(1);
    CHECK(totals().unread == 1);
}

TEST_CASE("a polling user is not notified of a trim, and still gets right totals")
{
    Talk talk(keeping(4));
    Client poller(talk.world, "bob");
    poller.token = talk.bob.token;
    poller.hello({}, true);
    talk.world.queue(Closed{talk.bob.target.connection});
    talk.world.queue(Closed{talk.phone.target.connection});
    CHECK(poller.ask<protocol::TotalsNow>(protocol::GetTotals()).unread == 9);
    talk.trims();
    CHECK(talk.rowOf(talk.bob).floor < talk.trimmed());
    CHECK(poller.ask<protocol::TotalsNow>(protocol::GetTotals()).unread == 4);
    CHECK(talk.rowOf(talk.bob).floor == talk.trimmed());
}

TEST_CASE("an idle device is notified at its heartbeat, and agrees")
{
    Talk talk(expiring(day));
    const ConversationState held = talk.bob.state(talk.group);
    talk.world.pass(2 * day);
    const std::uint64_t digest = digestOf({heldOf(held)});
    CHECK(talk.bob.ask<protocol::HeartbeatAck>(protocol::Heartbeat{digest}).agree);
    const auto pushed = talk.bob.pushed<protocol::States>();
    REQUIRE(pushed.size() == 1);
    CHECK(pushed[0].states.at(0).counts.unread == 0);
    CHECK(talk.phone.pushed<protocol::States>().size() == 1);
    const std::uint64_t now = digestOf({heldOf(pushed[0].states.at(0))});
    CHECK(talk.bob.ask<protocol::HeartbeatAck>(protocol::Heartbeat{now}).agree);
    CHECK(talk.bob.pushes().empty());
}

TEST_CASE("I5: a new membership begins with a new floor, not below the trimmed part")
{
    Talk talk(keeping(4));
    talk.bob.askState(protocol::Leave{talk.group});
    talk.says(3);
    talk.trims();
    const MemberRecord left = talk.rowOf(talk.bob);
    CHECK_MESSAGE(left.floor < talk.trimmed(), "trimming does not raise the floor of a former member");
    const ConversationState joined = talk.bob.askState(protocol::Join{talk.group});
    CHECK(joined.floor == joined.head);
    CHECK_MESSAGE(joined.trimmedThrough == previous(joined.head),
                  "nothing from before the new joining is shown");
    CHECK(joined.trimmedThrough > talk.trimmed());
    CHECK(joined.floorMoved.cause == CursorCause::Joined);
}

TEST_CASE("bisection finds the last entry that is not younger, also if none or all are")
{
    Talk talk(HubWorld::openConfig(), 0);
    std::vector<UnixMs> times;
    for (int i = 0; i < 20; ++i) {
        talk.world.pass(Milliseconds(10));
        talk.says(1);
        times.push_back(talk.world.store.log().entry(talk.group, Seq(2 + times.size()))->entry.at);
    }
    const Seq head(21);
    for (std::size_t i = 0; i < times.size(); ++i) {
        CHECK(lastNotAfter(talk.world.store, talk.group, Seq(1), head, times[i]) == Seq(2 + i));
        CHECK(lastNotAfter(talk.world.store, talk.group, Seq(1), head, UnixMs{times[i].value - 1})
              == Seq(1 + i));
    }
    CHECK(lastNotAfter(talk.world.store, talk.group, Seq(5), head, times[0]) == Seq(5));
    CHECK(lastNotAfter(talk.world.store, talk.group, head, head, never) == head);
}

} // namespace tidemark::server::floors_test
