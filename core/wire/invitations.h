#pragma once

#include "core/domain/protocol.h"
#include "core/wire/problem.h"

namespace tidemark::v1 {
class Invitations;
} // namespace tidemark::v1

/// The frames about invitations; see values.h for the names of these functions.
namespace tidemark::wire {

void fillInvitations(v1::Invitations& message, const protocol::Invitations& frame);
/// Leaves out all but the first of several invitations to one conversation.
[[nodiscard]] protocol::Invitations readInvitations(v1::Invitations& message, Problem& problem);

} // namespace tidemark::wire
