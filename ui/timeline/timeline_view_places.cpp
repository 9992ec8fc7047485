// TimelineView: scrolling to places, and which rows are on screen.
#include "core/models/timeline/timeline_model.h"
#include "ui/look/metrics.h"
#include "ui/look/motion.h"
#include "ui/timeline/timeline_delegate.h"
#include "ui/timeline/timeline_view.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace tidemark {

namespace {
constexpr int dividerAt = 48; ///< the divider's distance from the top after scrollToNewMessages()
} // namespace

void TimelineView::scrollToEnd()
{
    settleNow();
    m_isFollowing = true;
    settle({});
}

/// Returns the divider's distance from the top, which leaves room for a day that is close above.
int TimelineView::placeOfDivider(int divider)
{
    int above = 0;
    for (int row = divider - 1; row >= 0 && above < dividerAt; --row) {
        m_stack.setExact(row, m_delegate->sizeHint(optionFor(row), model()->index(row, 0)).height());
        above += m_stack.box(row).height;
        if (m_stack.box(row).key.kind == TimelineRowKind::Day)
            return std::max(dividerAt, above);
    }
    return dividerAt;
}

void TimelineView::scrollToNewMessages()
{
    settleNow();
    const int row = dividerRow();
    if (row < 0) {
        scrollToEnd();
        return;
    }
    m_isFollowing = false;
    settle({{{m_stack.box(row).key, placeOfDivider(row)}}});
}

int TimelineView::dividerRow() const
{
    for (int row = 0; row < m_stack.count(); ++row) {
        if (m_stack.box(row).key.kind == TimelineRowKind::NewMessages)
            return row;
    }
    return -1;
}

bool TimelineView::isDividerBelow() const
{
    const int row = dividerRow();
    return row >= 0 && m_stack.top(row) - scroll() >= viewport()->height();
}

void TimelineView::scrollToRow(int row)
{
    settleNow();
    if (row < 0 || row >= m_stack.count())
        return;
    // Measure the row first: centring needs its real height.
    m_stack.setExact(row, m_delegate->sizeHint(optionFor(row), model()->index(row, 0)).height());
    scrollToPlace(row, std::max(0, (viewport()->height() - m_stack.box(row).height) / 2));
    setCurrentIndex(model()->index(row, 0));
}

void TimelineView::scrollToPlace(int row, int offset)
{
    settleNow();
    if (row < 0 || row >= m_stack.count())
        return;
    m_isFollowing = false;
    settle({{{m_stack.box(row).key, offset}}});
}

void TimelineView::flash(int row)
{
    if (row < 0 || row >= m_stack.count())
        return;
    m_flashed = m_stack.box(row).key;
    m_flash.stop();
    m_flash.start();
    viewport()->update();
}

bool TimelineView::isAnimated() const
{
    return motionTime(*this).count() > 0;
}

double TimelineView::flashStrength(int row) const
{
    const bool isFlashing = m_flash.state() == QAbstractAnimation::Running && row >= 0
                            && row < m_stack.count() && m_stack.box(row).key == m_flashed;
    if (!isFlashing)
        return 0;
    return isAnimated() ? m_flash.currentValue().toDouble() : 1;
}

void TimelineView::scrollTo(const QModelIndex& index, ScrollHint /*hint*/)
{
    settleNow();
    const QRect rect = visualRect(index);
    if (!rect.isValid())
        return;
    QScrollBar* bar = verticalScrollBar();
    if (rect.top() < 0)
        bar->setValue(bar->value() + rect.top() - rowPadding);
    else if (rect.bottom() >= viewport()->height())
        bar->setValue(bar->value()
                      + std::min(rect.top(), rect.bottom() + 1 - viewport()->height() + rowPadding));
}

TimelineView::Place TimelineView::place() const
{
    if (model() == nullptr || m_stack.count() == 0 || model()->rowCount() != m_stack.count())
        return {};
    const int first = m_stack.rowAt(scroll());
    for (int row = first; row < m_stack.count() && m_stack.top(row) < scroll() + viewport()->height();
         ++row) {
        const TimelineRow content = rowAt(row);
        // A row that fills the viewport counts, although it begins above it.
        const bool begins =
            m_stack.top(row) >= scroll() || m_stack.top(row + 1) > scroll() + viewport()->height();
        if (content.seq.isValid() && begins)
            return {content.seq, m_stack.top(row) - scroll()};
    }
    return {};
}

bool TimelineView::isRowShown(int row) const
{
    if (row < 0 || row >= m_stack.count())
        return false;
    const int top = m_stack.top(row) - scroll();
    return top >= 0 && (top + m_stack.box(row).height <= viewport()->height() || top == 0);
}

void TimelineView::paintFlash(QPainter& painter, const QStyleOptionViewItem& option, int row) const
{
    const double strength = flashStrength(row);
    if (strength <= 0)
        return;
    QColor ground = m_theme.tint;
    ground.setAlphaF(static_cast<float>(strength));
    // Draw from edge to edge, so that the highlight looks like a band and not like another bubble.
    painter.fillRect(option.rect, ground);
    QColor edge = m_theme.accent;
    edge.setAlphaF(static_cast<float>(strength));
    painter.fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), edge);
}

} // namespace tidemark
