#pragma once

#include "core/domain/ids.h"

#include <cstddef>
#include <vector>

namespace tidemark {

/// The parts of one conversation's log that the user has had on screen during a visit, as ranges between
/// which something was left out. A value without widgets or a clock. Beyond `maxRanges` it forgets the range
/// that was added to longest ago: what is forgotten only stays unread.
class SeenRanges {
public:
    static constexpr std::size_t maxRanges = 64;

    /// The log from `from` through `through` was on screen. Joins the ranges that it overlaps or adjoins.
    void add(Seq from, Seq through);
    /// The row that ends at `seq` was on screen for the dwell time. Does nothing outside all ranges.
    void dwell(Seq seq);
    void clear() { m_ranges.clear(); }

    /// Returns the highest seq that dwelt in the range around `seq`; 0: none.
    [[nodiscard]] Seq dweltAround(Seq seq) const;
    /// Returns the highest seq that dwelt and that can be reached from `read` without leaving anything out;
    /// `read` itself if there is none above it.
    [[nodiscard]] Seq readableFrom(Seq read) const;
    /// Returns through where the log was on screen without a gap, from `read` on; at least `read`.
    [[nodiscard]] Seq seenFrom(Seq read) const;

private:
    struct Range {
        Seq from;
        Seq through;
        Seq dwelt;
    };
    [[nodiscard]] const Range* joinedTo(Seq read) const;

    std::vector<Range> m_ranges; ///< disjoint; the last one was added to last
};

} // namespace tidemark
