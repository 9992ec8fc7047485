#include "ui/conversation_list_view.h"

#include "core/models/conversation_list_model.h"
#include "ui/conversation_delegate.h"
#include "ui/typing.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace tidemark {

ConversationListView::ConversationListView(ConversationListModel& model, QWidget* parent)
    : QListView(parent), m_model(model), m_delegate(new ConversationDelegate(this))
{
    setModel(&model);
    setItemDelegate(m_delegate);
    setUniformItemSizes(true);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setAccessibleName(tr("Conversations"));
    connect(&model, &QAbstractItemModel::modelReset, this, &ConversationListView::restoreChosen);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &ConversationListView::restoreChosen);
}

void ConversationListView::setTheme(const Theme& theme)
{
    m_delegate->setTheme(theme);
    viewport()->update();
}

void ConversationListView::choose(ConversationId conversation)
{
    m_chosen = conversation;
    restoreChosen();
}

void ConversationListView::restoreChosen()
{
    const int row = m_model.rowOfConversation(m_chosen);
    if (row < 0) {
        selectionModel()->clear();
        return;
    }
    const QModelIndex index = m_model.index(row);
    if (currentIndex() != index || !selectionModel()->isSelected(index))
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
}

ConversationId ConversationListView::neighbour(int steps) const
{
    const int count = m_model.rowCount();
    if (count == 0)
        return {};
    const int row = m_model.rowOfConversation(m_chosen);
    if (row < 0)
        return m_model.conversationAt(steps > 0 ? 0 : count - 1);
    return m_model.conversationAt(std::clamp(row + steps, 0, count - 1));
}

void ConversationListView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        const ConversationId conversation = m_model.conversationAt(currentIndex().row());
        if (conversation.isValid())
            Q_EMIT activatedByUser(conversation);
        return;
    }
    if (isTyping(*event)) {
        Q_EMIT typed(event);
        return;
    }
    m_delegate->setFocusShown(true);
    QListView::keyPressEvent(event);
}

void ConversationListView::focusInEvent(QFocusEvent* event)
{
    const Qt::FocusReason reason = event->reason();
    m_delegate->setFocusShown(reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason
                              || reason == Qt::ShortcutFocusReason);
    QListView::focusInEvent(event);
}

void ConversationListView::mousePressEvent(QMouseEvent* event)
{
    QListView::mousePressEvent(event);
    const QModelIndex index = indexAt(event->pos());
    if (event->button() == Qt::LeftButton && index.isValid())
        Q_EMIT activatedByUser(m_model.conversationAt(index.row()));
}

void ConversationListView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = byKey ? currentIndex() : indexAt(event->pos());
    if (!index.isValid())
        return;
    const QPoint at = byKey ? viewport()->mapToGlobal(visualRect(index).center()) : event->globalPos();
    const bool onBadge = !byKey && layoutAt(index).badge.contains(event->pos());
    Q_EMIT menuWanted(m_model.conversationAt(index.row()), at, onBadge);
    // A right click makes its row current; what is chosen stays the open conversation.
    restoreChosen();
}

ConversationLayout ConversationListView::layoutAt(const QModelIndex& index) const
{
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    option.rect = visualRect(index);
    return layoutOf(option, index.data(ConversationListModel::RowRole).value<ConversationRow>());
}

bool ConversationListView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QListView::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QModelIndex index = indexAt(help->pos());
    if (!index.isValid())
        return true;
    const auto row = index.data(ConversationListModel::RowRole).value<ConversationRow>();
    const ConversationLayout layout = layoutAt(index);
    if (layout.badge.contains(help->pos()) || layout.mention.contains(help->pos()))
        QToolTip::showText(help->globalPos(), row.badgeHint, viewport(), layout.badge);
    else if (layout.unsynced.contains(help->pos()))
        QToolTip::showText(help->globalPos(), row.unsyncedHint, viewport(), layout.unsynced);
    else
        QToolTip::hideText();
    return true;
}

} // namespace tidemark
