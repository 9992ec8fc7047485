#pragma once

#include "core/sync/engine_context.h"
#include "core/sync/tracked.h"

namespace tidemark {

/// The unread counts above some seq, at the counted head of the conversation.
struct Badge {
    ReadCounts counts;
    bool exact = true; ///< false: a lower bound (I19)
};

struct MovedBadge {
    Badge badge;
    /// The counts and the log contradict each other (I8).
    bool isUncertain = false;
};

/// Converts `badge` from counts above `from` to counts above `to`. The result is a lower bound if the entries
/// between them are not all held.
[[nodiscard]] MovedBadge movedBadge(const EngineContext& context, const Tracked& tracked, Badge badge,
                                    Seq from, Seq to);

/// Counts the held entries above `above` through the counted head, under the present set of ignored users.
/// The result is a lower bound if some of the entries are not held.
[[nodiscard]] Badge countedBadge(const EngineContext& context, const Tracked& tracked, Seq above);

/// Returns `badge` after entries with the contributions `delta` have extended the counted head contiguously.
[[nodiscard]] MovedBadge advancedBadge(Badge badge, CountDelta delta);

} // namespace tidemark
