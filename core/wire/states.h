#pragma once

#include "core/domain/protocol.h"
#include "core/wire/problem.h"

namespace tidemark::v1 {
class ConversationSettings;
class States;
} // namespace tidemark::v1

/// Conversation states and settings.
namespace tidemark::wire {

void fillSettings(v1::ConversationSettings& message, const ConversationSettings& settings);
[[nodiscard]] ConversationSettings readSettings(const v1::ConversationSettings& message);

void fillStates(v1::States& message, const protocol::States& states);
[[nodiscard]] protocol::States readStates(v1::States& message, Problem& problem);

} // namespace tidemark::wire
