#pragma once

#include "core/domain/ids.h"

#include <functional>
#include <string>
#include <string_view>

namespace tidemark::lab {

/// The name of a conversation.
using ConversationNames = std::function<std::string(ConversationId)>;

/// Describes a frame in a few words: its name, and the positions and numbers that matter for reading.
[[nodiscard]] std::string wordsOfFrame(std::string_view bytes, bool toServer, const ConversationNames& names);

} // namespace tidemark::lab
