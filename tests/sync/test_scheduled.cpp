#include "tests/sync/device.h"

#include <map>
#include <string>

/// Scheduled messages on the device (docs/adr/0029).
namespace tidemark::test::scheduled_test {
namespace {

using protocol::ErrorCode;
using protocol::ScheduleOutcome;
using protocol::ScheduleResult;
using State = ScheduledItem::State;

constexpr UnixMs noon{1000};

/// A device that holds a chat, and the server's registers of the user's scheduled messages.
struct Scheduled {
    Chat chat{7};
    Device device;
    std::map<MessageUuid, ScheduledMessage> server;
    std::uint64_t head = 0;
    const MessageUuid first = uuidOf(500);

    Scheduled()
    {
        chat.talks(bob, 3);
        device.comesOnline({&chat});
        device.catchesUp({&chat});
    }
    [[nodiscard]] MessageUuid fresh() { return uuidOf(++m_uuids); }
    void schedules(const std::string& text, UnixMs due = noon)
    {
        device.does(input::Schedule{.command = CommandId(++m_commands),
                                    .conversation = chat.id,
                                    .uuid = first,
                                    .change = fresh(),
                                    .text = text,
                                    .due = due});
    }
    void changes(const std::string& text)
    {
        device.does(input::ChangeScheduled{
            .command = CommandId(++m_commands), .uuid = first, .change = fresh(), .text = text});
    }
    void cancels()
    {
        device.does(
            input::CancelScheduled{.command = CommandId(++m_commands), .uuid = first, .change = fresh()});
    }
    /// The server takes the request, or answers why not.
    ScheduleResult accepts(const protocol::Schedule& request)
    {
        ScheduledMessage& present = server[request.uuid];
        if (present.change == request.change) {
            return {present, ScheduleOutcome::Done};
        }
        if (present.state == ScheduledState::Sent) {
            return {present, ScheduleOutcome::AlreadySent};
        }
        if (present.state == ScheduledState::Cancelled) {
            return {present, ScheduleOutcome::Cancelled};
        }
        if (present.version != request.baseVersion) {
            return {present, ScheduleOutcome::Conflict};
        }
        present = {.uuid = request.uuid,
                   .conversation = request.conversation,
                   .message = request.message,
                   .due = request.due,
                   .version = ++head,
                   .change = request.change};
        if (request.isCancelled) {
            present.message = {};
            present.state = ScheduledState::Cancelled;
        }
        return {present, ScheduleOutcome::Done};
    }
    void accepts() { device.answers(accepts(device.sends<protocol::Schedule>())); }
    /// The clock of the server sends the message.
    void isSent(const MessageUuid& uuid)
    {
        ScheduledMessage& present = server.at(uuid);
        present.message = {};
        present.state = ScheduledState::Sent;
        present.seq = Seq(9);
        present.version = ++head;
    }
    void changesElsewhere(const MessageUuid& uuid, const std::string& text)
    {
        ScheduledMessage& present = server[uuid];
        present.uuid = uuid;
        present.conversation = chat.id;
        present.message.text = text;
        present.due = noon;
        present.version = ++head;
        present.change = fresh();
    }
    /// The device hears of the newest version and pulls what has changed.
    void pulls()
    {
        device.receives(protocol::ScheduledMessages{.head = head});
        answersPull();
    }
    void answersPull()
    {
        const auto pull = device.sends<protocol::GetScheduled>();
        std::map<std::uint64_t, ScheduledMessage> changed;
        for (const auto& [uuid, one] : server) {
            if (one.version > pull.after && (pull.after > 0 || isOpen(one.state))) {
                changed[one.version] = one;
            }
        }
        protocol::ScheduledMessages answer{pull.after, head, head, {}};
        for (const auto& [version, one] : changed) {
            answer.messages.push_back(one);
        }
        device.answers(std::move(answer));
    }
    [[nodiscard]] std::optional<ScheduledItem> shown(const MessageUuid& uuid) const
    {
        const auto stored = device.store().scheduled().find(uuid);
        return stored == device.store().scheduled().end() ? std::nullopt
                                                          : std::optional(itemOf(stored->second));
    }
    [[nodiscard]] std::optional<ErrorCode> lastError() const
    {
        const auto done = device.changes<change::CommandDone>();
        return done.empty() ? std::nullopt : done.back().error;
    }

private:
    std::uint64_t m_uuids = 600;
    std::uint64_t m_commands = 40;
};

} // namespace

TEST_CASE_FIXTURE(Scheduled, "an answer that comes after the end of its message brings it not back")
{
    schedules("later");
    const ScheduleResult late = accepts(device.sends<protocol::Schedule>());
    const RequestId scheduling = device.lastRequest();
    changesElsewhere(fresh(), "a message of another device");
    pulls();
    isSent(first);
    pulls();
    CHECK_FALSE(shown(first).has_value());
    device.receives(late, scheduling);
    CHECK_FALSE(shown(first).has_value());
}

TEST_CASE_FIXTURE(Scheduled, "a message that ends before the first page is pulled leaves the list")
{
    const MessageUuid other = fresh();
    changesElsewhere(other, "of another device, which this one has not heard of");
    schedules("later");
    accepts();
    CHECK(shown(first).has_value());
    isSent(first);
    pulls();
    CHECK_FALSE(shown(first).has_value());
    CHECK(shown(other).has_value());
}

TEST_CASE_FIXTURE(Scheduled, "a scheduled message is shown at once, and waits when the server has it")
{
    schedules("later");
    CHECK(shown(first)->state == State::Unsent);
    CHECK(shown(first)->message.text == "later");
    CHECK_FALSE(device.engine().isFlushed());
    accepts();
    CHECK(shown(first)->state == State::Waiting);
    CHECK(shown(first)->version == 1);
    CHECK(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.engine().isFlushed());
}

TEST_CASE_FIXTURE(Scheduled, "what was scheduled offline survives a restart, and is sent with the same uuids")
{
    device.losesConnection();
    schedules("later");
    CHECK(device.changes<change::CommandDone>().size() == 1);
    device.restarts();
    CHECK(shown(first)->state == State::Unsent);
    device.comesOnline({&chat});
    const auto sent = device.sends<protocol::Schedule>();
    CHECK(sent.uuid == first);
    CHECK(sent.message.text == "later");
    CHECK(sent.baseVersion == 0);
    device.losesConnection(); // the answer is lost
    accepts(sent);
    device.restarts();
    device.comesOnline({&chat});
    CHECK(device.sends<protocol::Schedule>() == sent);
    device.answers(accepts(sent));
    CHECK(shown(first)->state == State::Waiting);
    CHECK(head == 1);
}

TEST_CASE_FIXTURE(Scheduled, "a change whose answer was lost is the device's own, also after another change")
{
    schedules("one");
    const auto sent = device.sends<protocol::Schedule>();
    accepts(sent);
    device.losesConnection();
    changes("two");
    device.restarts();
    device.comesOnline({&chat});
    accepts(); // a conflict with the own change
    CHECK(shown(first)->state == State::Unsent);
    const auto again = device.sends<protocol::Schedule>();
    CHECK(again.baseVersion == 1);
    device.answers(accepts(again));
    CHECK(shown(first)->state == State::Waiting);
    CHECK(server.at(first).message.text == "two");
}

TEST_CASE_FIXTURE(Scheduled, "what another device changes is shown here")
{
    changesElsewhere(first, "by the phone");
    pulls();
    CHECK(shown(first)->message.text == "by the phone");
    CHECK(device.changes<change::ScheduledChanged>().size() == 1);
    CHECK(device.engine().isQuiescent());
    server.at(first).state = ScheduledState::Cancelled;
    server.at(first).version = ++head;
    pulls();
    CHECK_FALSE(shown(first));
}

TEST_CASE_FIXTURE(Scheduled, "a lost push is found by the next heartbeat, which names the known version")
{
    schedules("later");
    accepts();
    device.answersHeartbeats = false;
    device.waits(Milliseconds(6000));
    CHECK(device.sends<protocol::Heartbeat>().scheduled == 1);
}

TEST_CASE_FIXTURE(Scheduled, "a message that the server has sent leaves the list, and its seq is told once")
{
    schedules("later");
    accepts();
    isSent(first);
    pulls();
    CHECK_FALSE(shown(first));
    const auto sent = device.changes<change::ScheduledSent>();
    REQUIRE(sent.size() == 1);
    CHECK(sent.front().seq == Seq(9));
    device.receives(protocol::ScheduledMessages{.head = head});
    CHECK(device.changes<change::ScheduledSent>().empty());
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Scheduled, "I15: a sent message of the user is not unread on the device")
{
    schedules("later");
    accepts();
    const auto before = device.badge(chat);
    chat.talks(me.id, 1);
    device.receives(chat.notify());
    device.catchesUp({&chat});
    isSent(first);
    pulls();
    CHECK(device.badge(chat).unread == before.unread);
    device.agreesWith(chat);
}

TEST_CASE_FIXTURE(Scheduled, "a change that comes too late is told, and its text is kept")
{
    schedules("later");
    accepts();
    isSent(first);
    changes("other words");
    accepts();
    CHECK(lastError() == ErrorCode::AlreadySent);
    REQUIRE(shown(first));
    CHECK(shown(first)->state == State::Refused);
    CHECK(shown(first)->error == ErrorCode::AlreadySent);
    CHECK(shown(first)->message.text == "other words");
    device.restarts();
    CHECK(shown(first)->state == State::Refused);
    device.comesOnline({&chat});
    SUBCASE("the user drops it")
    {
        cancels();
        CHECK_FALSE(shown(first));
        device.sendsNothing();
    }
    SUBCASE("the user schedules it again, as another message")
    {
        changes("other words again");
        CHECK_FALSE(shown(first));
        const auto sent = device.sends<protocol::Schedule>();
        CHECK(sent.uuid != first);
        CHECK(sent.message.text == "other words again");
        device.answers(accepts(sent));
        CHECK(shown(sent.uuid)->state == State::Waiting);
    }
}

TEST_CASE_FIXTURE(Scheduled, "a change of a text that another device has changed is told, and both are kept")
{
    schedules("later");
    accepts();
    changesElsewhere(first, "by the phone");
    changes("by the laptop");
    accepts();
    CHECK(lastError() == ErrorCode::ScheduleConflict);
    REQUIRE(shown(first));
    CHECK(shown(first)->state == State::Waiting);
    CHECK(shown(first)->message.text == "by the phone");
    REQUIRE(shown(first)->refused);
    CHECK(shown(first)->refused->message.text == "by the laptop");
    device.does(
        input::ChangeScheduled{.command = {}, .uuid = first, .change = fresh(), .takesRefused = true});
    accepts();
    CHECK(server.at(first).message.text == "by the laptop");
    CHECK_FALSE(shown(first)->refused);
}

TEST_CASE_FIXTURE(Scheduled, "what the server refuses is taken back with the reason, and the text is kept")
{
    schedules("later");
    device.sends<protocol::Schedule>();
    device.isRefused(ErrorCode::NotAllowed);
    CHECK(lastError() == ErrorCode::NotAllowed);
    CHECK(shown(first)->state == State::Refused);
    CHECK(shown(first)->message.text == "later");
    device.sendsNothing();
    changes("better");
    accepts();
    CHECK(shown(first)->state == State::Waiting);
}

TEST_CASE_FIXTURE(Scheduled, "a server that is busy gets the message later")
{
    schedules("later");
    device.sends<protocol::Schedule>();
    device.isRefused(ErrorCode::TooFast, Milliseconds(2000));
    CHECK(shown(first)->state == State::Unsent);
    device.sendsNothing();
    device.waits(Milliseconds(2500));
    accepts();
    CHECK(shown(first)->state == State::Waiting);
}

TEST_CASE_FIXTURE(Scheduled,
                  "a cancelled message is gone at once, and a message that was never sent is not sent")
{
    schedules("later");
    accepts();
    cancels();
    CHECK(shown(first)->state == State::Cancelling);
    accepts();
    CHECK_FALSE(shown(first));
    device.losesConnection();
    schedules("never");
    cancels();
    CHECK_FALSE(shown(first));
    device.comesOnline({&chat});
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Scheduled, "a message that may not be sent any more is shown with the reason")
{
    schedules("later");
    accepts();
    server.at(first).state = ScheduledState::Failed;
    server.at(first).failure = ErrorCode::NotMember;
    server.at(first).version = ++head;
    pulls();
    CHECK(shown(first)->state == State::Failed);
    CHECK(shown(first)->error == ErrorCode::NotMember);
    CHECK(shown(first)->message.text == "later");
}

TEST_CASE_FIXTURE(Scheduled, "I14: a server that has lost scheduled messages gets them again")
{
    schedules("later");
    accepts();
    server.clear();
    head = 0;
    device.receives(protocol::ScheduledMessages{.head = 0});
    const auto again = device.sends<protocol::Schedule>();
    CHECK(again.uuid == first);
    CHECK(again.baseVersion == 0);
    CHECK(again.message.text == "later");
    device.answers(accepts(again));
    CHECK(shown(first)->state == State::Waiting);
    CHECK(device.engine().isQuiescent());
}

TEST_CASE_FIXTURE(Scheduled, "a step that is not committed has scheduled nothing")
{
    device.crashesOn(input::Schedule{.command = {},
                                     .conversation = chat.id,
                                     .uuid = first,
                                     .change = fresh(),
                                     .text = "later",
                                     .due = noon});
    CHECK_FALSE(shown(first));
}

TEST_CASE_FIXTURE(Scheduled, "scheduling the draft clears it")
{
    device.does(input::SetDraft{
        .command = {}, .conversation = chat.id, .uuid = fresh(), .text = "later", .isFinished = true});
    device.sends<protocol::SetDraft>();
    device.does(input::Schedule{.command = {},
                                .conversation = chat.id,
                                .uuid = first,
                                .change = fresh(),
                                .text = "later",
                                .due = noon,
                                .endsDraft = true});
    CHECK(device.engine().draft(chat.id)->text.empty());
}

} // namespace tidemark::test::scheduled_test
