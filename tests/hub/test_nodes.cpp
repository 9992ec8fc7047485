// Several hubs on one store.
#include "tests/hub/hub_world.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace tidemark::server::nodes_test {

namespace {

using protocol::ErrorCode;
using protocol::Receipts;
using protocol::States;

constexpr NodeId left(1);
constexpr NodeId right(2);

/// Ada's laptop is at one hub. Her phone and bob are at the other.
struct TwoNodes {
    HubWorld near{HubWorld::openConfig()};
    HubWorld far{near, 1};
    Client laptop{near, "ada"};
    Client phone{far, "ada"};
    Client bob{far, "bob"};
    ConversationId group;

    TwoNodes()
    {
        laptop.enter();
        bob.enter();
        phone.device = DeviceId(laptop.device.value + 7);
        phone.token = std::string(32, 'p');
        near.store.begin();
        near.store.tokens().put(PlainSecrets().hashOf(phone.token), laptop.user, phone.device, "phone",
                                UnixMs{1});
        REQUIRE(near.store.commit());
        phone.hello();
        group = laptop.createGroup("group", {"bob"});
        carry();
        forgetPushes();
    }

    /// Delivers all hints, and those that they cause, until only signs of life are left.
    void carry()
    {
        for (int round = 0; round < 4; ++round) {
            const bool leftMoves = carry(near, left, far);
            const bool rightMoves = carry(far, right, near);
            if (!leftMoves && !rightMoves) {
                return;
            }
        }
        FAIL("hints cause further hints without end");
    }
    static bool carry(HubWorld& from, NodeId node, HubWorld& to)
    {
        std::vector<Hint> hints = std::exchange(from.hints, {});
        const bool isMoving = std::any_of(hints.begin(), hints.end(), [](const Hint& hint) {
            return !std::holds_alternative<hint::Here>(hint);
        });
        if (!hints.empty()) {
            to.queue(HintsReceived{node, std::move(hints)});
            to.turn();
        }
        return isMoving;
    }
    void loseHints()
    {
        near.hints.clear();
        far.hints.clear();
    }
    /// Time passes without hints, and turns come when they are due.
    void pass(Milliseconds time)
    {
        for (Milliseconds passed(0); passed < time; passed += Milliseconds(1000)) {
            near.pass(Milliseconds(1000));
            far.pass(Milliseconds(1000));
        }
    }
    void forgetPushes()
    {
        for (Client* client : {&laptop, &phone, &bob}) {
            client->pushes();
        }
    }
    /// The newest head that a client has received.
    static Seq receivedHead(Client& client)
    {
        Seq newest;
        for (const auto& notify : client.pushed<protocol::Notify>()) {
            for (const protocol::Head& head : notify.heads) {
                newest = std::max(newest, head.head);
            }
        }
        return newest;
    }
    static std::vector<ConversationState> receivedStates(Client& client)
    {
        std::vector<ConversationState> states;
        for (const States& frame : client.pushed<States>()) {
            states.insert(states.end(), frame.states.begin(), frame.states.end());
        }
        return states;
    }
    [[nodiscard]] static bool saysThatItEnds(const HubWorld& world)
    {
        return std::find(world.hints.begin(), world.hints.end(), Hint(hint::Gone{})) != world.hints.end();
    }
    /// The number of messages that these clients can send in turn until a round of them is refused.
    int roomFor(const std::vector<Client*>& clients)
    {
        int sent = 0;
        for (int before = -1; before < sent;) {
            before = sent;
            for (Client* client : clients) {
                const auto answers = client->ask(client->message(group, "message"));
                REQUIRE(answers.size() == 1);
                sent += std::holds_alternative<protocol::SendAck>(answers.front()) ? 1 : 0;
            }
            carry();
        }
        return sent;
    }
    static bool isSignedOut(Client& client, ErrorCode why)
    {
        const auto errors = client.pushed<protocol::Error>();
        return errors.size() == 1 && errors.front().code == why
               && client.world.closed.contains(client.target.connection);
    }
    OperatorResult operate(OperatorRequest request)
    {
        near.queue(OperatorAsked{OperatorTicket(1), std::move(request)});
        near.turn();
        return near.operatorAnswers.front().result;
    }
};

} // namespace

TEST_CASE("a hub with a store of its own sends no hints")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.enter();
    ada.send(ada.createGroup("group"), "message");
    world.pass(Milliseconds(60000));
    CHECK(world.hints.empty());
}

