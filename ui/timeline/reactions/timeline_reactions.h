#pragma once

#include "core/models/timeline/timeline_row.h"
#include "ui/look/theme.h"

#include <QModelIndex>
#include <QObject>
#include <QPoint>
#include <QRect>

#include <functional>
#include <optional>

namespace tidemark {

class HoverBar;
class RowStackView;

/// The actions that the bar offers for messages of a conversation.
struct ReactionScope {
    QStringList emoji; ///< that the bar offers; empty: the user cannot react
    bool canReply = false;
    friend bool operator==(const ReactionScope&, const ReactionScope&) = default;
};

/// Reacting in a timeline: the bar over the message under the pointer, and the reactions below messages, by
/// mouse and by key.
class TimelineReactions : public QObject {
    Q_OBJECT
public:
    explicit TimelineReactions(RowStackView& view);

    void setTheme(const Theme& theme);
    void setScope(const ReactionScope& scope);
    /// `tips` returns who has reacted, for a tooltip.
    void setTips(std::function<QString(const TimelineRow& row, int chip)> tips) { m_tips = std::move(tips); }
    [[nodiscard]] QString tipOf(const TimelineRow& row, int chip) const;
    /// Names have come for the tooltip that is shown.
    void renewTip();

    [[nodiscard]] HoverBar& bar() const { return *m_bar; }
    /// Opens the bar of the current row for the keyboard. Returns false if the row has none.
    bool openBar();
    /// Ends what the keyboard does in the bar.
    void leaveBar();

    // The view passes its events on.
    /// The pointer is there, and no button is held down.
    void point(const QPoint& at);
    /// The pointer has left, or the user scrolls or presses a button.
    void endPointing();
    /// The rows have moved.
    void follow();
    /// Another row is current.
    void endChoosing();
    /// Moves the choice among the reactions to the current message. Returns false if it has none.
    bool chooseChip(int step);
    /// The index of the reaction to the current message that the keyboard has chosen; -1: none.
    [[nodiscard]] int chosenChip() const;
    void toggleChip(const QModelIndex& index, int chip);

Q_SIGNALS:
    /// The user wants to react, or to take their reaction back.
    void toggled(const QModelIndex& index, const QString& emoji);
    /// `place` is on the screen: that of the button.
    void pickerWanted(const QModelIndex& index, const QRect& place);
    void replyWanted(const QModelIndex& index);
    void menuWanted(const QModelIndex& index, const QPoint& globalPosition);

private:
    [[nodiscard]] bool hasBar(const TimelineRow& row) const;
    void showBar(int row);
    void hideBar();
    void placeBar();
    [[nodiscard]] QModelIndex barIndex() const;

    RowStackView& m_view;
    HoverBar* m_bar;
    ReactionScope m_scope;
    std::function<QString(const TimelineRow& row, int chip)> m_tips;
    std::optional<TimelineRowKey> m_row; ///< of the bar
    int m_chip = -1;
};

} // namespace tidemark
