#pragma once

#include "ui/timeline/timeline_layout.h"

namespace tidemark {

/// The reactions to a message, laid out in lines.
struct ChipBlock {
    QList<TimelineLayout::Chip> chips;
    int height = 0;
};

/// The places are relative to the block's upper left corner. Fills lines of at most `room` pixels, aligned to
/// the right if `isRight`.
[[nodiscard]] ChipBlock chipBlockOf(const QList<ReactionCount>& reactions, const TimelineFonts& fonts,
                                    int room, bool isRight);

/// The number in a chip.
[[nodiscard]] QString chipCountText(const ReactionCount& reaction);

} // namespace tidemark