TEST_CASE_FIXTURE(TwoNodes, "a message at one server is announced at the other, once")
{
    const Seq seq = laptop.send(group, "message").seq;
    carry();
    CHECK(receivedHead(bob) == seq);
    far.queue(HintsReceived{left, {hint::LogMoved{{group, bob.state(group).logEpoch, seq}}}});
    far.turn();
    CHECK_MESSAGE(receivedHead(bob) == Seq(), "a repeated hint notifies of nothing");
    CHECK(far.stats().appends == 0);
}

TEST_CASE_FIXTURE(TwoNodes, "I9: polling finds a head whose hint was lost")
{
    const Seq seq = laptop.send(group, "message").seq;
    loseHints();
    pass(far.config.headPollInterval + Milliseconds(1000));
    CHECK(receivedHead(bob) == seq);
    CHECK(far.stats().headsFound == 1);
    pass(2 * far.config.headPollInterval);
    CHECK_MESSAGE(receivedHead(bob) == Seq(), "the server knows the head now");
}

TEST_CASE_FIXTURE(TwoNodes, "a read at one server reaches the user's device at the other")
{
    const Seq seq = bob.send(group, "message").seq;
    carry();
    forgetPushes();
    laptop.read(group, seq.value);
    carry();
    const auto states = receivedStates(phone);
    REQUIRE(states.size() == 1);
    CHECK(states.front().counts.unread == 0);
    CHECK(states.front().cursor.readSeq == seq);
    CHECK(receivedStates(laptop).empty());
}

TEST_CASE_FIXTURE(TwoNodes, "receipts reach the other server, but not the reader's own devices")
{
    const ConversationState now = bob.state(group);
    const Seq seq = bob.send(group, "message").seq;
    carry();
    forgetPushes();
    laptop.read(group, seq.value);
    carry();
    const std::vector seen{Receipts{{{group, now.logEpoch, seq}}}};
    CHECK(bob.pushed<Receipts>() == seen);
    CHECK(phone.pushed<Receipts>().empty());
    laptop.ask<protocol::Done>(protocol::Delivered{{{group, now.logEpoch, seq}}});
    carry();
    const std::vector held{Receipts{{{group, now.logEpoch, Seq(), seq}}}};
    CHECK(bob.pushed<Receipts>() == held);
    CHECK(phone.pushed<Receipts>().empty());
}

TEST_CASE_FIXTURE(TwoNodes, "joining at one server starts notifications at the other, and leaving ends them")
{
    const ConversationId other = bob.createGroup("other");
    carry();
    forgetPushes();
    bob.askState(protocol::AddMember{other, "ada"});
    carry();
    REQUIRE(receivedStates(laptop).size() == 1);
    const Seq first = bob.send(other, "message").seq;
    carry();
    CHECK(receivedHead(laptop) == first);

    phone.askState(protocol::Leave{other});
    carry();
    CHECK_FALSE(receivedStates(laptop).front().isMember);
    bob.send(other, "message");
    carry();
    CHECK(receivedHead(laptop) == Seq());
}

TEST_CASE_FIXTURE(TwoNodes, "a new title reaches all members at every server")
{
    laptop.askState(protocol::Rename{group, "another"});
    carry();
    pass(Milliseconds(1000));
    const auto states = receivedStates(bob);
    REQUIRE_FALSE(states.empty());
    CHECK(states.back().title == "another");
}

TEST_CASE_FIXTURE(TwoNodes, "a new avatar reaches the user's devices and the members at every server")
{
    const Attachment face = laptop.upload("face");
    const protocol::Avatars set =
        laptop.ask<protocol::Avatars>(protocol::SetAvatar{{}, face.hash, face.size, "image/png", 9, 9});
    carry();
    CHECK(phone.pushed<protocol::Avatars>() == std::vector{set});
    CHECK(bob.pushed<protocol::Avatars>() == std::vector{set});
}

TEST_CASE_FIXTURE(TwoNodes, "typing reaches the other server, but not the user's own devices")
{
    laptop.post(protocol::Typing{group});
    near.turn();
    carry();
    const std::vector received{protocol::TypingNow{group, {laptop.user, "ada"}}};
    CHECK(bob.pushed<protocol::TypingNow>() == received);
    CHECK(phone.pushed<protocol::TypingNow>().empty());
}

