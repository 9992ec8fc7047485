#include "ui/timeline/rows_on_screen.h"

namespace tidemark {

Seq RowsOnScreen::seenThrough() const
{
    if (!hasContents()) {
        return {};
    }
    for (int row = m_stack.rowAt(bottom()); row >= 0 && m_stack.top(row + 1) > m_scroll; --row) {
        const TimelineRow content = m_contents(row);
        if (m_stack.top(row + 1) <= bottom() && content.coversThrough.isValid()) {
            return content.coversThrough;
        }
    }
    return {};
}

Seq RowsOnScreen::seenFrom() const
{
    return topRow().coversThrough;
}

Seq RowsOnScreen::topSeq() const
{
    return topRow().seq;
}

/// The topmost row of the log whose bottom edge is inside the viewport; an empty row if there is none.
TimelineRow RowsOnScreen::topRow() const
{
    if (!hasContents()) {
        return {};
    }
    const int last = m_stack.rowAt(bottom());
    for (int row = m_stack.rowAt(m_scroll); row <= last && m_stack.top(row + 1) <= bottom(); ++row) {
        TimelineRow content = m_contents(row);
        if (m_stack.top(row + 1) > m_scroll && content.coversThrough.isValid()) {
            return content;
        }
    }
    return {};
}

RowsOnScreen::Place RowsOnScreen::place() const
{
    if (!hasContents()) {
        return {};
    }
    for (int row = m_stack.rowAt(m_scroll); row < m_stack.count() && m_stack.top(row) < bottom(); ++row) {
        const TimelineRow content = m_contents(row);
        // A row that fills the viewport counts, although it begins above it.
        const bool begins = m_stack.top(row) >= m_scroll || m_stack.top(row + 1) > bottom();
        if (content.seq.isValid() && begins) {
            return {content.seq, m_stack.top(row) - m_scroll};
        }
    }
    return {};
}

bool RowsOnScreen::showsWhole(int row) const
{
    if (row < 0 || row >= m_stack.count()) {
        return false;
    }
    const int top = m_stack.top(row) - m_scroll;
    return top >= 0 && (top + m_stack.box(row).height <= m_height || top == 0);
}

bool RowsOnScreen::isDividerBelow() const
{
    const int row = m_stack.findFirst(TimelineRowKind::NewMessages);
    return row >= 0 && m_stack.top(row) >= bottom();
}

} // namespace tidemark
