#include "ui/timeline/row_stack_view.h"

#include "core/models/timeline/timeline_model.h"
#include "ui/timeline/timeline_delegate.h"

#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace tidemark {

RowStackView::RowStackView(QWidget* parent)
    : QAbstractItemView(parent), m_delegate(new TimelineDelegate(this))
{
    setItemDelegate(m_delegate);
    setFrameShape(QFrame::NoFrame);
    setAutoScroll(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

QStyleOptionViewItem RowStackView::optionFor(int row) const
{
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    const int top = hasRow(row) ? m_stack.top(row) - scroll() : 0;
    option.rect = QRect(0, top, viewport()->width(), hasRow(row) ? m_stack.box(row).height : 0);
    return option;
}

TimelineRow RowStackView::rowAt(int row) const
{
    return model()->index(row, 0).data(TimelineModel::RowRole).value<TimelineRow>();
}

std::shared_ptr<const TimelineLayout> RowStackView::layoutFor(int row) const
{
    return m_delegate->layout(optionFor(row), rowAt(row));
}

TimelineHit RowStackView::hitAt(const QPoint& point) const
{
    const QModelIndex index = indexAt(point);
    if (!index.isValid()) {
        return {};
    }
    const QStyleOptionViewItem option = optionFor(index.row());
    return m_delegate->hitAt(option, index, point - option.rect.topLeft());
}

bool RowStackView::isLaidOut() const
{
    return model() != nullptr && m_stack.count() > 0 && m_stack.count() == model()->rowCount();
}

RowsOnScreen RowStackView::onScreen() const
{
    RowsOnScreen::Contents contents;
    if (isLaidOut()) {
        contents = [this](int row) { return rowAt(row); };
    }
    return {m_stack, scroll(), viewport()->height(), std::move(contents)};
}

/// The distance of the first row from the viewport's upper edge, scrolled to the top.
int RowStackView::inset(int viewportHeight) const
{
    // A short conversation stands at the bottom, next to the composer.
    return std::max(0, viewportHeight - m_stack.height() - 2 * rowPadding) + rowPadding;
}

int RowStackView::scroll() const
{
    return verticalScrollBar()->value() - inset(viewport()->height());
}

QRect RowStackView::visualRect(const QModelIndex& index) const
{
    if (!index.isValid() || index.row() >= m_stack.count()) {
        return {};
    }
    return optionFor(index.row()).rect;
}

QModelIndex RowStackView::indexAt(const QPoint& point) const
{
    const int y = point.y() + scroll();
    return isLaidOut() && y >= 0 && y < m_stack.height() ? model()->index(m_stack.rowAt(y), 0)
                                                         : QModelIndex();
}

QModelIndex RowStackView::neighbour(int step)
{
    settleNow();
    if (m_stack.count() == 0) {
        return {};
    }
    if (!currentIndex().isValid()) {
        return indexAt(QPoint(viewport()->width() / 2, viewport()->height() - 16));
    }
    return model()->index(std::clamp(currentIndex().row() + step, 0, m_stack.count() - 1), 0);
}

QModelIndex RowStackView::moveCursor(CursorAction action, Qt::KeyboardModifiers /*modifiers*/)
{
    const bool isUp =
        action == MoveUp || action == MovePrevious || action == MovePageUp || action == MoveHome;
    return neighbour(isUp ? -1 : 1);
}

QRegion RowStackView::visualRegionForSelection(const QItemSelection& selection) const
{
    QRegion region;
    for (const QModelIndex& index : selection.indexes()) {
        region += visualRect(index);
    }
    return region;
}

bool RowStackView::measure(int row)
{
    const int before = m_stack.box(row).height;
    m_stack.setExact(row, m_delegate->sizeHint(optionFor(row), model()->index(row, 0)).height());
    return m_stack.box(row).height != before;
}

} // namespace tidemark
