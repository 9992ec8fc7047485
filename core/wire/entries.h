#pragma once

#include "core/domain/protocol.h"
#include "core/wire/problem.h"

namespace tidemark::v1 {
class Range;
}

/// The compact form of log entries: seqs by place and distance, author and time leaning on the entry before.
namespace tidemark::wire {

/// Precondition: entries dense from `after` + 1. References that point the wrong way (an answer to a later
/// message) are left out, so that one wrong entry cannot make its whole Range unreadable.
void fillRange(v1::Range& message, const protocol::Range& range);
[[nodiscard]] protocol::Range readRange(v1::Range& message, Problem& problem);

} // namespace tidemark::wire
