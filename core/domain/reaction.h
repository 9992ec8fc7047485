#pragma once

#include "core/domain/ids.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tidemark {

/// The number of users who have reacted to a message with one emoji.
struct ReactionCount {
    std::string emoji; ///< UTF-8, as emojiOf() returns it
    std::uint32_t count = 0;
    bool isMine = false; ///< the reader is one of them
    friend bool operator==(const ReactionCount&, const ReactionCount&) = default;
};

/// All reactions to one message: absolute, never a difference. The emoji that was used first comes first.
struct MessageReactions {
    Seq seq;
    std::vector<ReactionCount> counts; ///< empty: there are none
    friend bool operator==(const MessageReactions&, const MessageReactions&) = default;
};

} // namespace tidemark