TEST_CASE_FIXTURE(TwoNodes, "activity reaches the other server, and ends with the server that sent it")
{
    const auto active = [&](bool is) { return std::vector{protocol::DeviceActivity{laptop.device, is}}; };
    laptop.post(protocol::Activity{true});
    near.turn();
    carry();
    CHECK(phone.pushed<protocol::DeviceActivity>() == active(true));

    SUBCASE("it says that it ends")
    {
        near.queue(ShutDown{});
        near.turn();
        carry();
        CHECK(phone.pushed<protocol::DeviceActivity>() == active(false));
    }
    SUBCASE("it dies")
    {
        far.pass(Milliseconds(60000));
        CHECK(phone.pushed<protocol::DeviceActivity>() == active(false));
    }
    SUBCASE("the device goes")
    {
        near.queue(Closed{laptop.target.connection});
        near.turn();
        carry();
        CHECK(phone.pushed<protocol::DeviceActivity>() == active(false));
    }
    SUBCASE("the device goes to another server")
    {
        far.queue(HintsReceived{NodeId(3), {hint::Activity{laptop.user, laptop.device, true}}});
        far.turn();
        CHECK(phone.pushed<protocol::DeviceActivity>() == active(true));
        near.queue(Closed{laptop.target.connection});
        near.turn();
        carry();
        CHECK_MESSAGE(phone.pushed<protocol::DeviceActivity>().empty(),
                      "the device has moved to the other server already");
        far.queue(HintsReceived{NodeId(3), {hint::Gone{}}});
        far.turn();
        CHECK(phone.pushed<protocol::DeviceActivity>() == active(false));
    }
    SUBCASE("the device comes here, before it has gone there")
    {
        Client same(far, "ada");
        same.token = laptop.token;
        same.device = laptop.device;
        same.hello();
        same.post(protocol::Activity{true});
        far.turn();
        carry();
        phone.pushes();
        near.queue(Closed{laptop.target.connection});
        near.turn();
        carry();
        CHECK(phone.pushed<protocol::DeviceActivity>().empty());
    }
}

TEST_CASE_FIXTURE(TwoNodes, "a new device learns of activity at another server")
{
    laptop.post(protocol::Activity{true});
    near.turn();
    loseHints();
    phone.hello();
    carry();
    const std::vector received{protocol::DeviceActivity{laptop.device, true}};
    CHECK(phone.pushed<protocol::DeviceActivity>() == received);
}

TEST_CASE_FIXTURE(TwoNodes, "a device that is signed out at one server is cut at the other")
{
    laptop.ask<protocol::Done>(protocol::RevokeDevice{phone.device});
    CHECK_FALSE(far.closed.contains(phone.target.connection));
    carry();
    CHECK(isSignedOut(phone, ErrorCode::TokenRevoked));
    CHECK(bob.state(group).isMember);
}

TEST_CASE_FIXTURE(TwoNodes, "an account that is disabled at one server is cut at the other")
{
    operate(SetUserDisabled{"bob", true});
    carry();
    CHECK(isSignedOut(bob, ErrorCode::AccountDisabled));
}

TEST_CASE_FIXTURE(TwoNodes,
                  "an account that is deleted at one server is cut at the other, which knows it as deleted")
{
    const auto isDeletedFor = [&](Client& asker) {
        const auto users = asker.ask<protocol::Users>(protocol::GetUsers{{bob.user}}).users;
        return users.size() == 1 && users.front().isDeleted;
    };
    CHECK_FALSE(isDeletedFor(phone));
    operate(DeleteUser{"bob"});
    carry();
    CHECK(isSignedOut(bob, ErrorCode::AccountDeleted));
    for (int turns = 0; near.store.deletions().next(); ++turns) {
        REQUIRE(turns < 100);
        pass(Milliseconds(1000));
        carry();
    }
    CHECK(isDeletedFor(phone));
    CHECK(laptop.state(group).memberCount == 1);
    CHECK(phone.state(group).memberCount == 1);
}

TEST_CASE_FIXTURE(TwoNodes,
                  "an account that is disabled at one server is cut at the other by its next heartbeat")
{
    operate(SetUserDisabled{"bob", true});
    loseHints();
    bob.ask(protocol::Heartbeat{});
    CHECK(isSignedOut(bob, ErrorCode::AccountDisabled));
}

TEST_CASE_FIXTURE(TwoNodes, "settings of the account reach the other server")
{
    laptop.ask<AccountSettings>(protocol::SetAccountSettings{.receipts = ReceiptPrivacy::Private});
    carry();
    const auto received = phone.pushed<AccountSettings>();
    REQUIRE(received.size() == 1);
    CHECK(received.front().receipts == ReceiptPrivacy::Private);
}

