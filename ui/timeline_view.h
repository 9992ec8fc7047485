#pragma once

#include "core/domain/ids.h"
#include "ui/accessible_rows.h"
#include "ui/row_stack.h"
#include "ui/shortcuts.h"
#include "ui/theme.h"
#include "ui/timeline_layout.h"
#include "ui/timeline_selection.h"

#include <QAbstractItemView>
#include <QTimer>
#include <QVariantAnimation>

#include <optional>
#include <unordered_set>

namespace tidemark {

class TimelineDelegate;

/// Shows the rows of a TimelineModel. The reader's place is kept whatever comes, goes or changes its height:
/// rows that are put in above, a resized window, edits. At the very end of the conversation the view follows
/// new rows. Only what is close to the viewport is laid out; the rest has estimated heights until there is
/// time.
class TimelineView : public QAbstractItemView, public OpensRows {
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    void setTheme(const Theme& theme);
    void setModel(QAbstractItemModel* model) override;

    /// Whether the model's last row is the conversation's: only there the view follows.
    void setEndReached(bool reached);
    void scrollToEnd();
    /// Puts the divider near the top; without one, or if all after it fits, shows the end.
    void scrollToNewMessages();
    /// Puts a row in the middle.
    void scrollToRow(int row);
    /// Puts the upper edge of a row `offset` below the viewport's.
    void scrollToPlace(int row, int offset);
    /// Shows for a moment which row is meant: its ground fades, or stands and goes where nothing is to move.
    void flash(int row);
    /// How much of it is still to be seen, 0 … 1.
    [[nodiscard]] double flashStrength(int row) const;

    /// What is selected; messages that are not at hand any more do not count.
    [[nodiscard]] const TimelineSelection& selection() const { return m_selection; }
    [[nodiscard]] int selectedMessages() const { return static_cast<int>(selectedRows().size()); }
    /// The selected characters of one message, or the selected messages with names and times.
    [[nodiscard]] QString selectedText() const;
    void copySelection();
    void clearSelected();
    /// -1: not there.
    [[nodiscard]] int rowOf(const TimelineRowKey& key) const { return m_stack.find(key); }
    /// Selects a message, for others to follow.
    void selectRow(int row);

    /// The day that floats over the first rows while they are scrolled.
    struct FloatingDay {
        int row = -1; ///< -1: none
        QRect pill;   ///< in the viewport
    };
    /// Where it is or would be: nowhere while the day's own row shows it there.
    [[nodiscard]] FloatingDay floatingDay() const;
    /// How much of it is to be seen, 0 … 1.
    [[nodiscard]] double floatingDayStrength() const;

    /// The links of a row at a point in the viewport, or all of them.
    [[nodiscard]] QList<QUrl> linksAt(const QModelIndex& index, const QPoint& point) const;
    [[nodiscard]] static QList<QUrl> linksOf(const TimelineRow& row);
    /// When a message was sent, and where it was edited the last time of that, in full.
    [[nodiscard]] static QString momentsText(const TimelineRow& row);
    /// Where the link leads that the pointer is on, or the first one of the row that has the keyboard's
    /// focus.
    [[nodiscard]] QString shownTarget() const;
    /// What stands in the lower left corner: that, or how many messages are selected, or for a moment that
    /// they were copied.
    [[nodiscard]] QString statusText() const;
    /// Says for a moment that what is selected, or the chosen message, was copied.
    void noteCopied();
    /// Stands over the uppermost rows and moves none of them; empty: nothing.
    void setHint(const QString& words);
    [[nodiscard]] const QString& hint() const { return m_hint; }
    /// Where it is, in the viewport, and whether all of its words have room.
    [[nodiscard]] QRect hintRoom() const;
    [[nodiscard]] bool isHintWhole() const;
    /// Shown where there is room above the rows; empty: nothing.
    void setEmptyText(const QString& words);
    [[nodiscard]] const QString& emptyText() const { return m_emptyText; }
    /// Makes the row above or below the current one current, for the keys; the first time the lowest on
    /// screen.
    void choose(int step);

    /// The first message that begins on screen and where; seq 0: none does.
    struct Place {
        Seq seq;
        int offset = 0;
    };
    [[nodiscard]] Place place() const;
    /// Whether all of a row is on screen, or as much of it as fits.
    [[nodiscard]] bool isRowShown(int row) const;
    /// Whether the divider is among the rows and begins below what is on screen.
    [[nodiscard]] bool isDividerBelow() const;

