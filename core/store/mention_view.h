#pragma once

#include "core/domain/ids.h"

#include <cstdint>

namespace tidemark {

/// Where the next unread mention of the user is, as far as is held here.
struct NextMention {
    ConversationId conversation;
    Seq after;              ///< what was asked: the first one above this
    Seq seq;                ///< the first one that is held; 0 none
    std::uint64_t held = 0; ///< unread mentions that are held, wherever
    /// The first part above `after`, and below `seq`, that is not held and may have others: (missingAfter,
    /// missingUpTo]; both 0 when there is none.
    Seq missingAfter;
    Seq missingUpTo;

    friend bool operator==(const NextMention&, const NextMention&) = default;
};

} // namespace tidemark
