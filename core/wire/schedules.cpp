#include "core/wire/schedules.h"

#include "core/wire/entries.h"
#include "core/wire/enum_map.h"
#include "core/wire/error_codes.h"
#include "core/wire/values.h"

#include <tidemark/v1/schedule.pb.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tidemark::wire {

namespace {

using protocol::ScheduleOutcome;
using StatePair = std::pair<ScheduledState, v1::ScheduledState>;
constexpr EnumMap scheduledStates(std::array{
    StatePair{ScheduledState::Waiting, v1::SCHEDULED_STATE_WAITING},
    StatePair{ScheduledState::Failed, v1::SCHEDULED_STATE_FAILED},
    StatePair{ScheduledState::Sent, v1::SCHEDULED_STATE_SENT},
    StatePair{ScheduledState::Cancelled, v1::SCHEDULED_STATE_CANCELLED},
});
using OutcomePair = std::pair<ScheduleOutcome, v1::ScheduleOutcome>;
constexpr EnumMap scheduleOutcomes(std::array{
    OutcomePair{ScheduleOutcome::Done, v1::SCHEDULE_OUTCOME_DONE},
    OutcomePair{ScheduleOutcome::Conflict, v1::SCHEDULE_OUTCOME_CONFLICT},
    OutcomePair{ScheduleOutcome::AlreadySent, v1::SCHEDULE_OUTCOME_ALREADY_SENT},
    OutcomePair{ScheduleOutcome::Cancelled, v1::SCHEDULE_OUTCOME_CANCELLED},
});

void fillScheduled(v1::Scheduled& message, const ScheduledMessage& scheduled)
{
    fillUuid(*message.mutable_uuid(), scheduled.uuid);
    message.set_conversation(scheduled.conversation.value);
    fillText(*message.mutable_text(), scheduled.message);
    message.set_due_at_ms(scheduled.due.value);
    message.set_version(scheduled.version);
    fillUuid(*message.mutable_change(), scheduled.change);
    message.set_state(scheduledStates.toWire(scheduled.state, v1::SCHEDULED_STATE_WAITING));
    if (scheduled.state == ScheduledState::Failed) {
        message.set_failure(static_cast<std::uint32_t>(errorNumber(scheduled.failure)));
    }
    message.set_seq(scheduled.seq.value);
}

ScheduledMessage readScheduled(v1::Scheduled& message, Problem& problem)
{
    ScheduledMessage scheduled{
        .uuid = readUuid(message.uuid(), "scheduled.uuid", problem),
        .conversation = ConversationId(message.conversation()),
        .message = readText(*message.mutable_text(), problem),
        .due = UnixMs{message.due_at_ms()},
        .version = message.version(),
        .change = readUuid(message.change(), "scheduled.change", problem),
        // A message in a state of a later protocol is shown as waiting.
        .state = scheduledStates.toDomain(message.state(), ScheduledState::Waiting),
        .seq = Seq(message.seq()),
    };
    if (scheduled.state == ScheduledState::Failed) {
        scheduled.failure = errorCode(static_cast<int>(message.failure()));
    }
    return scheduled;
}

} // namespace

void fillSchedule(v1::Schedule& message, const protocol::Schedule& frame)
{
    message.set_conversation(frame.conversation.value);
    fillUuid(*message.mutable_uuid(), frame.uuid);
    message.set_base_version(frame.baseVersion);
    fillUuid(*message.mutable_change(), frame.change);
    message.set_due_at_ms(frame.due.value);
    fillText(*message.mutable_text(), frame.message);
    message.set_cancel(frame.isCancelled);
}

protocol::Schedule readSchedule(v1::Schedule& message, Problem& problem)
{
    return {.conversation = ConversationId(message.conversation()),
            .uuid = readUuid(message.uuid(), "schedule.uuid", problem),
            .baseVersion = message.base_version(),
            .change = readUuid(message.change(), "schedule.change", problem),
            .due = UnixMs{message.due_at_ms()},
            .message = readText(*message.mutable_text(), problem),
            .isCancelled = message.cancel()};
}

void fillScheduleResult(v1::ScheduleResult& message, const protocol::ScheduleResult& frame)
{
    fillScheduled(*message.mutable_message(), frame.message);
    message.set_outcome(scheduleOutcomes.toWire(frame.outcome, v1::SCHEDULE_OUTCOME_CONFLICT));
}

protocol::ScheduleResult readScheduleResult(v1::ScheduleResult& message, Problem& problem)
{
    return {readScheduled(*message.mutable_message(), problem),
            scheduleOutcomes.toDomain(message.outcome(), ScheduleOutcome::Conflict)};
}

void fillScheduledMessages(v1::ScheduledMessages& message, const protocol::ScheduledMessages& frame)
{
    message.set_after(frame.after);
    message.set_upto(frame.through);
    message.set_head(frame.head);
    for (const ScheduledMessage& scheduled : frame.messages) {
        fillScheduled(*message.add_messages(), scheduled);
    }
}

protocol::ScheduledMessages readScheduledMessages(v1::ScheduledMessages& message, Problem& problem)
{
    // Versions that are out of order, or left out, make no statement.
    protocol::ScheduledMessages frame{
        message.after(), std::max(message.after(), message.upto()), message.head(), {}};
    problem.checkListSize(static_cast<std::size_t>(message.messages_size()), "messages");
    if (problem.found()) {
        return frame;
    }
    frame.messages.reserve(static_cast<std::size_t>(message.messages_size()));
    for (v1::Scheduled& scheduled : *message.mutable_messages()) {
        frame.messages.push_back(readScheduled(scheduled, problem));
    }
    return frame;
}

} // namespace tidemark::wire
