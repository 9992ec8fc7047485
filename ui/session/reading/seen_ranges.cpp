#include "ui/session/reading/seen_ranges.h"

#include <algorithm>

namespace tidemark {

void SeenRanges::add(Seq from, Seq through)
{
    if (!from.isValid() || through < from) {
        return;
    }
    Range joined{from, through, {}};
    std::erase_if(m_ranges, [&joined](const Range& one) {
        const bool touches = one.from <= next(joined.through) && joined.from <= next(one.through);
        if (touches) {
            joined.from = std::min(joined.from, one.from);
            joined.through = std::max(joined.through, one.through);
            joined.dwelt = std::max(joined.dwelt, one.dwelt);
        }
        return touches;
    });
    if (m_ranges.size() == maxRanges) {
        m_ranges.erase(m_ranges.begin());
    }
    m_ranges.push_back(joined);
}

void SeenRanges::dwell(Seq seq)
{
    for (Range& one : m_ranges) {
        if (seq >= one.from && seq <= one.through) {
            one.dwelt = std::max(one.dwelt, seq);
        }
    }
}

Seq SeenRanges::dweltAround(Seq seq) const
{
    const auto found = std::find_if(m_ranges.begin(), m_ranges.end(), [seq](const Range& one) {
        return seq >= one.from && seq <= one.through;
    });
    return found == m_ranges.end() ? Seq() : found->dwelt;
}

Seq SeenRanges::readableFrom(Seq read) const
{
    const Range* joined = joinedTo(read);
    return joined == nullptr ? read : std::max(read, joined->dwelt);
}

Seq SeenRanges::seenFrom(Seq read) const
{
    const Range* joined = joinedTo(read);
    return joined == nullptr ? read : std::max(read, joined->through);
}

/// Returns the range that has the first entry after `read`; null: that entry was not on screen.
const SeenRanges::Range* SeenRanges::joinedTo(Seq read) const
{
    const auto found = std::find_if(m_ranges.begin(), m_ranges.end(), [read](const Range& one) {
        return next(read) >= one.from && read < one.through;
    });
    return found == m_ranges.end() ? nullptr : &*found;
}

} // namespace tidemark