TEST_CASE_FIXTURE(TwoNodes, "a forged hint makes no server send anything false")
{
    const Seq head = laptop.send(group, "read by nobody").seq;
    carry();
    Client stranger(near, "mallory");
    stranger.enter();
    loseHints();
    forgetPushes();
    far.queue(HintsReceived{left,
                            {hint::SeenMoved{group, bob.user, head},
                             hint::Typing{group, {stranger.user, "mallory"}},
                             hint::Typing{group, {UserId(999), "nobody"}}, hint::AccountChanged{bob.user},
                             hint::StateChanged{bob.user, group}}});
    far.turn();
    CHECK(phone.pushed<Receipts>().empty());
    CHECK(bob.pushed<protocol::TypingNow>().empty());
    CHECK(bob.state(group).isMember);
    far.queue(HintsReceived{left, {hint::Typing{group, {laptop.user, "bob"}}}});
    far.turn();
    const std::vector received{protocol::TypingNow{group, {laptop.user, "ada"}}};
    CHECK_MESSAGE(bob.pushed<protocol::TypingNow>() == received,
                  "the notification has the name from the store");
}

TEST_CASE_FIXTURE(TwoNodes, "a head that is not in the store is not sent to clients")
{
    const ConversationState now = bob.state(group);
    const LogEpoch other(now.logEpoch.value + 1);
    const auto hear = [&](const protocol::Head& head) {
        far.queue(HintsReceived{NodeId(9), {hint::LogMoved{head}}});
    };
    for (const protocol::Head& head :
         {protocol::Head{group, now.logEpoch, Seq(now.head.value + 1)},
          protocol::Head{group, now.logEpoch, Seq(std::uint64_t{1} << 60U)},
          protocol::Head{group, other, now.head}, protocol::Head{group, other, Seq(1)}}) {
        hear(head);
        far.turn();
        for (const auto& notify : bob.pushed<protocol::Notify>()) {
            CHECK(notify.heads == std::vector{protocol::Head{group, now.logEpoch, now.head}});
        }
    }
    forgetPushes();
    const Seq seq = laptop.send(group, "message").seq;
    hear({group, other, Seq(1)});
    far.turn();
    const std::vector received{protocol::Notify{{{group, now.logEpoch, seq}}, std::nullopt}};
    CHECK_MESSAGE(bob.pushed<protocol::Notify>() == received,
                  "the notification has the epoch and the head from the store");
    bob.post(bob.message(group, "not kept"));
    hear({group, now.logEpoch, next(seq)});
    far.store.failNextCommit();
    far.turn();
    CHECK_MESSAGE(phone.pushed<protocol::Notify>() == received, "a failed turn notifies of nothing new");
}

TEST_CASE_FIXTURE(TwoNodes, "activity at a device that the user does not have is not sent")
{
    for (std::uint64_t device = 1; device <= 100; ++device) {
        far.queue(HintsReceived{NodeId(9), {hint::Activity{laptop.user, DeviceId(device << 40U), true}}});
    }
    far.turn();
    CHECK(phone.pushed<protocol::DeviceActivity>().empty());
    phone.hello();
    CHECK(phone.pushed<protocol::DeviceActivity>().empty());
}

TEST_CASE_FIXTURE(TwoNodes, "dots show at all servers, and go on the user's other devices")
{
    operate(RaiseDot{near.freshUuid(), "search"});
    carry();
    REQUIRE(bob.pushed<protocol::Dots>().size() == 1);
    const auto lit = phone.pushed<protocol::Dots>();
    REQUIRE(lit.size() == 1);
    const std::uint64_t version = lit.front().dots.front().version;
    laptop.ask<protocol::Dots>(protocol::SeeDot{"search", version});
    carry();
    CHECK(bob.pushed<protocol::Dots>().empty());
    const std::vector seen{protocol::Dots{{{"search", version, version}}}};
    CHECK(phone.pushed<protocol::Dots>() == seen);
}

TEST_CASE_FIXTURE(TwoNodes, "announcements reach users at other servers, from the first one on")
{
    operate(Announce{near.freshUuid(), "hello"});
    carry();
    pass(Milliseconds(1000));
    carry();
    const auto states = receivedStates(bob);
    REQUIRE(states.size() == 1);
    CHECK(states.front().kind == ConversationKind::NoticeList);
    CHECK(states.front().counts.unread == 1);
    operate(Announce{near.freshUuid(), "again"});
    carry();
    CHECK(receivedHead(bob) == Seq(2));
}

