#pragma once

#include "core/sync/engine_context.h"

namespace tidemark {

/// What is unread above some seq, at the counted head of its conversation.
struct Badge {
    ReadCounts counts;
    bool exact = true; ///< false: a lower bound (I19)
};

struct MovedBadge {
    Badge badge;
    /// The number and the log contradict each other (I8).
    bool isDoubtful = false;
};

/// `badge` of what is above `from` as one of what is above `to`; a lower bound where the entries between are
/// not all held.
[[nodiscard]] MovedBadge movedBadge(const EngineContext& context, const Tracked& tracked, Badge badge,
                                    Seq from, Seq to);

/// `badge` after entries have joined on at the counted head, whose contributions are `delta`.
[[nodiscard]] MovedBadge advancedBadge(Badge badge, CountDelta delta);

} // namespace tidemark
