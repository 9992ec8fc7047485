#pragma once

#include "core/domain/ids.h"
#include "ui/look/theme.h"
#include "ui/session/shortcuts.h"
#include "ui/timeline/row_stack.h"
#include "ui/timeline/timeline_layout.h"
#include "ui/timeline/timeline_selection.h"
#include "ui/widgets/accessible_rows.h"

#include <QAbstractItemView>
#include <QTimer>
#include <QVariantAnimation>

#include <optional>
#include <unordered_set>

namespace tidemark {

class TimelineDelegate;

/// Shows the rows of a TimelineModel. Keeps the reader's place when rows are inserted above, change their
/// height or go, and when the window is resized. At the very end of the conversation the view follows new
/// rows. Only rows close to the viewport are laid out; the others have estimated heights until the program is
/// idle.
class TimelineView : public QAbstractItemView, public OpensRows {
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    void setTheme(const Theme& theme);
    void setModel(QAbstractItemModel* model) override;

    /// Sets whether the model's last row is the conversation's. Only then does the view follow.
    void setEndReached(bool reached);
    void scrollToEnd();
    /// Puts the divider near the top. Shows the end if there is no divider or everything after it fits.
    void scrollToNewMessages();
    /// Centres a row.
    void scrollToRow(int row);
    /// Puts the upper edge of a row `offset` pixels below the viewport's.
    void scrollToPlace(int row, int offset);
    /// Highlights a row for a moment. The highlight fades, or just disappears if animations are off.
    void flash(int row);
    /// The strength of the highlight, 0 … 1.
    [[nodiscard]] double flashStrength(int row) const;

    /// The selection. Messages that are no longer loaded do not count.
    [[nodiscard]] const TimelineSelection& selection() const { return m_selection; }
    [[nodiscard]] int selectedMessages() const { return static_cast<int>(selectedRows().size()); }
    /// The selected characters of one message, or the selected messages with names and times.
    [[nodiscard]] QString selectedText() const;
    void copySelection();
    void clearSelected();
    /// Returns -1 if the key is not in the timeline.
    [[nodiscard]] int rowOf(const TimelineRowKey& key) const { return m_stack.find(key); }
    /// Selects a message; the user can then extend the selection.
    void selectRow(int row);

    /// The day that floats over the first rows while the user scrolls.
    struct FloatingDay {
        int row = -1; ///< -1: no floating day
        QRect pill;   ///< in viewport coordinates
    };
    /// The place of the floating day, even while it is hidden; none while the day's own row is at that place.
    [[nodiscard]] FloatingDay floatingDay() const;
    /// The opacity of the floating day, 0 … 1.
    [[nodiscard]] double floatingDayStrength() const;

    /// The links of a row at a point in the viewport; if there is none at that point, the first links of the
    /// row.
    [[nodiscard]] QList<QUrl> linksAt(const QModelIndex& index, const QPoint& point) const;
    [[nodiscard]] static QList<QUrl> linksOf(const TimelineRow& row);
    /// The full times at which a message was sent and last edited.
    [[nodiscard]] static QString momentsText(const TimelineRow& row);
    /// The target of the link under the pointer, or of the first link of the row with the keyboard focus.
    [[nodiscard]] QString shownTarget() const;
    /// The text in the lower left corner: the link's target, how many messages are selected, or for a moment
    /// that they were copied.
    [[nodiscard]] QString statusText() const;
    /// Says for a moment that the selection, or the chosen message, was copied.
    void noteCopied();
    /// Shows a hint over the uppermost rows, without moving them; empty: no hint.
    void setHint(const QString& words);
    [[nodiscard]] const QString& hint() const { return m_hint; }
    /// The hint's place in viewport coordinates, and whether all of its words fit.
    [[nodiscard]] QRect hintRoom() const;
    [[nodiscard]] bool isHintWhole() const;
    /// Sets the text that is shown if there is room above the rows; empty: no text.
    void setEmptyText(const QString& words);
    [[nodiscard]] const QString& emptyText() const { return m_emptyText; }
    /// Moves the current row up or down by `step`. If no row is current yet, takes the lowest row on screen.
    void choose(int step);

    /// The first message that begins on screen, and its offset; seq 0: there is none.
    struct Place {
        Seq seq;
        int offset = 0;
    };
    [[nodiscard]] Place place() const;
    /// Returns whether a row is completely on screen, or fills it.
    [[nodiscard]] bool isRowShown(int row) const;
    /// Returns whether the divider is loaded and begins below the viewport.
    [[nodiscard]] bool isDividerBelow() const;

    /// Returns whether the view is at the end of the conversation and follows new rows.
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    /// Returns the last seq of the lowest row whose bottom edge is inside the viewport; 0: there is none.
    [[nodiscard]] Seq seenThrough() const;
    /// Returns the last seq of the topmost row whose bottom edge is inside the viewport; 0: there is none.
    [[nodiscard]] Seq seenFrom() const;
    /// Lays out what is pending, so that the geometry is exact now. Usually done before painting.
    void settleNow();

    void openRow(const QModelIndex& index) override;
    [[nodiscard]] QRect visualRect(const QModelIndex& index) const override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    [[nodiscard]] QModelIndex indexAt(const QPoint& point) const override;
    void reset() override;
    void doItemsLayout() override;

