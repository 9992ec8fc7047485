#pragma once

#include "core/models/timeline_row.h"

#include <vector>

namespace tidemark {

/// The heights of rows standing on each other. Heights can be estimates until somebody measures them. No
/// widgets, no text.
class RowStack {
public:
    struct Box {
        TimelineRowKey key;
        int height = 0;
        bool isExact = false;
        friend bool operator==(const Box&, const Box&) = default;
    };

    void assign(std::vector<Box> boxes);
    void setExact(int row, int height);
    /// Keeps the heights as estimates: the width has changed.
    void forgetMeasures();

    [[nodiscard]] int count() const { return static_cast<int>(m_boxes.size()); }
    [[nodiscard]] const Box& box(int row) const { return m_boxes[static_cast<std::size_t>(row)]; }
    /// Distance of a row's upper edge from the top of the stack; top(count()) is the height of all.
    [[nodiscard]] int top(int row) const;
    [[nodiscard]] int height() const { return top(count()); }
    /// The row at distance `y` from the top, limited to the stack; -1 when it is empty.
    [[nodiscard]] int rowAt(int y) const;
    /// The first row from `from` up to `to` (both included, limited to the stack) that is only estimated; -1:
    /// none.
    [[nodiscard]] int firstEstimate(int from, int to) const;
    /// -1: not there.
    [[nodiscard]] int find(const TimelineRowKey& key) const;

private:
    void sumUp() const;

    std::vector<Box> m_boxes;
    mutable std::vector<int> m_tops;
    mutable bool m_isSummed = false;
};

/// Where a reader stands in a stack, in a way that survives rows that come, go and change their height: the
/// visible rows and the distance of each one's upper edge from that of the viewport.
struct ReaderPlace {
    struct Line {
        TimelineRowKey key;
        int offset = 0;
        friend bool operator==(const Line&, const Line&) = default;
    };
    /// Best first: messages and notices that begin inside the viewport from the top, then the one that is cut
    /// off above, then days and dividers. The latter keep their name while rows are put in right below them.
    std::vector<Line> lines;
};

/// `scroll`: distance of the viewport's upper edge from the top of the stack; negative when the stack is
/// lower than the viewport.
[[nodiscard]] ReaderPlace placeOf(const RowStack& stack, int scroll, int viewportHeight);
/// The scroll that puts the best line that is still there back to its place; `fallback` when none is.
[[nodiscard]] int scrollFor(const ReaderPlace& place, const RowStack& stack, int fallback);

} // namespace tidemark
