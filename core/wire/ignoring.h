#pragma once

#include "core/domain/protocol.h"
#include "core/wire/problem.h"

namespace tidemark::v1 {
class IgnoredUsers;
class SetIgnored;
} // namespace tidemark::v1

/// The frames about ignoring people; see values.h for the names of these functions.
namespace tidemark::wire {

void fillSetIgnored(v1::SetIgnored& message, const protocol::SetIgnored& frame);
/// Returns UnknownFrame for a level of a later protocol.
[[nodiscard]] protocol::ClientFrame readSetIgnored(v1::SetIgnored& message, Problem& problem);

void fillIgnoredUsers(v1::IgnoredUsers& message, const protocol::IgnoredUsers& frame);
/// Reads a level of a later protocol as Ignored: the set leaves out users without a level.
[[nodiscard]] protocol::IgnoredUsers readIgnoredUsers(v1::IgnoredUsers& message, Problem& problem);

} // namespace tidemark::wire