TEST_CASE_FIXTURE(TwoNodes, "password guesses wait at every server")
{
    using Outcome = hint::SignInTried::Outcome;
    const auto guess = [](HubWorld& world) {
        Client stranger(world, "ada");
        protocol::SignIn frame;
        frame.name = "ada";
        frame.password = "wrong";
        frame.token = std::string(32, 'x');
        frame.device = DeviceId(5);
        const RequestId request = stranger.post(frame);
        world.turn();
        for (const VerifyPassword& job : std::exchange(world.verifyJobs, {})) {
            world.queue(PasswordVerified{job.ticket, false});
            world.turn();
        }
        return stranger.answerTo<protocol::Error>(request).code;
    };
    ErrorCode answer = guess(near);
    for (int i = 0; i < 200 && answer == ErrorCode::BadCredentials; ++i) {
        answer = guess(near);
    }
    REQUIRE(answer == ErrorCode::TooFast);
    CHECK(guess(far) == ErrorCode::BadCredentials);
    const std::vector<Hint> received = near.hints;
    carry();
    CHECK(guess(far) == ErrorCode::TooFast);
    for (const Hint& hint : received) {
        if (const auto* tried = std::get_if<hint::SignInTried>(&hint)) {
            for (const Outcome outcome : {Outcome::Cancelled, Outcome::Succeeded}) {
                near.queue(
                    HintsReceived{NodeId(9), {hint::SignInTried{tried->name, tried->address, {}, outcome}}});
            }
        }
    }
    near.turn();
    CHECK_MESSAGE(guess(near) == ErrorCode::TooFast, "a hint does not undo guesses made at this server");
}

TEST_CASE_FIXTURE(TwoNodes, "after a change at another server the old password lets no client in")
{
    protocol::SignIn frame;
    frame.name = "bob";
    frame.password = "old";
    frame.token = std::string(32, 'y');
    frame.device = DeviceId(6);
    operate(ResetPassword{"bob", "hash of old"});
    Client stranger(far, "bob");
    const RequestId request = stranger.post(frame);
    far.turn();
    REQUIRE(far.verifyJobs.size() == 1);
    operate(ResetPassword{"bob", "hash of new"});
    far.queue(PasswordVerified{far.verifyJobs.front().ticket, true});
    far.turn();
    CHECK(stranger.answerTo<protocol::Error>(request).code == ErrorCode::TooFast);
    CHECK_FALSE(near.store.tokens().find(PlainSecrets().hashOf(frame.token)));
}

TEST_CASE_FIXTURE(TwoNodes, "a mute that was set at one server ends at both, on all of the user's devices")
{
    constexpr ConversationSettings muted{.muted = true};
    phone.askState(protocol::SetSettings{group, Generation(1), muted, 30});
    carry();
    forgetPushes();
    pass(Milliseconds(40000));
    CHECK_FALSE(near.store.members().find(group, laptop.user)->settings.muted);
    carry();
    CHECK_FALSE(laptop.state(group).settings.muted);
    CHECK_FALSE(phone.state(group).settings.muted);
}

TEST_CASE_FIXTURE(TwoNodes, "after being cut off each server reads again what the other may have changed")
{
    const Seq seq = bob.send(group, "message").seq;
    carry();
    forgetPushes();
    laptop.read(group, seq.value);
    laptop.ask<protocol::Done>(protocol::Delivered{{{group, laptop.state(group).logEpoch, seq}}});
    const Seq second = laptop.send(group, "answer").seq;
    laptop.ask<AccountSettings>(protocol::SetAccountSettings{.receipts = ReceiptPrivacy::Private});
    loseHints();
    SUBCASE("the server that was cut off is notified")
    {
        far.queue(HintsMissed{});
    }
    SUBCASE("the server that was cut off notifies the others")
    {
        near.queue(HintsMissed{});
        near.turn();
        CHECK(carry(near, left, far));
    }
    far.turn();
    pass(Milliseconds(1000));
    CHECK(receivedStates(phone).front().cursor.readSeq == seq);
    Seq seen;
    Seq held;
    Seq head;
    for (const protocol::ServerFrame& frame : bob.pushes()) {
        if (const auto* receipts = std::get_if<Receipts>(&frame)) {
            seen = std::max(seen, receipts->receipts.front().seen);
            held = std::max(held, receipts->receipts.front().delivered);
        } else if (const auto* notify = std::get_if<protocol::Notify>(&frame)) {
            head = notify->heads.front().head;
        }
    }
    CHECK(seen == seq);
    CHECK(held == seq);
    CHECK(head == second);
}

TEST_CASE_FIXTURE(TwoNodes, "after being cut off, devices that were signed out elsewhere are cut")
{
    laptop.ask<protocol::Done>(protocol::RevokeDevice{phone.device});
    loseHints();
    far.queue(HintsMissed{});
    far.turn();
    pass(Milliseconds(1000));
    CHECK(isSignedOut(phone, ErrorCode::TokenRevoked));
}

