#include "core/domain/range_set.h"

#include "core/base/require.h"

#include <algorithm>

namespace tidemark {

RangeSet::RangeSet(const std::vector<SeqRange>& ranges)
{
    for (const SeqRange& range : ranges) {
        add(range);
    }
}

void RangeSet::add(SeqRange range)
{
    require(range.first.isValid() && range.first <= range.last, "a range has a first and a last seq");
    // The first range that touches or follows the new one; `end` becomes the first range wholly beyond it.
    const auto begin =
        std::lower_bound(m_ranges.begin(), m_ranges.end(), range,
                         [](const SeqRange& a, const SeqRange& b) { return next(a.last) < b.first; });
    auto end = begin;
    while (end != m_ranges.end() && end->first <= next(range.last)) {
        range.first = std::min(range.first, end->first);
        range.last = std::max(range.last, end->last);
        ++end;
    }
    m_ranges.insert(m_ranges.erase(begin, end), range);
}

void RangeSet::removeThrough(Seq seq)
{
    std::erase_if(m_ranges, [seq](const SeqRange& range) { return range.last <= seq; });
    if (!m_ranges.empty()) {
        m_ranges.front().first = std::max(m_ranges.front().first, next(seq));
    }
}

bool RangeSet::contains(Seq seq) const
{
    return seq.isValid() && covers(previous(seq), seq);
}

bool RangeSet::covers(Seq after, Seq through) const
{
    if (through <= after) {
        return true;
    }
    return std::any_of(m_ranges.begin(), m_ranges.end(), [&](const SeqRange& range) {
        return range.first <= next(after) && through <= range.last;
    });
}

Seq RangeSet::contiguousEnd(Seq after) const
{
    const auto found = std::find_if(m_ranges.begin(), m_ranges.end(),
                                    [&](const SeqRange& range) { return range.contains(next(after)); });
    return found == m_ranges.end() ? after : found->last;
}

Seq RangeSet::contiguousBegin(Seq through) const
{
    const auto found = std::find_if(m_ranges.begin(), m_ranges.end(),
                                    [&](const SeqRange& range) { return range.contains(through); });
    return found == m_ranges.end() ? through : previous(found->first);
}

Seq RangeSet::top() const
{
    return m_ranges.empty() ? Seq() : m_ranges.back().last;
}

std::optional<SeqRange> RangeSet::newestGap(Seq through) const
{
    Seq last = through;
    for (auto range = m_ranges.rbegin(); range != m_ranges.rend(); ++range) {
        if (range->first > last) {
            continue;
        }
        if (range->last < last) {
            return SeqRange{next(range->last), last};
        }
        last = previous(range->first);
    }
    return last.isValid() ? std::optional(SeqRange{Seq(1), last}) : std::nullopt;
}

std::uint64_t RangeSet::size(Seq after) const
{
    std::uint64_t sum = 0;
    for (const SeqRange& range : m_ranges) {
        sum += range.last.value - std::clamp(after, previous(range.first), range.last).value;
    }
    return sum;
}

} // namespace tidemark
