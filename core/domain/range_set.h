#pragma once

#include "core/domain/ids.h"

#include <optional>
#include <vector>

namespace tidemark {

/// The seqs first..last, both inclusive; first <= last.
struct SeqRange {
    Seq first;
    Seq last;

    [[nodiscard]] constexpr bool contains(Seq seq) const { return first <= seq && seq <= last; }
    [[nodiscard]] constexpr std::uint64_t size() const { return last.value - first.value + 1; }
    friend constexpr bool operator==(const SeqRange&, const SeqRange&) = default;
};

/// A set of seqs as sorted, disjoint, non-adjacent ranges: the part of a log that a device holds.
class RangeSet {
public:
    RangeSet() = default;
    explicit RangeSet(const std::vector<SeqRange>& ranges); ///< in any order; may overlap

    void add(SeqRange range);
    void clear() { m_ranges.clear(); }
    void removeThrough(Seq seq);

    [[nodiscard]] const std::vector<SeqRange>& ranges() const { return m_ranges; }
    [[nodiscard]] bool empty() const { return m_ranges.empty(); }
    [[nodiscard]] bool contains(Seq seq) const;
    /// Whether every seq of (after, through] is in the set; true if (after, through] is empty.
    [[nodiscard]] bool covers(Seq after, Seq through) const;
    /// The highest seq r such that all of (after, r] is in the set; `after` if next(after) is not in the set.
    [[nodiscard]] Seq contiguousEnd(Seq after) const;
    /// The highest seq in the set; 0 if empty.
    [[nodiscard]] Seq top() const;
    /// The lowest seq r such that all of (r, through] is in the set; `through` if `through` is not in the
    /// set.
    [[nodiscard]] Seq contiguousBegin(Seq through) const;
    /// The newest missing range at or below `through`, down to seq 1.
    [[nodiscard]] std::optional<SeqRange> newestGap(Seq through) const;
    /// The number of seqs above `after` in the set.
    [[nodiscard]] std::uint64_t size(Seq after = Seq()) const;

    friend bool operator==(const RangeSet&, const RangeSet&) = default;

private:
    std::vector<SeqRange> m_ranges;
};

} // namespace tidemark
