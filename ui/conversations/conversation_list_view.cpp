#include "ui/conversations/conversation_list_view.h"

#include "core/models/conversations/conversation_list_model.h"
#include "ui/conversations/conversation_delegate.h"
#include "ui/look/motion.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/typing.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace tidemark {

ConversationListView::ConversationListView(ConversationListModel& model, QWidget* parent)
    : QListView(parent), m_model(model), m_delegate(new ConversationDelegate(this))
{
    AccessibleRows::install();
    setModel(&model);
    setItemDelegate(m_delegate);
    setUniformItemSizes(true);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setAcceptDrops(true);
    setDropIndicatorShown(false);
    setAccessibleName(tr("Conversations"));
    connect(&model, &QAbstractItemModel::modelReset, this, &ConversationListView::restoreChosen);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &ConversationListView::keepPlace);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, &ConversationListView::keepPlace);

    connect(&model, &QAbstractItemModel::rowsAboutToBeMoved, this,
            [this](const QModelIndex&, int row) { noteBefore(m_model.conversationAt(row)); });
    connect(&model, &QAbstractItemModel::rowsAboutToBeInserted, this, [this] { noteBefore(); });
    connect(&model, &QAbstractItemModel::rowsAboutToBeRemoved, this, [this] { noteBefore(); });
    connect(&model, &QAbstractItemModel::rowsMoved, this, &ConversationListView::beginMotion);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &ConversationListView::beginMotion);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, &ConversationListView::beginMotion);
    // A reset means another filter or search: animate nothing.
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, &ConversationListView::endMotion);
    m_clock.setStartValue(0.0);
    m_clock.setEndValue(1.0);
    connect(&m_clock, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        m_motion.setProgress(value.toDouble());
        viewport()->update();
    });
    connect(&m_clock, &QAbstractAnimation::finished, this, &ConversationListView::endMotion);
}

void ConversationListView::setTheme(const Theme& theme)
{
    m_delegate->setTheme(theme);
    m_ground = theme.side;
    m_accent = theme.accent;
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
        selectionModel()->clearSelection();
        if (hasFocus()) {
            ensureCurrent();
        }
        return;
    }
    const QModelIndex index = m_model.index(row);
    if (currentIndex() != index || !selectionModel()->isSelected(index)) {
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
    }
}

/// While the list has the keyboard focus, leaves the current row alone and only selects the chosen
/// conversation.
void ConversationListView::keepPlace()
{
    if (!hasFocus() || !currentIndex().isValid()) {
        restoreChosen();
        return;
    }
    const int row = m_model.rowOfConversation(m_chosen);
    if (row < 0) {
        selectionModel()->clearSelection();
    } else {
        selectionModel()->select(m_model.index(row), QItemSelectionModel::ClearAndSelect);
    }
}

/// Makes a row current if no row is, as when the open conversation is not in the list.
void ConversationListView::ensureCurrent()
{
    if (!currentIndex().isValid() && m_model.rowCount() > 0) {
        selectionModel()->setCurrentIndex(m_model.index(0), QItemSelectionModel::NoUpdate);
    }
}

ConversationId ConversationListView::neighbour(int steps) const
{
    const int count = m_model.rowCount();
    if (count == 0) {
        return {};
    }
    const int row = m_model.rowOfConversation(m_chosen);
    if (row < 0) {
        return m_model.conversationAt(steps > 0 ? 0 : count - 1);
    }
    return m_model.conversationAt(std::clamp(row + steps, 0, count - 1));
}

void ConversationListView::openRow(const QModelIndex& index)
{
    const ConversationId conversation = m_model.conversationAt(index.row());
    if (conversation.isValid()) {
        Q_EMIT activatedByUser(conversation);
    }
}

void ConversationListView::dataChanged(const QModelIndex& topLeft, const QModelIndex& bottomRight,
                                       const QList<int>& roles)
{
    QListView::dataChanged(topLeft, bottomRight, roles);
    announceNames(*this, topLeft.row(), bottomRight.row(), roles);
}

