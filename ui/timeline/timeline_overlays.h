#pragma once

#include "ui/look/theme.h"

#include <QObject>
#include <QRect>
#include <QTimer>
#include <QVariantAnimation>

class QPainter;

namespace tidemark {

class RowStackView;
class SelectionController;

/// Paints over the rows of a timeline: the day while the user scrolls, a hint, and the status, which is a
/// link's target or the selection. Also the text of an empty conversation.
class TimelineOverlays : public QObject {
    Q_OBJECT
public:
    TimelineOverlays(RowStackView& view, const SelectionController& selection);

    void setTheme(const Theme& theme) { m_theme = theme; }

    /// The day that floats over the first rows.
    struct FloatingDay {
        int row = -1; ///< -1: no floating day
        QRect pill;   ///< in viewport coordinates
    };
    /// The place of the floating day, even while it is hidden; none while the day's own row is at that place.
    [[nodiscard]] FloatingDay floatingDay() const;
    /// The opacity of the floating day, 0 … 1.
    [[nodiscard]] double floatingDayStrength() const;
    /// The user scrolls: the day floats for a moment.
    void floatDay();

    /// Sets the target of the link under the pointer; empty: none.
    void setPointedTarget(const QString& target);
    /// The target of the link under the pointer, or of the first link of the row with the keyboard focus.
    [[nodiscard]] QString shownTarget() const;
    /// The text in the lower left corner: the link's target, how many messages are selected, or for a moment
    /// that they were copied.
    [[nodiscard]] QString statusText() const;
    /// `words` say for a moment what was copied.
    void showCopied(const QString& words);
    void endCopied() { m_copiedStay.stop(); }

    /// Sets the text that is shown if there is room above the rows; empty: no text.
    void setEmptyText(const QString& words);
    [[nodiscard]] const QString& emptyText() const { return m_emptyText; }

    /// All rows were replaced.
    void reset();
    /// Call before the rows are painted.
    void paintBelowRows(QPainter& painter) const;
    /// Call after the rows are painted.
    void paintOverRows(QPainter& painter) const;

private:
    void paintFloatingDay(QPainter& painter) const;
    void paintStatus(QPainter& painter) const;

    RowStackView& m_view;
    QWidget& m_viewport;
    const SelectionController& m_selection;
    Theme m_theme;
    QTimer m_dayStay; ///< runs after scrolling
    QVariantAnimation m_dayFade;
    QString m_pointedTarget;
    QString m_copied; ///< what was copied, in words, while m_copiedStay runs
    QTimer m_copiedStay;
    QString m_emptyText;
};

} // namespace tidemark
