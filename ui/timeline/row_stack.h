#pragma once

#include "core/models/timeline/timeline_row.h"

#include <functional>
#include <unordered_set>
#include <vector>

namespace tidemark {

/// The heights of stacked rows. A height is an estimate until setExact(). No widgets, no text.
class RowStack {
public:
    struct Box {
        TimelineRowKey key;
        int height = 0;
        bool isExact = false;
        friend bool operator==(const Box&, const Box&) = default;
    };

    void assign(std::vector<Box> boxes);
    /// Takes the rows of a changed model. Rows that were in the stack before keep their heights.
    void renew(const std::vector<TimelineRowKey>& rows, const std::function<int(int row)>& estimatedHeight);
    /// The content of the row has changed: from renew() on, its height is an estimate.
    void markStale(const TimelineRowKey& key) { m_stale.insert(key); }
    void setExact(int row, int height);
    /// Turns all heights into estimates, because the width has changed.
    void forgetMeasures();

    [[nodiscard]] int count() const { return static_cast<int>(m_boxes.size()); }
    [[nodiscard]] const Box& box(int row) const { return m_boxes[static_cast<std::size_t>(row)]; }
    /// The distance of a row's upper edge from the top of the stack; top(count()) is the total height.
    [[nodiscard]] int top(int row) const;
    [[nodiscard]] int height() const { return top(count()); }
    /// The row at distance `y` from the top, clamped to the stack; -1 if the stack is empty.
    [[nodiscard]] int rowAt(int y) const;
    /// The first row between `from` and `to` (both included, clamped to the stack) whose height is an
    /// estimate; -1 if all heights are exact.
    [[nodiscard]] int firstEstimate(int from, int to) const;
    /// Returns -1 if the key is not in the stack.
    [[nodiscard]] int find(const TimelineRowKey& key) const;
    /// -1 if the stack has no row of this kind.
    [[nodiscard]] int findFirst(TimelineRowKind kind) const;

private:
    void sumUp() const;

    std::vector<Box> m_boxes;
    std::unordered_set<TimelineRowKey> m_stale;
    mutable std::vector<int> m_tops;
    mutable bool m_isSummed = false;
};

/// A reader's place in a stack. It stays valid when rows come, go and change their height. It consists of the
/// visible rows and, for each, the distance of its upper edge from that of the viewport.
struct ReaderPlace {
    struct Line {
        TimelineRowKey key;
        int offset = 0;
        friend bool operator==(const Line&, const Line&) = default;
    };
    /// Best first: messages and notices that begin inside the viewport, from the top; then the row cut off at
    /// the top; then days and dividers. These keep their keys while rows are inserted right below them, so
    /// they are the worst anchors.
    std::vector<Line> lines;
};

/// `scroll` is the distance of the viewport's upper edge from the top of the stack; negative if the stack is
/// lower than the viewport.
[[nodiscard]] ReaderPlace placeOf(const RowStack& stack, int scroll, int viewportHeight);
/// Returns the scroll that puts the best remaining line back to its place; `fallback` if no line remains.
[[nodiscard]] int scrollFor(const ReaderPlace& place, const RowStack& stack, int fallback);

} // namespace tidemark
