#pragma once

#include "ui/look/theme.h"
#include "ui/session/choices/shortcuts.h"
#include "ui/timeline/files/file_painter.h"
#include "ui/timeline/place_keeping_view.h"
#include "ui/widgets/accessible_rows.h"

namespace tidemark {

class RowFlash;
class SelectionController;
class TimelineFiles;
class TimelineOverlays;
class TimelineReactions;

/// The messages of a conversation: paints the rows of a TimelineModel, and turns what the user does with
/// mouse and keys into scrolling, selecting and signals.
class TimelineView : public PlaceKeepingView, public OpensRows {
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// The source of the files and pictures of messages.
    void setFileSources(const FileSources& sources);

    [[nodiscard]] SelectionController& selection() const { return *m_selection; }
    [[nodiscard]] TimelineOverlays& overlays() const { return *m_overlays; }
    [[nodiscard]] TimelineReactions& reactions() const { return *m_reactions; }
    /// Highlights a row for a moment.
    void flash(int row);
    /// The strength of the highlight, 0 … 1.
    [[nodiscard]] double flashStrength(int row) const;

    /// The links of a row at a point in the viewport; if there is none at that point, the first links of the
    /// row.
    [[nodiscard]] QList<QUrl> linksAt(const QModelIndex& index, const QPoint& point) const;
    /// The full times at which a message was sent and last edited.
    [[nodiscard]] static QString momentsText(const TimelineRow& row);

    /// Moves the current row up or down by `step`. If no row is current yet, takes the lowest row on screen.
    void choose(int step);
    /// Moves to the next (1) or previous (-1) file of the current row, in the order in which they are shown.
    /// Returns false if there is no further one.
    bool chooseFile(int step);
    /// Moves through the files of the current row, and then through its reactions.
    void choosePart(int step);
    void openRow(const QModelIndex& index) override;
    [[nodiscard]] QString chosenPart(const QModelIndex& index) const override;
    void reset() override;
    /// Scrolls if `event` is a scrolling key, and returns whether it was. For other widgets that have the
    /// focus and let the timeline scroll.
    bool scrollByKey(const QKeyEvent& event);

Q_SIGNALS:
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
    /// The user opens a closed line of messages by ignored users.
    void closedActivated(const QModelIndex& index);
    /// The user clicked on a file, or on the button for its transfer.
    void fileActivated(const QModelIndex& index, int file);
    void fileButtonActivated(const QModelIndex& index, int file);
    /// The user drags a file that this device has out of the timeline.
    void fileDragged(const QModelIndex& index, int file);
    /// The user must choose from several links.
    void linksActivated(const QList<QUrl>& links, const QPoint& globalPosition);
    void menuWanted(const QModelIndex& index, const QPoint& globalPosition);
    /// The user clicked on the name or the picture of a message's author.
    void authorActivated(const QModelIndex& index, const QPoint& globalPosition);
    /// The user wants the menu of a reaction to the message.
    void chipMenuWanted(const QModelIndex& index, int chip, const QPoint& globalPosition);

protected:
    bool event(QEvent* event) override;
    void dataChanged(const QModelIndex& topLeft, const QModelIndex& bottomRight,
                     const QList<int>& roles) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void focusInEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void paintRows(QPainter& painter, const QRect& area) const;
    void paintBands(QPainter& painter, const QRect& rect, int row) const;
    void noteSelection();
    void activate(const QModelIndex& index, const TimelineHit& hit, const QPoint& globalPosition);
    /// In global coordinates; the place for what a key opens: the middle of the chosen file, or of the
    /// bubble.
    [[nodiscard]] QPoint placeForKeys(const QModelIndex& index) const;
    [[nodiscard]] QString tipAt(const QModelIndex& index, const QPoint& point) const;
    bool dragFile(const QPoint& point);
    bool scrollBy(KeyCommand command);
    bool doByKey(KeyCommand command);

    Theme m_theme;
    QPoint m_pressedAt;
    TimelineHit m_pressed; ///< what was there
    int m_chosenFile = -1; ///< of the current row, in TimelineRow::files; -1: the whole message
    SelectionController* m_selection;
    TimelineOverlays* m_overlays;
    RowFlash* m_flash;
    TimelineFiles* m_files;
    TimelineReactions* m_reactions;
};

} // namespace tidemark
