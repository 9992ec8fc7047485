// ConversationListView: what the user drags over its rows, and the dragging of pinned rows.
#include "core/models/conversations/conversation_list_model.h"
#include "ui/conversations/conversation_list_view.h"

#include <QApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace tidemark {

void ConversationListView::dragEnterEvent(QDragEnterEvent* event)
{
    const QMimeData& what = *event->mimeData();
    event->setAccepted(what.hasUrls() || what.hasImage());
}

void ConversationListView::dragMoveEvent(QDragMoveEvent* event)
{
    setDropTarget(dropTargetAt(event->position().toPoint()));
    event->setAccepted(m_dropTarget.isValid());
}

void ConversationListView::dragLeaveEvent(QDragLeaveEvent* /*event*/)
{
    setDropTarget({});
}

void ConversationListView::dropEvent(QDropEvent* event)
{
    setDropTarget({});
    if (const ConversationId target = dropTargetAt(event->position().toPoint()); target.isValid()) {
        event->acceptProposedAction();
        Q_EMIT dropped(target, event->mimeData());
    }
}

/// 0 where the user may not write.
ConversationId ConversationListView::dropTargetAt(const QPoint& point) const
{
    const QModelIndex index = indexAt(point);
    const ConversationId id = index.isValid() ? m_model.conversationAt(index.row()) : ConversationId();
    const ConversationSummary* summary = m_model.summary(id);
    return summary != nullptr && mayWriteIn(*summary) ? id : ConversationId();
}

void ConversationListView::setDropTarget(ConversationId conversation)
{
    if (std::exchange(m_dropTarget, conversation) != conversation) {
        viewport()->update();
    }
}

/// Paints a frame around the row to which what the user drags would go.
void ConversationListView::paintDropTarget()
{
    const int row = m_dropTarget.isValid() ? m_model.rowOfConversation(m_dropTarget) : -1;
    if (row < 0) {
        return;
    }
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_accent, 2, Qt::DashLine));
    painter.drawRoundedRect(QRectF(visualRect(m_model.index(row))).adjusted(3, 3, -3, -3), 8, 8);
}

// ---- pinned rows

int ConversationListView::dragRowAt(int y) const
{
    int pinned = 0;
    while (pinned < m_model.rowCount() && m_model.isMovable(m_model.conversationAt(pinned))) {
        ++pinned;
    }
    const int height = rowHeight();
    return std::clamp((y + verticalOffset() + height / 2) / height, 0, pinned);
}

void ConversationListView::dragTo(const QPoint& point)
{
    if (!m_model.isMovable(m_pressed)) {
        endDrag(); // it was unpinned or has left the list meanwhile
        return;
    }
    if (!m_isDragging && (point - m_pressedAt).manhattanLength() < QApplication::startDragDistance()) {
        return;
    }
    m_isDragging = true;
    if (std::exchange(m_dragRow, dragRowAt(point.y())) != m_dragRow) {
        viewport()->update();
    }
}

void ConversationListView::endDrag()
{
    m_pressed = {};
    m_dragRow = -1;
    if (std::exchange(m_isDragging, false)) {
        viewport()->update();
    }
}

/// Paints a line where the dragged row would go.
void ConversationListView::paintDragLine()
{
    if (!m_isDragging) {
        return;
    }
    QPainter painter(viewport());
    const int y = std::max(1, topOf(m_dragRow, rowHeight()));
    painter.fillRect(QRect(6, y - 1, viewport()->width() - 12, 2), m_accent);
}

} // namespace tidemark
