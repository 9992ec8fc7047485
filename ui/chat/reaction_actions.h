#pragma once

#include "core/models/timeline/timeline_row.h"
#include "ui/look/theme.h"

#include <QObject>
#include <QRect>

class QMenu;

namespace tidemark {

class ChatSession;
class EmojiPicker;
class TimelineView;

/// The user's reactions to messages of the open conversation: by the bar and the chips of the timeline, by
/// menu, by key and by the emoji picker.
class ReactionActions : public QObject {
    Q_OBJECT
public:
    /// The picker and dialogs stand over the window of `pane`.
    ReactionActions(ChatSession& session, TimelineView& timeline, const Theme& theme, QWidget& pane);

    void setTheme(const Theme& theme);
    /// Reacts to the chosen message with a thumb, or takes that back.
    void thumbsUp();
    /// Opens the bar of the chosen message or, if none is chosen, of the last one that it is possible for.
    void openBar();
    /// Adds what the user can do with the reactions to a message.
    void addTo(QMenu& menu, const TimelineRow& row);
    /// The user's choices or the open conversation have changed.
    void update();

private:
    void toggle(Seq seq, const QString& emoji);
    void pick(Seq seq, const QRect& place);
    void showReactors(Seq seq);
    void showChipMenu(const TimelineRow& row, int chip, const QPoint& at);
    [[nodiscard]] QString tipOf(const TimelineRow& row, int chip);

    ChatSession& m_session;
    TimelineView& m_timeline;
    const Theme& m_theme;
    QWidget& m_pane;
    EmojiPicker* m_picker = nullptr; ///< made when it is first needed
    Seq m_picked;                    ///< the message that the picker is open for
};

} // namespace tidemark
