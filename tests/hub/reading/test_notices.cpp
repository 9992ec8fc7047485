#include "server-stub/hub/contract/audit.h"
#include "tests/hub/hub_world.h"

namespace tidemark::server::notices_test {

namespace {

using protocol::ErrorCode;

constexpr Milliseconds day{std::int64_t{24} * 60 * 60 * 1000};

/// Sends an operator's request in a turn of its own.
OperatorResult operate(HubWorld& world, OperatorRequest request)
{
    world.queue(OperatorAsked{OperatorTicket(7), std::move(request)});
    world.turn();
    REQUIRE(world.operatorAnswers.size() == 1);
    REQUIRE(world.operatorAnswers.front().ticket == OperatorTicket(7));
    return world.operatorAnswers.front().result;
}

Seq announce(HubWorld& world, const std::string& text)
{
    const OperatorResult result = operate(world, Announce{world.freshUuid(), text});
    REQUIRE(std::holds_alternative<Announced>(result));
    return std::get<Announced>(result).seq;
}

ErrorCode refused(HubWorld& world, OperatorRequest request)
{
    const OperatorResult result = operate(world, std::move(request));
    REQUIRE(std::holds_alternative<protocol::Error>(result));
    return std::get<protocol::Error>(result).code;
}

/// The state of the notice list among `states`.
ConversationState listIn(const std::vector<ConversationState>& states)
{
    for (const ConversationState& state : states) {
        if (state.kind == ConversationKind::NoticeList) {
            return state;
        }
    }
    FAIL("bob has no notice list");
    return {};
}

struct Notified {
    HubWorld world;
    Client ada{world, "ada"};

