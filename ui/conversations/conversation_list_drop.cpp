// ConversationListView: what the user drags over its rows.
#include "core/models/conversations/conversation_list_model.h"
#include "ui/conversations/conversation_list_view.h"

#include <QDropEvent>
#include <QMimeData>
#include <QPainter>

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
    return summary != nullptr && mayPost(summary->kind, summary->role) ? id : ConversationId();
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

} // namespace tidemark