bool ConversationListView::event(QEvent* event)
{
    // While a row is dragged, Escape ends that, and is no shortcut of the window. The base class and the
    // delegate send events before this object's own members exist.
    if (event->type() == QEvent::ShortcutOverride && m_isDragging
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QListView::event(event);
}

void ConversationListView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_isDragging) {
        endDrag();
        restoreChosen();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        openRow(currentIndex());
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
    showFocus(event->reason());
    QListView::focusInEvent(event);
    announceCurrentRowLater(*this);
}

void ConversationListView::focusOutEvent(QFocusEvent* event)
{
    QListView::focusOutEvent(event);
    // A menu or another window takes the focus only for a while.
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) {
        restoreChosen();
    }
}

QItemSelectionModel::SelectionFlags ConversationListView::selectionCommand(const QModelIndex& /*index*/,
                                                                           const QEvent* /*event*/) const
{
    return QItemSelectionModel::NoUpdate;
}

void ConversationListView::showStart()
{
    executeDelayedItemsLayout();
    verticalScrollBar()->setValue(verticalScrollBar()->minimum());
}

void ConversationListView::takeFocus(Qt::FocusReason reason)
{
    setFocus(reason);
    showFocus(reason);
}

void ConversationListView::showFocus(Qt::FocusReason reason)
{
    m_delegate->setFocusShown(reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason
                              || reason == Qt::ShortcutFocusReason);
    viewport()->update();
}

ConversationId ConversationListView::focused() const
{
    return hasFocus() && currentIndex().isValid() ? m_model.conversationAt(currentIndex().row()) : m_chosen;
}

void ConversationListView::mousePressEvent(QMouseEvent* event)
{
    QListView::mousePressEvent(event);
    endDrag();
    const QModelIndex index = indexAt(event->pos());
    if (event->button() != Qt::LeftButton || !index.isValid()) {
        return;
    }
    const ConversationId conversation = m_model.conversationAt(index.row());
    if (m_model.isMovable(conversation)) {
        // Opened when the button is released: dragging a row opens nothing.
        m_pressed = conversation;
        m_pressedAt = event->pos();
    } else {
        Q_EMIT activatedByUser(conversation);
    }
}

void ConversationListView::mouseReleaseEvent(QMouseEvent* event)
{
    QListView::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || !m_pressed.isValid()) {
        return;
    }
    const ConversationId pressed = m_pressed;
    const bool wasDragged = m_isDragging;
    const int row = m_dragRow;
    endDrag();
    if (!wasDragged) {
        Q_EMIT activatedByUser(pressed);
        return;
    }
    restoreChosen();
    const ConversationId before = m_model.conversationAt(row);
    if (row >= 0 && before != pressed) {
        Q_EMIT pinMoved(pressed, m_model.isMovable(before) ? before : ConversationId());
    }
}

void ConversationListView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_pressed.isValid() && event->buttons().testFlag(Qt::LeftButton)) {
        dragTo(event->pos());
        return;
    }
    // Opening a row can remove a row, so that another one moves under the pointer while the button is held.
    if (event->buttons() == Qt::NoButton) {
        QListView::mouseMoveEvent(event);
    }
}

void ConversationListView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = byKey ? currentIndex() : indexAt(event->pos());
    if (!index.isValid()) {
        return;
    }
    const QPoint at = byKey ? viewport()->mapToGlobal(visualRect(index).center()) : event->globalPos();
    const bool onBadge = !byKey && layoutAt(index).badge.contains(event->pos());
    Q_EMIT menuWanted(m_model.conversationAt(index.row()), at, onBadge);
    // A right click makes its row current. The open conversation must stay chosen.
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
    if (event->type() != QEvent::ToolTip) {
        return QListView::viewportEvent(event);
    }
    showHint(*static_cast<QHelpEvent*>(event));
    return true;
}

void ConversationListView::showHint(const QHelpEvent& event)
{
    const QModelIndex index = indexAt(event.pos());
    if (!index.isValid()) {
        return;
    }
    const auto row = index.data(ConversationListModel::RowRole).value<ConversationRow>();
    const ConversationLayout layout = layoutAt(index);
    const std::pair<QRect, QString> hints[] = {
        {layout.badge, row.badgeHint},       {layout.mention, row.badgeHint},
        {layout.unsynced, row.unsyncedHint}, {layout.time, row.timeHint},
        {layout.mutedGlyph, row.mutedHint},  {layout.pin, tr("Pinned")},
        {layout.ticks, row.deliveryHint},    {layout.reactions, row.reactionsHint},
    };
    for (const auto& [area, hint] : hints) {
        if (area.contains(event.pos())) {
            showPlainTip(event.globalPos(), hint, viewport(), area);
            return;
        }
    }
    QToolTip::hideText();
}