TEST_CASE_FIXTURE(
    TwoNodes, "reactions at one hub reach the devices at the other by a hint, and without it by a heartbeat")
{
    const LogEpoch epoch = laptop.state(group).logEpoch;
    const Seq seq = laptop.send(group, "react to this").seq;
    carry();
    forgetPushes();
    bob.ask<protocol::Reactions>(protocol::React{group, epoch, seq, "\U0001F44D", true, far.freshUuid()});
    carry();
    const auto heads = laptop.pushed<protocol::Notify>();
    REQUIRE(heads.size() == 1);
    CHECK(heads.front().heads.front().reactionHead == ReactionSeq(1));
    CHECK(laptop.state(group).unreadReactions == 1);
    CHECK(phone.state(group).unreadReactions == 1);
    bob.ask<protocol::Reactions>(protocol::React{group, epoch, seq, "\u2764\uFE0F", true, far.freshUuid()});
    loseHints();
    protocol::Heartbeat heartbeat;
    heartbeat.reactions = digestOfReactions({{group, epoch, ReactionSeq(1)}});
    laptop.ask(heartbeat);
    const auto found = laptop.pushed<protocol::Notify>();
    REQUIRE(found.size() == 1);
    CHECK(found.front().heads.front().reactionHead == ReactionSeq(2));
}

TEST_CASE_FIXTURE(TwoNodes,
                  "drafts at one hub reach the devices at the other by a hint, and without it by a heartbeat")
{
    laptop.ask<protocol::DraftResult>(protocol::SetDraft{group, 0, "one", {}, near.freshUuid()});
    carry();
    CHECK(phone.pushed<protocol::Drafts>().at(0) == protocol::Drafts{.head = 1});
    CHECK(laptop.pushed<protocol::Drafts>().empty());
    laptop.ask<protocol::DraftResult>(protocol::SetDraft{group, 1, "two", {}, near.freshUuid()});
    loseHints();
    protocol::Heartbeat heartbeat;
    heartbeat.drafts = 1;
    phone.ask(heartbeat);
    CHECK(phone.pushed<protocol::Drafts>().at(0).head == 2);
}

TEST_CASE_FIXTURE(
    TwoNodes, "folders at one hub reach the devices at the other by a hint, and without it by a heartbeat")
{
    const MessageUuid id = near.freshUuid();
    const auto set = [&](const char* title) {
        return laptop.ask<protocol::Folders>(protocol::SetFolder{{near.freshUuid(), {id, title}}});
    };
    const protocol::Folders first = set("one");
    carry();
    CHECK(phone.pushed<protocol::Folders>() == std::vector{first});
    CHECK(bob.pushed<protocol::Folders>().empty());
    const protocol::Folders second = set("two");
    loseHints();
    phone.ask(protocol::Heartbeat{.digest = 0, .foldersVersion = 1});
    CHECK(phone.pushed<protocol::Folders>() == std::vector{second});
}

TEST_CASE_FIXTURE(
    TwoNodes,
    "invitations at one hub reach the devices at the other by a hint, and without it by a heartbeat")
{
    laptop.ask<AccountSettings>(protocol::SetAccountSettings{.adding = AddingPolicy::Nobody});
    carry();
    forgetPushes();
    const ConversationId theirs = bob.createGroup("theirs");
    bob.ask<protocol::States>(protocol::AddMember{theirs, "ada"});
    carry();
    const auto arrived = laptop.pushed<protocol::Invitations>();
    REQUIRE(arrived.size() == 1);
    CHECK(arrived[0].invitations.at(0).conversation == theirs);
    CHECK(phone.pushed<protocol::Invitations>() == arrived);
    CHECK(bob.pushed<protocol::Invitations>().empty());
    const auto ended = phone.ask<protocol::Invitations>(protocol::AnswerInvitation{theirs, false});
    loseHints();
    laptop.ask(protocol::Heartbeat{.digest = 0, .invitationsVersion = arrived[0].version});
    CHECK(laptop.pushed<protocol::Invitations>() == std::vector{ended});
}

TEST_CASE_FIXTURE(TwoNodes, "two servers never take two changes of the same draft")
{
    laptop.ask<protocol::DraftResult>(protocol::SetDraft{group, 0, "one", {}, near.freshUuid()});
    const auto late =
        phone.ask<protocol::DraftResult>(protocol::SetDraft{group, 0, "two", {}, far.freshUuid()});
    CHECK(late.isConflict);
    CHECK(late.draft.text == "one");
}