    /// At the end of the conversation, so that what arrives is followed.
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    /// How far the log is on screen: the coverage of the lowest row whose bottom edge is inside the viewport;
    /// 0 none.
    [[nodiscard]] Seq seenUpTo() const;
    /// The same for the topmost such row.
    [[nodiscard]] Seq seenFrom() const;
    /// Lays out what is pending, so that geometry is right now. Usually done before painting.
    void settleNow();

    void openRow(const QModelIndex& index) override;
    [[nodiscard]] QRect visualRect(const QModelIndex& index) const override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    [[nodiscard]] QModelIndex indexAt(const QPoint& point) const override;
    void reset() override;
    void doItemsLayout() override;

    /// Keys that scroll; true if `event` was one. For others that have the focus and let the timeline scroll.
    bool scrollByKey(const QKeyEvent& event);

Q_SIGNALS:
    /// The reader is close to the first or the last loaded row.
    void nearStart();
    void nearEnd();
    /// Scrolled, resized or laid out anew: what is on screen may be different.
    void moved();
    void followingChanged(bool following);
    /// The reader has scrolled or clicked here, as opposed to the program.
    void touched();
    void pressed();
    /// Something was typed, which a timeline has no use for.
    void typed(QKeyEvent* event);
    void endWanted();
    void linkActivated(const QUrl& url);
    void quoteActivated(const QModelIndex& index);
    void failedActivated(const QModelIndex& index, const QPoint& globalPosition);
    void showAllActivated(const QModelIndex& index);
    /// Several links are to be chosen from.
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
    [[nodiscard]] int scroll() const; ///< distance of the viewport's upper edge from the stack's
    [[nodiscard]] TimelineHit hitAt(const QPoint& point) const;

    // Selecting
    /// A left button that is held down.
    struct Press {
        TimelineRowKey row;
        int place = -1; ///< in the text of the row; -1: beside the bubble
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
    [[nodiscard]] int placeAt(int row, const QPoint& point) const; ///< -1: beside the bubble
    [[nodiscard]] QList<TimelineRow> selectedRows() const;
    bool selectBy(KeyCommand command);
    bool doByKey(KeyCommand command);

    // Painting
    void paintRows(QPainter& painter, const QRect& area) const;
    void paintSelected(QPainter& painter, const QStyleOptionViewItem& option, int row) const;
    void paintFloatingDay(QPainter& painter) const;
    void paintStatus(QPainter& painter) const;
    void paintEmptyText(QPainter& painter) const;
    [[nodiscard]] int floatingAt() const; ///< where the day and the number of selected messages float

    void activate(const QModelIndex& index, const TimelineHit& hit, const QPoint& globalPosition);
    void showTarget(const QString& target);
    bool scrollBy(KeyCommand command);
    [[nodiscard]] int dividerRow() const; ///< -1: there is none
    void paintFlash(QPainter& painter, const QStyleOptionViewItem& option, int row) const;
    [[nodiscard]] bool isAnimated() const;
    [[nodiscard]] QPoint bubbleCentre(const QModelIndex& index) const; ///< global; of what a key is meant for
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
    std::unordered_set<TimelineRowKey> m_stale; ///< rows whose content changed since they were measured
    std::vector<QMetaObject::Connection> m_modelConnections;
    QTimer m_measureTimer;
    int m_width = 0;    ///< that the stack was measured for
    int m_topMoved = 0; ///< how much lower the view begins than when it was laid out
    bool m_isSettling = false;
    bool m_isEndReached = false;
    bool m_isFollowing = true;
    TimelineRowKey m_flashed;
    QVariantAnimation m_flash;
    TimelineSelection m_selection;
    std::optional<Press> m_press;
    QPoint m_pressPointer; ///< where the pointer was last while the button is held down
    QTimer m_pressScroll;
    QTimer m_dayStay; ///< after scrolling
    QVariantAnimation m_dayFade;
    QString m_pointedTarget;
    QString m_copied; ///< what was, in words, while m_copiedStay runs
    QTimer m_copiedStay;
    QString m_hint;
    QString m_emptyText;
};

} // namespace tidemark
