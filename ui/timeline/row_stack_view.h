#pragma once

#include "ui/timeline/rows_on_screen.h"
#include "ui/timeline/timeline_layout.h"

#include <QAbstractItemView>

namespace tidemark {

class TimelineDelegate;

/// Knows where the rows of a TimelineModel are in the viewport. They are stacked, and scrolled by the
/// vertical scroll bar. Derived classes keep the stack up to date.
class RowStackView : public QAbstractItemView {
    Q_OBJECT
public:
    explicit RowStackView(QWidget* parent = nullptr);

    /// Lays out what is pending, so that the geometry is exact now. Usually done before painting.
    void settleNow() { executeDelayedItemsLayout(); }
    /// Whether there are rows, and the model has as many as the last layout.
    [[nodiscard]] bool isLaidOut() const;
    [[nodiscard]] int count() const { return m_stack.count(); }
    [[nodiscard]] bool hasRow(int row) const { return row >= 0 && row < m_stack.count(); }
    [[nodiscard]] TimelineRow rowAt(int row) const;
    [[nodiscard]] const TimelineRowKey& keyAt(int row) const { return m_stack.box(row).key; }
    /// Returns -1 if the key is not in the timeline.
    [[nodiscard]] int rowOf(const TimelineRowKey& key) const { return m_stack.find(key); }
    /// The row at height `y` of the viewport, or the nearest one; -1 if there are no rows.
    [[nodiscard]] int rowNear(int y) const { return m_stack.rowAt(y + scroll()); }
    [[nodiscard]] RowsOnScreen onScreen() const;
    [[nodiscard]] QStyleOptionViewItem optionFor(int row) const;
    [[nodiscard]] std::shared_ptr<const TimelineLayout> layoutFor(int row) const;
    [[nodiscard]] TimelineHit hitAt(const QPoint& point) const;
    /// The row above or below the current one. Without a current row, the lowest row on screen.
    [[nodiscard]] QModelIndex neighbour(int step);

    [[nodiscard]] QRect visualRect(const QModelIndex& index) const override;
    [[nodiscard]] QModelIndex indexAt(const QPoint& point) const override;

protected:
    static constexpr int rowPadding = 10; ///< above the first and below the last row

    [[nodiscard]] RowStack& stack() { return m_stack; }
    [[nodiscard]] const RowStack& stack() const { return m_stack; }
    [[nodiscard]] TimelineDelegate& delegate() const { return *m_delegate; }
    /// The distance of the viewport's upper edge from that of the stack.
    [[nodiscard]] int scroll() const;
    /// The distance of the first row from the upper edge of a viewport of this height, scrolled to the top.
    [[nodiscard]] int inset(int viewportHeight) const;
    /// Replaces the row's estimated height. Returns true if it was wrong, so that positions have changed.
    bool measure(int row);

    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    [[nodiscard]] int horizontalOffset() const override { return 0; }
    [[nodiscard]] int verticalOffset() const override { return scroll(); }
    [[nodiscard]] bool isIndexHidden(const QModelIndex& /*index*/) const override { return false; }
    void setSelection(const QRect& /*rect*/, QItemSelectionModel::SelectionFlags /*command*/) override {}
    [[nodiscard]] QRegion visualRegionForSelection(const QItemSelection& selection) const override;

private:
    TimelineDelegate* m_delegate;
    RowStack m_stack;
};

} // namespace tidemark