TEST_CASE_FIXTURE(TwoNodes, "one of two servers sends a scheduled message when it is due, and only once")
{
    const auto scheduled =
        laptop.ask<protocol::ScheduleResult>(protocol::Schedule{.conversation = group,
                                                                .uuid = near.freshUuid(),
                                                                .change = near.freshUuid(),
                                                                .due = UnixMs{near.wall().value + 60000},
                                                                .message = {"later"}});
    CHECK(scheduled.message.version == 1);
    carry();
    CHECK(phone.pushed<protocol::ScheduledMessages>().at(0).head == 1);
    const Seq before = laptop.state(group).head;
    pass(Milliseconds(59000));
    CHECK(laptop.state(group).head == before);
    for (int second = 0; second < 30; ++second) {
        pass(Milliseconds(1000));
        carry();
    }
    CHECK(laptop.state(group).head == next(before));
    CHECK(laptop.pullAll(group).back().uuid == scheduled.message.uuid);
    const auto pulled = phone.ask<protocol::ScheduledMessages>(protocol::GetScheduled{.after = 1}).messages;
    REQUIRE(pulled.size() == 1);
    CHECK(pulled.front().state == ScheduledState::Sent);
    CHECK(pulled.front().seq == next(before));
}

TEST_CASE_FIXTURE(TwoNodes, "hints that arrived in a failed turn are handled again")
{
    const Seq seq = bob.send(group, "message").seq;
    carry();
    forgetPushes();
    laptop.read(group, seq.value);
    laptop.ask<protocol::Done>(protocol::Delivered{{{group, laptop.state(group).logEpoch, seq}}});
    far.store.failNextCommit();
    carry();
    CHECK(receivedStates(phone).empty());
    CHECK(bob.pushed<Receipts>().empty());
    pass(Milliseconds(3000));
    CHECK(receivedStates(phone).front().cursor.readSeq == seq);
    CHECK(bob.pushed<Receipts>().size() == 2);
}

TEST_CASE_FIXTURE(TwoNodes,
                  "a conversation that one session already knows is sent to the user's other sessions")
{
    Client second(far, "bob");
    second.device = DeviceId(bob.device.value + 7);
    second.token = std::string(32, 's');
    near.store.begin();
    near.store.tokens().put(PlainSecrets().hashOf(second.token), bob.user, second.device, "second",
                            UnixMs{1});
    REQUIRE(near.store.commit());
    const ConversationId other = laptop.createGroup("other", {"bob"});
    second.hello();
    SUBCASE("by a hint")
    {
        carry();
    }
    SUBCASE("by a difference that the device finds")
    {
        loseHints();
        bob.ask(protocol::Sync());
    }
    laptop.send(other, "message");
    carry();
    CHECK(receivedHead(second) == Seq(2));
    CHECK(receivedHead(bob) == Seq(2));
}

TEST_CASE_FIXTURE(TwoNodes, "a token that was replaced at one server is invalid at the other")
{
    Client copied(far, "ada");
    copied.token = laptop.token;
    copied.device = laptop.device;
    copied.hello();
    protocol::SignIn frame;
    frame.name = "ada";
    frame.token = std::string(32, 'n');
    frame.device = laptop.device;
    Client owner(near, "ada");
    owner.post(frame);
    near.turn();
    REQUIRE(near.verifyJobs.size() == 1);
    near.queue(PasswordVerified{near.verifyJobs.front().ticket, true});
    near.turn();
    SUBCASE("by a hint")
    {
        carry();
    }
    SUBCASE("with its next sign of life")
    {
        loseHints();
        copied.ask(protocol::Heartbeat());
    }
    CHECK(isSignedOut(copied, ErrorCode::TokenRevoked));
    CHECK_FALSE(far.closed.contains(phone.target.connection));
    phone.ask<protocol::HeartbeatAck>(protocol::Heartbeat());
}

TEST_CASE_FIXTURE(TwoNodes, "hints that do not concern the database are sent although the turn failed")
{
    near.queue(HintsMissed{});
    laptop.post(laptop.message(group, "message"));
    near.store.failNextCommit();
    near.turn();
    CHECK(std::count(near.hints.begin(), near.hints.end(), Hint(hint::HintsLost{})) == 1);
    CHECK(std::none_of(near.hints.begin(), near.hints.end(),
                       [](const Hint& hint) { return std::holds_alternative<hint::LogMoved>(hint); }));
}

TEST_CASE_FIXTURE(TwoNodes, "a commit whose answer was lost is announced when the store answers again")
{
    Client tablet(near, "ada");
    tablet.token = phone.token;
    tablet.device = phone.device;
    tablet.hello();
    const Seq seq = bob.send(group, "message").seq;
    carry();
    forgetPushes();
    tablet.pushes();
    near.store.loseNextAnswer();
    CHECK(laptop.refused(protocol::Read{{{group, Generation(1), {0, seq}}}}) == ErrorCode::Unavailable);
    near.store.failNextCommit();
    CHECK(laptop.refused(laptop.message(group, "message")) == ErrorCode::Unavailable);
    CHECK(laptop.read(group, seq.value).cursor.readSeq == seq);
    carry();
    CHECK(receivedStates(phone).empty());
    laptop.send(group, "another");
    carry();
    pass(Milliseconds(2000));
    carry();
    REQUIRE_FALSE(receivedStates(tablet).empty());
    REQUIRE_FALSE(receivedStates(phone).empty());
    CHECK(phone.state(group).cursor.readSeq == seq);
    CHECK_FALSE(bob.pushed<Receipts>().empty());
}

