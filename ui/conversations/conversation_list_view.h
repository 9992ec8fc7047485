#pragma once

#include "core/domain/ids.h"
#include "ui/look/theme.h"
#include "ui/widgets/accessible_rows.h"
#include "ui/widgets/row_motion.h"

#include <QListView>
#include <QMimeData>
#include <QVariantAnimation>

#include <utility>

class QHelpEvent;

namespace tidemark {

class ConversationDelegate;
struct ConversationLayout;
class ConversationListModel;

/// The list of conversations. It keeps the chosen conversation through moves, filters and resets, and emits
/// only what the user did. The user can drag pinned rows among each other. Rows that change their place slide
/// there; for the pointer, the keyboard and screen readers they are at the new place at once.
class ConversationListView : public QListView, public OpensRows {
    Q_OBJECT
public:
    explicit ConversationListView(ConversationListModel& model, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void openRow(const QModelIndex& index) override;
    /// Takes the keyboard focus, or keeps it. With a keyboard `reason` the current row is marked as focused.
    void takeFocus(Qt::FocusReason reason);
    /// Shows the first rows, as when the list has other rows than before.
    void showStart();
    /// Shows `conversation` as chosen; 0: no conversation. Emits no signal.
    void choose(ConversationId conversation);
    [[nodiscard]] ConversationId chosen() const { return m_chosen; }
    /// The conversation to which what the user drags would go; 0: none.
    [[nodiscard]] ConversationId dropTarget() const { return m_dropTarget; }
    /// The pinned conversation whose row the user drags; 0: none.
    [[nodiscard]] ConversationId dragged() const { return m_isDragging ? m_pressed : ConversationId(); }
    /// Returns the conversation of the row that has the keyboard focus, or else the chosen one; 0: none.
    [[nodiscard]] ConversationId focused() const;
    /// Returns the conversation `steps` rows below the chosen one (negative: above), clamped to the list; 0
    /// if the list is empty.
    [[nodiscard]] ConversationId neighbour(int steps) const;
    /// Returns the row's current drawing position, in pixels from the top of the viewport; -1 if the
    /// conversation is not in the list.
    [[nodiscard]] int drawnTop(ConversationId conversation) const;
    /// Returns the clock of the moves; runs from 0 to 1 while rows move.
    [[nodiscard]] QVariantAnimation& motionClock() { return m_clock; }

Q_SIGNALS:
    void activatedByUser(tidemark::ConversationId conversation);
    /// The user typed a character, which the list does not handle.
    void typed(QKeyEvent* event);
    /// The user dropped something on the row of a conversation.
    void dropped(tidemark::ConversationId conversation, const QMimeData* what);
    /// The user has dragged the row of a pinned conversation to right before that of `before`; 0: to the end
    /// of the pinned ones.
    void pinMoved(tidemark::ConversationId moved, tidemark::ConversationId before);
    /// `onBadge`: the user clicked on the badge itself.
    void menuWanted(tidemark::ConversationId conversation, const QPoint& globalPosition, bool onBadge);

protected:
    void dataChanged(const QModelIndex& topLeft, const QModelIndex& bottomRight,
                     const QList<int>& roles) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    /// The highlight is the open conversation's alone: the keyboard moves a frame, and opens with Enter.
    [[nodiscard]] QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex& index,
                                                                       const QEvent* event) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void restoreChosen();
    void keepPlace();
    void ensureCurrent();
    void showFocus(Qt::FocusReason reason);
    void showHint(const QHelpEvent& event);
    void noteBefore(ConversationId mover = {});
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int topOf(int row, int height) const;
    /// Returns the visible rows and one more at either end, as the first and the last of them.
    [[nodiscard]] std::pair<int, int> rowsInSight(int height) const;
    void beginMotion();
    void endMotion();
    void paintMoving();
    void setDropTarget(ConversationId conversation);
    [[nodiscard]] ConversationId dropTargetAt(const QPoint& point) const;
    void paintDropTarget();
    /// Returns the row before which a dragged row would go; at most one below the last pinned row.
    [[nodiscard]] int dragRowAt(int y) const;
    void dragTo(const QPoint& point);
    void endDrag();
    void paintDragLine();
    void paintRow(QPainter& painter, int row, bool isOnTop);
    [[nodiscard]] ConversationLayout layoutAt(const QModelIndex& index) const;

    ConversationListModel& m_model;
    ConversationDelegate* m_delegate;
    ConversationId m_chosen;
    ConversationId m_dropTarget; ///< the row below what the user drags; 0: none
    ConversationId m_pressed;    ///< the pinned conversation on whose row the left button is held; 0: none
    QPoint m_pressedAt;
    bool m_isDragging = false;
    int m_dragRow = -1; ///< while the user drags: see dragRowAt()
    QColor m_accent;
    RowMotion m_motion;
    QColor m_ground;
    QVariantAnimation m_clock;
};

} // namespace tidemark
