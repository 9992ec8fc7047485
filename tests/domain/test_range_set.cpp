#include "core/base/random.h"
#include "core/domain/range_set.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

namespace tidemark::range_set_test {
namespace {

constexpr std::uint64_t largest = 40;

/// Answers like RangeSet, but looks at each seq.
class Model {
public:
    void add(SeqRange range)
    {
        for (std::uint64_t seq = range.first.value; seq <= range.last.value; ++seq) {
            m_seqs.insert(seq);
        }
    }
    [[nodiscard]] bool contains(std::uint64_t seq) const { return m_seqs.contains(seq); }
    [[nodiscard]] bool covers(std::uint64_t after, std::uint64_t through) const
    {
        for (std::uint64_t seq = after + 1; seq <= through; ++seq) {
            if (!contains(seq)) {
                return false;
            }
        }
        return true;
    }
    [[nodiscard]] std::optional<SeqRange> newestGap(std::uint64_t through) const
    {
        while (through > 0 && contains(through)) {
            --through;
        }
        if (through == 0) {
            return std::nullopt;
        }
        std::uint64_t first = through;
        while (first > 1 && !contains(first - 1)) {
            --first;
        }
        return SeqRange{Seq(first), Seq(through)};
    }
    [[nodiscard]] std::uint64_t contiguousEnd(std::uint64_t after) const
    {
        while (contains(after + 1)) {
            ++after;
        }
        return after;
    }
    [[nodiscard]] std::uint64_t contiguousBegin(std::uint64_t through) const
    {
        while (contains(through)) {
            --through;
        }
        return through;
    }
    [[nodiscard]] const std::set<std::uint64_t>& seqs() const { return m_seqs; }

private:
    std::set<std::uint64_t> m_seqs;
};

void checkAgainst(const RangeSet& ranges, const Model& model)
{
    CHECK(ranges.size() == model.seqs().size());
    CHECK(ranges.empty() == model.seqs().empty());
    CHECK(ranges.top() == Seq(model.seqs().empty() ? 0 : *model.seqs().rbegin()));
    for (std::size_t i = 1; i < ranges.ranges().size(); ++i) {
        CHECK(next(ranges.ranges()[i - 1].last) < ranges.ranges()[i].first);
    }
    for (std::uint64_t seq = 0; seq <= largest + 2; ++seq) {
        CHECK(ranges.contains(Seq(seq)) == model.contains(seq));
        CHECK(ranges.newestGap(Seq(seq)) == model.newestGap(seq));
        CHECK(ranges.contiguousEnd(Seq(seq)) == Seq(model.contiguousEnd(seq)));
        CHECK(ranges.contiguousBegin(Seq(seq)) == Seq(model.contiguousBegin(seq)));
    }
}

TEST_CASE("a RangeSet is a set of seqs, whatever is added in whatever order")
{
    SplitMix64 random(11);
    for (int round = 0; round < 300; ++round) {
        RangeSet ranges;
        Model model;
        std::vector<SeqRange> added;
        for (int i = 0; i < 12; ++i) {
            const std::uint64_t first = 1 + random.below(largest);
            const std::uint64_t last = first + random.below(std::min<std::uint64_t>(6, largest - first + 1));
            added.push_back({Seq(first), Seq(last)});
            ranges.add(added.back());
            model.add(added.back());
            checkAgainst(ranges, model);
            const std::uint64_t after = random.below(largest);
            const std::uint64_t through = random.below(largest + 3);
            CHECK(ranges.covers(Seq(after), Seq(through)) == model.covers(after, through));
        }
        std::reverse(added.begin(), added.end());
        CHECK(RangeSet(added) == ranges);
    }
}

TEST_CASE("adjacent ranges become one")
{
    RangeSet ranges;
    ranges.add({Seq(1), Seq(3)});
    ranges.add({Seq(7), Seq(9)});
    CHECK(ranges.ranges().size() == 2);
    ranges.add({Seq(4), Seq(6)});
    CHECK(ranges.ranges() == std::vector{SeqRange{Seq(1), Seq(9)}});
    ranges.clear();
    CHECK(ranges.empty());
    CHECK(ranges.covers(Seq(5), Seq(5)));
    CHECK(ranges.covers(Seq(5), Seq(2)));
    CHECK_FALSE(ranges.covers({}, Seq(1)));
}

} // namespace
} // namespace tidemark::range_set_test
