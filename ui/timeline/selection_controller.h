#pragma once

#include "ui/session/choices/shortcuts.h"
#include "ui/timeline/timeline_selection.h"

#include <QObject>
#include <QPoint>
#include <QTimer>

class QMouseEvent;

namespace tidemark {

class RowStackView;

/// Changes the selection of a timeline by mouse and by key, and copies it.
class SelectionController : public QObject {
    Q_OBJECT
public:
    explicit SelectionController(RowStackView& view);

    /// Messages that are no longer loaded do not count.
    [[nodiscard]] const TimelineSelection& value() const { return m_selection; }
    [[nodiscard]] int messages() const { return static_cast<int>(rows().size()); }
    /// The selected messages, from top to bottom.
    [[nodiscard]] QList<TimelineRow> rows() const;
    /// The selected characters of one message, or the selected messages with names and times.
    [[nodiscard]] QString text() const;
    void clear();
    /// Selects a message; the user can then extend the selection.
    void selectRow(int row);
    /// Says for a moment that the selection, or the chosen message, was copied.
    void noteCopied();

    // The view passes its events on.
    /// The left button is pressed.
    void press(const QMouseEvent& event);
    [[nodiscard]] bool isPressed() const { return m_press.has_value(); }
    /// The pointer moves with the button held down.
    void drag(const QPoint& point);
    /// Returns true if this was a click that has neither made nor ended a selection.
    [[nodiscard]] bool release();
    void selectWord(const QPoint& point);
    /// Returns false if the command is about something else.
    bool perform(KeyCommand command);
    /// These rows have changed.
    void updateRows(int first, int last, bool hasNewText);
    /// All rows were replaced.
    void reset();

Q_SIGNALS:
    void changed();
    /// `words` says what was copied.
    void copied(const QString& words);
    /// The reader scrolled by dragging.
    void scrolled();

private:
    /// The left button is held down.
    struct Press {
        TimelineRowKey row;
        int character = -1; ///< position in the row's text; -1: outside the bubble
        QPoint at;
        QPoint pointer; ///< where the pointer last was
        bool isSelecting = false;
    };
    [[nodiscard]] int characterNear(int row, const QPoint& point) const;
    [[nodiscard]] bool isInBubble(int row, const QPoint& point) const;
    void copy();
    void selectRange(int from, int to);
    void extendTo(int row);
    void extend(int step);
    void selectAll();
    void scrollOn();
    void show(int row);
    void announce();

    RowStackView& m_view;
    TimelineSelection m_selection;
    std::optional<Press> m_press;
    QTimer m_scrollTimer; ///< runs while a selection is dragged beyond the edge
};

} // namespace tidemark