    /// Scrolls if `event` is a scrolling key, and returns whether it was. For other widgets that have the
    /// focus and let the timeline scroll.
    bool scrollByKey(const QKeyEvent& event);

Q_SIGNALS:
    /// The first or the last loaded row is near the viewport.
    void nearStart();
    void nearEnd();
    /// The view was scrolled, resized or laid out again: the messages on screen may have changed.
    void moved();
    void followingChanged(bool following);
    /// The reader scrolled or clicked in the timeline; not emitted when the program scrolls.
    void touched();
    void pressed();
    /// The user typed a character, which the timeline does not handle.
    void typed(QKeyEvent* event);
    void endWanted();
    void linkActivated(const QUrl& url);
    void quoteActivated(const QModelIndex& index);
    void failedActivated(const QModelIndex& index, const QPoint& globalPosition);
    void showAllActivated(const QModelIndex& index);
    /// The user must choose from several links.
    void linksActivated(const QList<QUrl>& links, const QPoint& globalPosition);
    void menuWanted(const QModelIndex& index, const QPoint& globalPosition);

protected:
    bool event(QEvent* event) override;
    void dataChanged(const QModelIndex& topLeft, const QModelIndex& bottomRight,
                     const QList<int>& roles) override;
    void rowsInserted(const QModelIndex& parent, int start, int end) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void focusInEvent(QFocusEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void paintEvent(QPaintEvent* event) override;
    void moveEvent(QMoveEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void updateGeometries() override;

    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    [[nodiscard]] int horizontalOffset() const override { return 0; }
    [[nodiscard]] int verticalOffset() const override;
    [[nodiscard]] bool isIndexHidden(const QModelIndex& /*index*/) const override { return false; }
    void setSelection(const QRect& /*rect*/, QItemSelectionModel::SelectionFlags /*command*/) override {}
    [[nodiscard]] QRegion visualRegionForSelection(const QItemSelection& selection) const override;

private:
    static constexpr int rowPadding = 10; ///< above the first and below the last row

    [[nodiscard]] QStyleOptionViewItem optionFor(int row) const;
    [[nodiscard]] TimelineRow rowAt(int row) const;
    [[nodiscard]] int scroll() const; ///< the distance of the viewport's upper edge from that of the stack
    [[nodiscard]] TimelineHit hitAt(const QPoint& point) const;

    // Selecting
    /// The left button is held down.
    struct Press {
        TimelineRowKey row;
        int place = -1; ///< position in the row's text; -1: outside the bubble
        QPoint at;
        bool isSelecting = false;
    };
    void beginPress(const QMouseEvent& event);
    void selectTo(const QPoint& point);
    void selectRange(int from, int to);
    void extendTo(int row);
    void extend(int step);
    void selectAllMessages();
    void selectWord(const QPoint& point);
    void scrollWhileSelecting();
    void noteSelection();
    [[nodiscard]] int rowNear(int y) const;
    [[nodiscard]] int placeAt(int row, const QPoint& point) const; ///< -1: outside the bubble
    [[nodiscard]] QList<TimelineRow> selectedRows() const;
    bool selectBy(KeyCommand command);
    bool doByKey(KeyCommand command);

    // Painting
    void paintRows(QPainter& painter, const QRect& area) const;
    void paintSelected(QPainter& painter, const QStyleOptionViewItem& option, int row) const;
    void paintFloatingDay(QPainter& painter) const;
    void paintStatus(QPainter& painter) const;
    void paintEmptyText(QPainter& painter) const;
    [[nodiscard]] int floatingAt() const; ///< the top of the day or of the number of selected messages

    void activate(const QModelIndex& index, const TimelineHit& hit, const QPoint& globalPosition);
    void showTarget(const QString& target);
    bool scrollBy(KeyCommand command);
    [[nodiscard]] int dividerRow() const; ///< -1 if there is none
    void paintFlash(QPainter& painter, const QStyleOptionViewItem& option, int row) const;
    [[nodiscard]] bool isAnimated() const;
    [[nodiscard]] QPoint
    bubbleCentre(const QModelIndex& index) const; ///< in global coordinates; the place for what a key opens
    void rebuildStack();
    void settle(const ReaderPlace& place);
    void updateScrollBar();
    void moveTo(int scroll);
    [[nodiscard]] int placeOfDivider(int divider);
    bool measureNear();
    void measureSome();
    void settleAfterScroll();
    void updateFollowing();
    void askForMore();

    TimelineDelegate* m_delegate;
    Theme m_theme;
    RowStack m_stack;
    std::unordered_set<TimelineRowKey> m_stale; ///< rows whose content changed after they were measured
    std::vector<QMetaObject::Connection> m_modelConnections;
    QTimer m_measureTimer;
    int m_width = 0;    ///< the width for which the stack was measured
    int m_topMoved = 0; ///< how far the view's top has moved down since the last layout
    bool m_isSettling = false;
    bool m_isEndReached = false;
    bool m_isFollowing = true;
    TimelineRowKey m_flashed;
    QVariantAnimation m_flash;
    TimelineSelection m_selection;
    std::optional<Press> m_press;
    QPoint m_pressPointer; ///< where the pointer last was while the button is held down
    QTimer m_pressScroll;
    QTimer m_dayStay; ///< runs after scrolling
    QVariantAnimation m_dayFade;
    QString m_pointedTarget;
    QString m_copied; ///< what was copied, in words, while m_copiedStay runs
    QTimer m_copiedStay;
    QString m_hint;
    QString m_emptyText;
};

} // namespace tidemark
