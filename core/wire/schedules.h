#pragma once

#include "core/domain/protocol.h"
#include "core/wire/problem.h"

namespace tidemark::v1 {
class Schedule;
class ScheduleResult;
class ScheduledMessages;
} // namespace tidemark::v1

/// The frames about scheduled messages; see values.h for the names of these functions.
namespace tidemark::wire {

void fillSchedule(v1::Schedule& message, const protocol::Schedule& frame);
[[nodiscard]] protocol::Schedule readSchedule(v1::Schedule& message, Problem& problem);
void fillScheduleResult(v1::ScheduleResult& message, const protocol::ScheduleResult& frame);
[[nodiscard]] protocol::ScheduleResult readScheduleResult(v1::ScheduleResult& message, Problem& problem);
void fillScheduledMessages(v1::ScheduledMessages& message, const protocol::ScheduledMessages& frame);
[[nodiscard]] protocol::ScheduledMessages readScheduledMessages(v1::ScheduledMessages& message,
                                                                Problem& problem);

} // namespace tidemark::wire
