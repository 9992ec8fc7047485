#pragma once

#include "core/domain/ids.h"

#include <cstdint>

namespace tidemark {

/// The user's next unread mention, as far as the log is held on this device.
struct NextMention {
    ConversationId conversation;
    Seq after;              ///< the requested position: the mention is above it
    Seq seq;                ///< the first held mention; 0: none
    std::uint64_t held = 0; ///< unread mentions that are held, above or below `after`
    /// The first range above `after` and below `seq` that is not held and may contain mentions:
    /// (missingAfter, missingThrough]; both 0 if there is none.
    Seq missingAfter;
    Seq missingThrough;

    friend bool operator==(const NextMention&, const NextMention&) = default;
};

} // namespace tidemark