// ---- moves

int ConversationListView::rowHeight() const
{
    return std::max(1, sizeHintForRow(0));
}

int ConversationListView::topOf(int row, int height) const
{
    return row * height - verticalOffset();
}

std::pair<int, int> ConversationListView::rowsInSight(int height) const
{
    return {std::max(0, verticalOffset() / height - 1),
            std::min(m_model.rowCount() - 1, (verticalOffset() + viewport()->height()) / height + 1)};
}

int ConversationListView::drawnTop(ConversationId conversation) const
{
    const int row = m_model.rowOfConversation(conversation);
    return row < 0 ? -1 : m_motion.drawnTop(conversation, topOf(row, rowHeight()));
}

/// Remembers the drawing positions of the visible rows and of one row at either end that may come into view.
/// Computes them, because the view would do a new layout for each question.
void ConversationListView::noteBefore(ConversationId mover)
{
    if (!isVisible() || motionTime(*this).count() == 0) {
        return;
    }
    const int height = rowHeight();
    const auto [first, last] = rowsInSight(height);
    RowMotion before;
    for (int row = first; row <= last; ++row) {
        const ConversationId id = m_model.conversationAt(row);
        before.noteBefore(id, m_motion.drawnTop(id, topOf(row, height)));
    }
    if (mover.isValid()) {
        // A row that was not visible enters over the nearest edge.
        before.noteBefore(mover, std::clamp(drawnTop(mover), -height, viewport()->height()));
        before.setMover(mover);
    }
    m_motion = std::move(before);
}

void ConversationListView::beginMotion()
{
    if (m_motion.isEmpty()) {
        return;
    }
    m_motion.setProgress(0);
    m_clock.stop();
    m_clock.setDuration(static_cast<int>(motionTime(*this).count()));
    m_clock.start();
}

void ConversationListView::endMotion()
{
    m_clock.stop();
    m_motion.clear();
    viewport()->update();
}

void ConversationListView::scrollContentsBy(int dx, int dy)
{
    // The user scrolls to look for something: stop the animation.
    if (!m_motion.isEmpty()) {
        endMotion();
    }
    QListView::scrollContentsBy(dx, dy);
}

void ConversationListView::paintEvent(QPaintEvent* event)
{
    if (m_motion.isEmpty() || m_clock.state() == QAbstractAnimation::Stopped) {
        QListView::paintEvent(event);
    } else {
        paintMoving();
    }
    paintDropTarget();
    paintDragLine();
}

void ConversationListView::paintMoving()
{
    QPainter painter(viewport());
    const int mover = m_model.rowOfConversation(m_motion.mover());
    const auto [first, last] = rowsInSight(rowHeight());
    for (int row = first; row <= last; ++row) {
        if (row != mover) {
            paintRow(painter, row, false);
        }
    }
    if (mover >= 0) {
        paintRow(painter, mover, true);
    }
}

void ConversationListView::paintRow(QPainter& painter, int row, bool isOnTop)
{
    const QModelIndex index = m_model.index(row);
    const ConversationId id = m_model.conversationAt(row);
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    const int height = rowHeight();
    option.rect = QRect(0, topOf(row, height), viewport()->width(), height);
    if (selectionModel()->isSelected(index)) {
        option.state |= QStyle::State_Selected;
    }
    if (index == currentIndex() && hasFocus()) {
        option.state |= QStyle::State_HasFocus;
    }
    if (viewport()->underMouse() && option.rect.contains(viewport()->mapFromGlobal(QCursor::pos()))) {
        option.state |= QStyle::State_MouseOver;
    }
    option.rect.moveTop(m_motion.drawnTop(id, option.rect.top()));
    if (isOnTop) {
        painter.fillRect(option.rect, m_ground);
    }
    painter.setOpacity(m_motion.opacity(id));
    m_delegate->paint(&painter, option, index);
    painter.setOpacity(1);
}

} // namespace tidemark