    [[nodiscard]] ConversationId list()
    {
        return world.store.conversations().noticeList().value_or(ConversationId());
    }
    /// The state that a device without data gets at its Hello.
    ConversationState come(Client& client) { return listIn(client.hello()); }
};

} // namespace

TEST_CASE_FIXTURE(Notified, "the first announcement makes the list, and notifies connected users")
{
    ada.enter();
    CHECK_FALSE(world.store.conversations().noticeList());
    CHECK(announce(world, "maintenance at noon") == Seq(1));
    const auto states = ada.pushed<protocol::States>();
    REQUIRE(states.size() == 1);
    const ConversationState state = listIn(states.front().states);
    CHECK(state.title == "Announcements");
    CHECK(state.isMember);
    CHECK(state.memberCount == 0);
    CHECK(state.counts.unread == 1);
    CHECK(ada.ask<protocol::TotalsNow>(protocol::GetTotals{}).unread == 1);
    const std::vector<Entry> entries = ada.pullAll(list());
    REQUIRE(entries.size() == 1);
    CHECK(textOf(entries[0]) == "maintenance at noon");
    CHECK(entries[0].author == UserId());
    CHECK_FALSE(entries[0].uuid.isValid());
}

TEST_CASE_FIXTURE(Notified, "earlier users find the announcements of a new list unread")
{
    ada.enter();
    world.queue(Closed{ada.target.connection});
    world.turn();
    announce(world, "one");
    announce(world, "two");
    CHECK(world.store.members().ofUser(ada.user).empty());
    Client phone(world, "ada");
    phone.token = ada.token;
    phone.device = ada.device;
    CHECK(come(phone).counts.unread == 2);
    CHECK(audit(world.store).empty());
}

TEST_CASE_FIXTURE(Notified, "a new user has nothing unread, and costs nothing before the first Hello")
{
    announce(world, "old");
    ada.signUp();
    CHECK(world.store.members().ofUser(ada.user).empty());
    announce(world, "old too");
    CHECK(world.store.members().ofUser(ada.user).empty());
    const ConversationState state = come(ada);
    CHECK(state.counts.unread == 0);
    CHECK(state.floor == Seq(2));
    CHECK(state.floorMoved.cause == CursorCause::Joined);
    announce(world, "new");
    CHECK(ada.state(list()).counts.unread == 1);
    CHECK(audit(world.store).empty());
}

TEST_CASE_FIXTURE(Notified, "a silent session gets no place in the list")
{
    announce(world, "one");
    ada.signUp();
    ada.hello({}, true);
    CHECK(world.store.members().ofUser(ada.user).empty());
    CHECK(ada.ask<protocol::States>(protocol::GetStates{{list()}}).states.empty());
    announce(world, "two");
    CHECK(come(ada).counts.unread == 0);
}

TEST_CASE_FIXTURE(Notified, "a further announcement writes nothing for any user, and is pushed as a head")
{
    announce(world, "one");
    ada.enter();
    ada.pushes();
    const std::vector<MemberRecord> before = world.store.members().ofUser(ada.user);
    const Seq seq = announce(world, "two");
    CHECK(world.store.members().ofUser(ada.user) == before);
    const auto pushed = ada.pushes();
    REQUIRE(pushed.size() == 1);
    CHECK(std::get<protocol::Notify>(pushed.front()).heads.front().head == seq);
}

TEST_CASE_FIXTURE(Notified, "reading, marking unread and settings work on the list as in any conversation")
{
    announce(world, "one");
    ada.enter();
    announce(world, "two");
    announce(world, "three");
    Client phone(world, "ada");
    phone.token = ada.token;
    phone.device = ada.device;
    phone.hello();
    CHECK(ada.read(list(), 3).counts.unread == 0);
    CHECK(listIn(phone.pushed<protocol::States>().back().states).counts.unread == 0);
    CHECK(ada.askState(protocol::MarkUnread{list(), Generation(1), Seq(2), world.freshUuid()}).counts.unread
          == 2);
    ConversationSettings muted;
    muted.muted = true;
    CHECK(ada.askState(protocol::SetSettings{list(), Generation(1), muted}).settings.muted);
    CHECK(ada.ask<protocol::TotalsNow>(protocol::GetTotals{}).unread == 0);
    CHECK(ada.ask<protocol::TotalsNow>(protocol::GetTotals{}).mutedUnread == 2);
    CHECK(audit(world.store).empty());
}

TEST_CASE_FIXTURE(Notified, "only the operator writes announcements, and no user learns who reads them")
{
    announce(world, "one");
    ada.enter();
    Client bob(world, "bob");
    bob.enter();
    const Seq notice = announce(world, "two");
    CHECK(ada.refused(ada.message(list(), "me too")) == ErrorCode::NotAllowed);
    CHECK(ada.refused(protocol::Send{list(), world.freshUuid(), {}, content::Edit{notice, "x"}})
          == ErrorCode::NotAllowed);
    CHECK(ada.refused(protocol::Send{list(), world.freshUuid(), {}, content::Recall{notice}})
          == ErrorCode::NotAllowed);
    CHECK(ada.refused(protocol::Join{list()}) == ErrorCode::NotAllowed);
    CHECK(ada.refused(protocol::Leave{list()}) == ErrorCode::NotAllowed);
    CHECK(ada.refused(protocol::Rename{list(), "mine"}) == ErrorCode::NotAllowed);
    CHECK(ada.refused(protocol::AddMember{list(), "bob"}) == ErrorCode::NotAllowed);
    CHECK(ada.refused(protocol::GetReaders{list(), notice}) == ErrorCode::NotAllowed);
    CHECK(ada.refused(protocol::GetMembers{list(), {}, 0}) == ErrorCode::NotAllowed);
    bob.pushes();
    ada.read(list(), notice.value);
    ada.post(protocol::Typing{list()});
    ada.ask(protocol::Delivered{{{list(), ada.state(list()).logEpoch, notice}}});
    CHECK(bob.pushes().empty());
    const ConversationState state = bob.state(list());
    CHECK(state.seenByOthers == Seq());
    CHECK(state.deliveredToOthers == Seq());
    CHECK(world.store.conversations().find(list())->head == notice);
}

TEST_CASE_FIXTURE(Notified, "I2: a repeated announcement is written once; its uuid belongs to its text")
{
    const MessageUuid uuid = world.freshUuid();
    CHECK(std::get<Announced>(operate(world, Announce{uuid, "once"})).seq == Seq(1));
    CHECK(std::get<Announced>(operate(world, Announce{uuid, "once"})).seq == Seq(1));
    CHECK(world.store.conversations().find(list())->head == Seq(1));
    CHECK(refused(world, Announce{uuid, "twice"}) == ErrorCode::UuidConflict);
    CHECK(refused(world, Announce{{}, "nameless"}) == ErrorCode::Malformed);
    CHECK(refused(world, Announce{world.freshUuid(), ""}) == ErrorCode::TextEmpty);
    CHECK(refused(world, Announce{world.freshUuid(), "\xff"}) == ErrorCode::Malformed);
    CHECK(refused(world, Announce{world.freshUuid(), std::string(100000000, 'x')}) == ErrorCode::TextTooLong);
    CHECK(world.store.conversations().all().size() == 1);
}

TEST_CASE_FIXTURE(Notified, "I12: an announcement that could not be committed is answered as failed")
{
    ada.enter();
    world.store.failNextCommit();
    CHECK(refused(world, Announce{world.freshUuid(), "lost"}) == ErrorCode::Unavailable);
    CHECK_FALSE(world.store.conversations().noticeList());
    CHECK(ada.pushes().empty());
    // The session has received a list that was not committed.
    CHECK(world.closed.contains(ada.target.connection));
    CHECK(announce(world, "kept") == Seq(1));
}

TEST_CASE_FIXTURE(Notified, "a user who was away too long has nothing unread, and the reason says so")
{
    announce(world, "one");
    ada.enter();
    announce(world, "two");
    world.queue(Closed{ada.target.connection});
    world.turn();
    world.pass(30 * day);
    Client back(world, "ada");
    back.token = ada.token;
    back.device = ada.device;
    CHECK(come(back).counts.unread == 1);
    announce(world, "three");
    world.queue(Closed{back.target.connection});
    world.turn();
    world.pass(30 * day + Milliseconds(1));
    Client later(world, "ada");
    later.token = ada.token;
    later.device = ada.device;
    const ConversationState state = come(later);
    CHECK(state.counts.unread == 0);
    CHECK(state.floor == Seq(3));
    CHECK(state.floorMoved.cause == CursorCause::Away);
    announce(world, "four");
    CHECK(later.state(list()).counts.unread == 1);
    CHECK(audit(world.store).empty());
}

TEST_CASE_FIXTURE(Notified, "a jumping clock takes announcements from no user")
{
    world.jump(18000 * day);
    announce(world, "one");
    ada.enter();
    announce(world, "two");
    world.queue(Closed{ada.target.connection});
    world.turn();
    const auto unread = [&] {
        Client back(world, "ada");
        back.token = ada.token;
        back.device = ada.device;
        const std::uint64_t count = come(back).counts.unread;
        world.queue(Closed{back.target.connection});
        world.turn();
        return count;
    };
    for (int i = 0; i < 2; ++i) {
        world.pass(20 * day);
        CHECK_MESSAGE(unread() == 1, "the server writes only contacts for over a month");
    }
    for (const Milliseconds ahead : {-18000 * day, 1000 * day}) {
        CAPTURE(ahead.count());
        world.jump(ahead);
        CHECK(unread() == 1);
        world.jump(-ahead);
        CHECK(unread() == 1);
        world.jump(ahead);
        world.restart();
        CHECK_MESSAGE(unread() == 1, "a start with a wrong clock expires nothing");
        world.jump(-ahead);
        world.restart();
        CHECK_MESSAGE(unread() == 1, "contacts from a wrong clock expire nothing");
    }
}

TEST_CASE_FIXTURE(Notified,
                  "announcements of an absent user are cleared although the clock was behind when they left")
{
    world.jump(18000 * day);
    announce(world, "one");
    ada.enter();
    announce(world, "two");
    world.jump(-18000 * day);
    world.queue(Closed{ada.target.connection});
    world.turn();
    world.jump(18000 * day);
    world.pass(29 * day);
    const auto unread = [&] {
        Client back(world, "ada");
        back.token = ada.token;
        back.device = ada.device;
        return come(back).counts.unread;
    };
    SUBCASE("not for long enough")
    {
        CHECK(unread() == 1);
    }
    SUBCASE("for a month")
    {
        world.pass(2 * day);
        CHECK(unread() == 0);
    }
}

TEST_CASE_FIXTURE(Notified, "a user who stays connected for longer than the limit was not away")
{
    announce(world, "one");
    ada.enter();
    announce(world, "two");
    world.pass(40 * day);
    ada.ask(protocol::Heartbeat{});
    world.restart();
    Client back(world, "ada");
    back.token = ada.token;
    back.device = ada.device;
    CHECK(come(back).counts.unread == 1);
}

TEST_CASE_FIXTURE(Notified, "users who were away before the first list find it read")
{
    ada.enter();
    world.queue(Closed{ada.target.connection});
    world.turn();
    world.pass(31 * day);
    announce(world, "one");
    Client back(world, "ada");
    back.token = ada.token;
    back.device = ada.device;
    const ConversationState state = come(back);
    CHECK(state.counts.unread == 0);
    CHECK(state.floorMoved.cause == CursorCause::Away);
}

TEST_CASE("retention trims announcements, and their expiry moves floors, as everywhere")
{
    HubConfig config = HubWorld::openConfig();
    config.retention.keepEntries = 2;
    config.retention.unreadExpiresAfter = day;
    HubWorld world(config);
    Client ada(world, "ada");
    ada.enter();
    announce(world, "one");
    announce(world, "two");
    announce(world, "three");
    const ConversationId list = *world.store.conversations().noticeList();
    CHECK(ada.state(list).counts.unread == 3);
    world.pass(config.retention.interval);
    CHECK(ada.state(list).counts.unread == 2);
    CHECK(ada.state(list).trimmedThrough == Seq(1));
    world.pass(2 * day);
    CHECK(ada.state(list).counts.unread == 0);
    CHECK(ada.state(list).floorMoved.cause == CursorCause::Expired);
    CHECK(audit(world.store).empty());
}

TEST_CASE_FIXTURE(Notified,
                  "I9: a device that agrees about the list agrees at the heartbeat, and Sync repairs")
{
    announce(world, "one");
    ada.enter();
    const ConversationState held = ada.state(list());
    CHECK(ada.ask<protocol::HeartbeatAck>(protocol::Heartbeat{digestOf({heldOf(held)})}).agree);
    announce(world, "two");
    CHECK_FALSE(ada.ask<protocol::HeartbeatAck>(protocol::Heartbeat{digestOf({heldOf(held)})}).agree);
    CHECK(ada.ask<protocol::States>(protocol::Sync{{heldOf(held)}}).states.at(0).counts.unread == 1);
}

} // namespace tidemark::server::notices_test
