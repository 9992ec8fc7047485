#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/audit.h"
#include "tests/hub/hub_world.h"

/// Scheduled messages (docs/adr/0029).
namespace tidemark::server::scheduling_test {

using protocol::ErrorCode;
using protocol::ScheduleOutcome;
using protocol::ScheduleResult;

namespace {

constexpr Milliseconds minute{60000};

/// Ada, with two devices, and bob in a group.
struct Scheduled {
    HubWorld world;
    Client ada{world, "ada"};
    Client phone{world, "ada"};
    Client bob{world, "bob"};
    Client cat{world, "cat"};
    ConversationId group;

    explicit Scheduled(const HubConfig& config = HubWorld::openConfig()) : world(config)
    {
        ada.enter();
        phone.device = DeviceId(ada.device.value + 7);
        phone.token = std::string(32, 'p');
        world.store.begin();
        world.store.tokens().put(PlainSecrets().hashOf(phone.token), ada.user, phone.device, "phone",
                                 UnixMs{1});
        REQUIRE(world.store.commit());
        phone.hello();
        bob.enter();
        cat.enter();
        group = ada.createGroup("group", {"bob"});
        ada.send(group, "hello");
        forgetPushes();
    }
    void forgetPushes()
    {
        for (Client* client : {&ada, &phone, &bob, &cat}) {
            client->pushes();
        }
    }
    [[nodiscard]] UnixMs in(Milliseconds time) const { return UnixMs{world.wall().value + time.count()}; }
    [[nodiscard]] protocol::Schedule request(const std::string& text, UnixMs due)
    {
        return {.conversation = group,
                .uuid = world.freshUuid(),
                .change = world.freshUuid(),
                .due = due,
                .message = {text}};
    }
    /// A change of `present`.
    [[nodiscard]] protocol::Schedule change(const ScheduledMessage& present, const std::string& text)
    {
        return {.conversation = present.conversation,
                .uuid = present.uuid,
                .baseVersion = present.version,
                .change = world.freshUuid(),
                .due = present.due,
                .message = {text}};
    }
    [[nodiscard]] protocol::Schedule cancellation(const ScheduledMessage& present)
    {
        protocol::Schedule cancel = change(present, "");
        cancel.isCancelled = true;
        return cancel;
    }
    ScheduledMessage schedule(const std::string& text, Milliseconds time = minute)
    {
        return done(ada, request(text, in(time)));
    }
    ScheduledMessage done(Client& by, const protocol::Schedule& request)
    {
        const auto result = by.ask<ScheduleResult>(request);
        CHECK(result.outcome == ScheduleOutcome::Done);
        return result.message;
    }
    std::vector<ScheduledMessage> pull(Client& by, std::uint64_t after = 0)
    {
        return by.ask<protocol::ScheduledMessages>(protocol::GetScheduled{.after = after}).messages;
    }
    [[nodiscard]] std::vector<std::string> texts() { return texts(bob); }
    [[nodiscard]] std::vector<std::string> texts(Client& reader) const
    {
        std::vector<std::string> all;
        for (const Entry& entry : reader.pullAll(group)) {
            if (const auto* message = entry.as<content::Message>()) {
                all.push_back(message->text);
            }
        }
        return all;
    }
    protocol::HeartbeatAck beats(Client& client, std::optional<std::uint64_t> known)
    {
        protocol::Heartbeat heartbeat;
        heartbeat.scheduled = known;
        return client.ask<protocol::HeartbeatAck>(heartbeat);
    }
};

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE_FIXTURE(Scheduled, "a scheduled message reaches the author's other devices, and nobody else")
{
    const ScheduledMessage made = schedule("later");
    CHECK(made.version == 1);
    CHECK(made.state == ScheduledState::Waiting);
    CHECK(phone.pushed<protocol::ScheduledMessages>() == std::vector{protocol::ScheduledMessages{.head = 1}});
    CHECK(ada.pushes().empty());
    CHECK(bob.pushes().empty());
    CHECK(pull(phone) == std::vector{made});
    CHECK(pull(bob).empty());
}

TEST_CASE_FIXTURE(Scheduled,
                  "a scheduled message moves no head, version, unread number or time before it is sent")
{
    const auto ofAda = ada.state(group);
    const auto ofBob = bob.state(group);
    schedule("later");
    CHECK(ada.state(group) == ofAda);
    CHECK(bob.state(group) == ofBob);
}

TEST_CASE_FIXTURE(
    Scheduled,
    "I4, I15: when it is due, it is an ordinary message with its uuid, unread for the others alone")
{
    const ScheduledMessage made = schedule("later");
    world.pass(Milliseconds(minute.count() - 1));
    CHECK(texts() == Texts{"hello"});
    forgetPushes();
    world.pass(Milliseconds(1));
    CHECK(texts() == Texts{"hello", "later"});
    const Entry sent = ada.pullAll(group).back();
    CHECK(sent.uuid == made.uuid);
    CHECK(sent.author == ada.user);
    CHECK(bob.pushed<protocol::Notify>().size() == 1);
    CHECK(ada.pushed<protocol::Notify>().size() == 1);
    CHECK(phone.pushed<protocol::ScheduledMessages>().back().head == 2);
    CHECK(bob.state(group).counts.unread == 2);
    CHECK(ada.state(group).counts.unread == 0);
    CHECK(pull(ada).empty());
    const auto ended = pull(ada, 1);
    REQUIRE(ended.size() == 1);
    CHECK(ended.front().state == ScheduledState::Sent);
    CHECK(ended.front().seq == sent.seq);
    CHECK(ended.front().message.text.empty());
    CHECK(audit(world.store).empty());
}

TEST_CASE_FIXTURE(Scheduled, "a server that was down when a message was due sends it after its start, once")
{
    schedule("later");
    world.restart();
    world.jump(minute * 10);
    world.turn();
    world.turn();
    Client again{world, "bob"};
    again.token = bob.token;
    again.hello();
    CHECK(texts(again) == Texts{"hello", "later"});
    world.pass(minute * 10);
    CHECK(texts(again) == Texts{"hello", "later"});
}

TEST_CASE_FIXTURE(Scheduled, "a failed commit sends nothing, and the message is sent soon after")
{
    schedule("later");
    world.store.failNextCommit();
    world.pass(minute);
    CHECK(texts() == Texts{"hello"});
    CHECK(pull(ada).size() == 1);
    world.pass(Milliseconds(5000));
    CHECK(texts() == Texts{"hello", "later"});
}

TEST_CASE_FIXTURE(Scheduled, "a change moves and changes the message")
{
    const ScheduledMessage made = schedule("later");
    protocol::Schedule moved = change(made, "much later");
    moved.due = in(minute * 3);
    const ScheduledMessage changed = done(phone, moved);
    CHECK(changed.version == 2);
    world.pass(minute * 2);
    CHECK(texts() == Texts{"hello"});
    world.pass(minute);
    CHECK(texts() == Texts{"hello", "much later"});
}

TEST_CASE_FIXTURE(Scheduled, "a change of an older version is a conflict and changes nothing")
{
    const ScheduledMessage made = schedule("later");
    const ScheduledMessage changed = done(phone, change(made, "by the phone"));
    const auto late = ada.ask<ScheduleResult>(change(made, "by the laptop"));
    CHECK(late.outcome == ScheduleOutcome::Conflict);
    CHECK(late.message == changed);
    CHECK(pull(ada) == std::vector{changed});
}

TEST_CASE_FIXTURE(Scheduled, "a repeated request is answered as the first time, and changes nothing")
{
    const protocol::Schedule first = request("later", in(minute));
    const ScheduledMessage made = done(ada, first);
    phone.pushes();
    CHECK(done(ada, first) == made);
    CHECK(phone.pushes().empty());
    const protocol::Schedule cancel = cancellation(made);
    const ScheduledMessage ended = done(ada, cancel);
    CHECK(done(ada, cancel) == ended);
    CHECK(ended.version == 2);
}

TEST_CASE_FIXTURE(Scheduled, "a change that comes too late changes nothing, and its answer names the seq")
{
    const ScheduledMessage made = schedule("later");
    world.pass(minute);
    const auto late = phone.ask<ScheduleResult>(change(made, "other words"));
    CHECK(late.outcome == ScheduleOutcome::AlreadySent);
    CHECK(late.message.seq == bob.pullAll(group).back().seq);
    CHECK(phone.ask<ScheduleResult>(cancellation(made)).outcome == ScheduleOutcome::AlreadySent);
    CHECK(texts() == Texts{"hello", "later"});
    SUBCASE("the same content is no late change: the answer to its request was lost")
    {
        CHECK(done(ada, change(made, "later")).state == ScheduledState::Sent);
    }
}

TEST_CASE_FIXTURE(Scheduled, "a cancelled message is never sent, and a late request does not bring it back")
{
    const protocol::Schedule first = request("later", in(minute));
    const ScheduledMessage made = done(ada, first);
    CHECK(done(phone, cancellation(made)).state == ScheduledState::Cancelled);
    CHECK(pull(ada).empty());
    CHECK(pull(ada, 1).front().message.text.empty());
    protocol::Schedule late = first;
    late.change = world.freshUuid();
    CHECK(ada.ask<ScheduleResult>(late).outcome == ScheduleOutcome::Cancelled);
    CHECK(ada.ask<ScheduleResult>(change(made, "other")).outcome == ScheduleOutcome::Cancelled);
    world.pass(minute * 2);
    CHECK(texts() == Texts{"hello"});
}

TEST_CASE_FIXTURE(Scheduled, "a message that is cancelled before the server has it does not come later")
{
    protocol::Schedule first = request("later", in(minute));
    protocol::Schedule cancel = first;
    cancel.isCancelled = true;
    cancel.change = world.freshUuid();
    CHECK(done(ada, cancel).state == ScheduledState::Cancelled);
    CHECK(ada.ask<ScheduleResult>(first).outcome == ScheduleOutcome::Cancelled);
}

TEST_CASE_FIXTURE(Scheduled, "a message that is due already is sent at once, in one transaction")
{
    const ScheduledMessage made = schedule("later");
    protocol::Schedule now = change(made, "now");
    now.due = {};
    const ScheduledMessage sent = done(ada, now);
    CHECK(sent.state == ScheduledState::Sent);
    CHECK(texts() == Texts{"hello", "now"});
    CHECK(sent.seq == bob.pullAll(group).back().seq);
    CHECK(done(ada, now).seq == sent.seq);
    world.pass(minute * 2);
    CHECK(texts() == Texts{"hello", "now"});
}

TEST_CASE_FIXTURE(Scheduled, "a message that may not be sent any more stays, with the reason")
{
    const ScheduledMessage made = schedule("later");
    ErrorCode reason = ErrorCode::NotMember;
    SUBCASE("because its author has left")
    {
        ada.ask<protocol::States>(protocol::Leave{group});
    }
    SUBCASE("because the operator has disabled the account")
    {
        world.store.begin();
        world.store.accounts().putDisabled(ada.user, true);
        REQUIRE(world.store.commit());
        reason = ErrorCode::AccountDisabled;
    }
    forgetPushes();
    world.pass(minute);
    CHECK(phone.pushed<protocol::ScheduledMessages>().size() == 1);
    const auto open = pull(phone);
    REQUIRE(open.size() == 1);
    CHECK(open.front().state == ScheduledState::Failed);
    CHECK(open.front().failure == reason);
    CHECK(open.front().message.text == "later");
    CHECK(texts() == Texts{"hello"});
    // It can still be cancelled.
    CHECK(done(phone, cancellation(open.front())).state == ScheduledState::Cancelled);
}

TEST_CASE_FIXTURE(Scheduled, "a failed message waits again after a change")
{
    const ScheduledMessage made = schedule("later");
    ada.ask<protocol::States>(protocol::Leave{group});
    world.pass(minute);
    const ScheduledMessage failed = pull(ada).front();
    CHECK(ada.refused(change(failed, "later")) == ErrorCode::NotMember);
    bob.ask(protocol::AddMember{group, "ada"});
    protocol::Schedule again = change(failed, "later");
    again.due = in(minute);
    CHECK(done(ada, again).state == ScheduledState::Waiting);
    world.pass(minute);
    CHECK(texts() == Texts{"hello", "later"});
}

TEST_CASE_FIXTURE(Scheduled, "what the server would not send, it does not schedule")
{
    CHECK(cat.refused(request("later", in(minute))) == ErrorCode::NotMember);
    CHECK(ada.refused(request("", in(minute))) == ErrorCode::TextEmpty);
    CHECK(ada.refused(request(std::string(world.config.limits.maxTextBytes + 1, 'x'), in(minute)))
          == ErrorCode::TextTooLong);
    protocol::Schedule withFile = request("later", in(minute));
    withFile.message.attachments.emplace_back();
    CHECK(ada.refused(withFile) == ErrorCode::AttachmentInvalid);
    const Milliseconds year(std::chrono::hours(24 * caps::maxScheduledDays));
    CHECK(ada.refused(request("later", in(year + Milliseconds(1)))) == ErrorCode::DueTooFar);
    CHECK(ada.refused(request("later", UnixMs{std::numeric_limits<std::int64_t>::max()}))
          == ErrorCode::DueTooFar);
    done(ada, request("later", in(year)));
    protocol::Schedule elsewhere = request("later", in(minute));
    const ScheduledMessage made = done(ada, elsewhere);
    elsewhere.conversation = ada.createGroup("other");
    elsewhere.change = world.freshUuid();
    CHECK(ada.refused(elsewhere) == ErrorCode::UuidConflict);
}

TEST_CASE_FIXTURE(Scheduled, "a user has at most a hundred scheduled messages")
{
    std::vector<ScheduledMessage> all;
    for (std::size_t i = 0; i < caps::maxScheduled; ++i) {
        all.push_back(schedule("later", minute * 100));
        world.pass(Milliseconds(3000));
    }
    CHECK(ada.refused(request("one more", in(minute))) == ErrorCode::TooManyScheduled);
    done(ada, change(all.front(), "a change needs no place"));
    done(ada, cancellation(all.back()));
    schedule("one more");
    const auto page = ada.ask<protocol::ScheduledMessages>(protocol::GetScheduled{});
    CHECK(page.messages.size() == protocol::GetScheduled::maxMessages);
    CHECK(page.through == page.messages.back().version);
    CHECK_MESSAGE(pull(ada, page.through).size() == 50, "also the one that was cancelled");
}

TEST_CASE("messages that are due together are sent at the pace of their author")
{
    HubConfig config = HubWorld::openConfig();
    config.limits.sendsPerSecond = 1;
    config.limits.sendBurst = 2;
    Scheduled paced(config);
    paced.world.pass(minute);
    for (int i = 0; i < 5; ++i) {
        paced.schedule("later", minute);
    }
    paced.world.pass(minute);
    CHECK_MESSAGE(paced.texts().size() == 3, "hello, and a burst of two");
    for (int i = 0; i < 5; ++i) {
        const std::size_t before = paced.texts().size();
        paced.world.pass(Milliseconds(2000));
        CHECK(paced.texts().size() <= before + 2);
    }
    CHECK(paced.texts().size() == 6);
    CHECK(paced.pull(paced.ada).empty());
}

TEST_CASE_FIXTURE(Scheduled,
                  "a device that missed a push is told by Welcome, and by the answer to a heartbeat")
{
    schedule("later");
    forgetPushes();
    beats(phone, 1);
    CHECK(phone.pushed<protocol::ScheduledMessages>().empty());
    beats(phone, 0);
    CHECK(phone.pushed<protocol::ScheduledMessages>() == std::vector{protocol::ScheduledMessages{.head = 1}});
    beats(phone, std::nullopt);
    CHECK(phone.pushed<protocol::ScheduledMessages>().empty());
    protocol::Hello hello = phone.helloFrame();
    CHECK(std::get<protocol::Welcome>(phone.ask(hello).front()).scheduled == std::nullopt);
    hello.scheduled = 0;
    CHECK(std::get<protocol::Welcome>(phone.ask(hello).front()).scheduled == 1);
}

TEST_CASE_FIXTURE(Scheduled, "a message whose register a restored server has lost is not sent a second time")
{
    const protocol::Schedule first = request("later", in(minute));
    protocol::Send sent = ada.message(group, "later");
    sent.uuid = first.uuid;
    const Seq seq = ada.ask<protocol::SendAck>(sent).seq;
    const auto again = ada.ask<ScheduleResult>(first);
    CHECK(again.outcome == ScheduleOutcome::Done);
    CHECK(again.message.state == ScheduledState::Sent);
    CHECK(again.message.seq == seq);
    protocol::Schedule other = first;
    other.message.text = "other words";
    CHECK(ada.ask<ScheduleResult>(other).outcome == ScheduleOutcome::AlreadySent);
    world.pass(minute * 2);
    CHECK(texts() == Texts{"hello", "later"});
}

} // namespace tidemark::server::scheduling_test