TEST_CASE_FIXTURE(TwoNodes, "a version of a failed commit is not mistaken for the next change")
{
    const Seq seq = bob.send(group, "message").seq;
    carry();
    near.store.failNextCommit();
    CHECK(laptop.refused(protocol::Read{{{group, Generation(1), {0, seq}}}}) == ErrorCode::Unavailable);
    phone.read(group, seq.value);
    loseHints();
    forgetPushes();
    near.queue(HintsMissed{});
    near.turn();
    pass(Milliseconds(2000));
    CHECK_FALSE(receivedStates(laptop).empty());
}

TEST_CASE_FIXTURE(TwoNodes, "a head that is not in the store does not stop notifications for long")
{
    const protocol::Head head{group, laptop.state(group).logEpoch, Seq(std::uint64_t{1} << 60U)};
    far.queue(HintsReceived{left, {hint::LogMoved{head}}});
    far.turn();
    pass(Milliseconds(6000));
    carry();
    forgetPushes();
    const Seq seq = laptop.send(group, "message").seq;
    carry();
    CHECK(receivedHead(bob) == seq);
    far.queue(HintsReceived{left, {hint::SeenMoved{group, laptop.user, Seq(std::uint64_t{1} << 60U)}}});
    far.turn();
    CHECK(bob.pushed<Receipts>().empty());
}

TEST_CASE("titles that change at another server do not delay trimming")
{
    HubConfig config = HubWorld::openConfig();
    config.retention.keepEntries = 2;
    HubWorld near(config);
    HubWorld far(near, 1);
    Client ada(near, "ada");
    ada.enter();
    const ConversationId group = ada.createGroup("group");
    near.pass(Milliseconds(1000));
    for (int i = 0; i < 5; ++i) {
        ada.send(group, "message");
    }
    for (Milliseconds passed(0); passed <= config.retention.interval;
         passed += config.retention.interval / 4) {
        near.queue(HintsReceived{right, {hint::ConversationChanged{group}}});
        near.turn();
        near.pass(config.retention.interval / 4);
    }
    CHECK(near.store.conversations().find(group)->trimmedThrough > Seq());
}

TEST_CASE_FIXTURE(TwoNodes, "I14: when every log gets another epoch all users are notified")
{
    far.queue(HintsReceived{left, {hint::AllChanged{}}});
    far.turn();
    pass(Milliseconds(1000));
    CHECK(receivedHead(bob) == bob.state(group).head);
}

TEST_CASE_FIXTURE(TwoNodes,
                  "a draining server announces its end when the last clients are to go, and not before")
{
    loseHints();
    SUBCASE("with all clients connected")
    {
        far.queue(ShutDown{Milliseconds(0), Milliseconds(0), {phone.target.connection}});
        far.turn();
        CHECK(far.closed.contains(phone.target.connection));
        CHECK_FALSE(saysThatItEnds(far));
        far.queue(ShutDown{});
        far.turn();
        CHECK(far.closed.contains(bob.target.connection));
        CHECK(saysThatItEnds(far));
    }
    SUBCASE("without connected clients")
    {
        for (const Client* client : {&phone, &bob}) {
            far.queue(Closed{client->target.connection});
        }
        far.turn();
        loseHints();
        far.queue(ShutDown{});
        far.turn();
        CHECK(saysThatItEnds(far));
    }
}

TEST_CASE_FIXTURE(
    TwoNodes, "limits hold at each server: a user at both has up to twice the limit, and never less than it")
{
    HubConfig config = HubWorld::openConfig();
    config.limits.sendsPerSecond = 1;
    config.limits.sendBurst = 5;
    near.reconfigure(config);
    far.reconfigure(config);
    SUBCASE("at both")
    {
        CHECK(roomFor({&laptop, &phone}) == 10);
        near.pass(Milliseconds(2000));
        far.pass(Milliseconds(2000));
        CHECK(roomFor({&laptop, &phone}) == 4);
    }
    SUBCASE("at one after the other")
    {
        CHECK(roomFor({&laptop}) == 5);
        CHECK_MESSAGE(roomFor({&phone}) == 5, "messages sent at the other server earlier take no room");
    }
}

} // namespace tidemark::server::nodes_test
