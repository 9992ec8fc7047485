#pragma once

#include "ui/session/open_conversation.h"
#include "ui/session/reading/mention_jump.h"
#include "ui/timeline/navigation_history.h"

#include <QObject>

#include <optional>
#include <unordered_map>

namespace tidemark {

class TimelineView;

/// Takes the reader through the timelines: jumps to messages, returns from them, and keeps the place in each
/// conversation. A jump marks nothing as read until the reader scrolls, clicks or types there (I18).
class ChatNavigation : public QObject {
    Q_OBJECT
public:
    ChatNavigation(OpenConversation& chat, const ConversationListModel& conversations, MentionJump& mentions,
                   TimelineView& view, QObject* parent = nullptr);

    /// Shows a message, highlights it for a moment, and remembers the reader's place.
    void jumpTo(ConversationId conversation, Seq seq);
    /// Goes back to the reader's place before the last jump, in any conversation. Returns false if there was
    /// no jump.
    bool goBack();
    /// The action of the button at the lower right.
    enum class Down { Nowhere, Back, NewMessages, End };
    [[nodiscard]] Down down() const;
    void goDown();
    /// Goes to the first message that the user has passed without seeing it.
    void goToUnseen();
    /// Goes to the oldest unread mention that was not visited yet, and then from one to the next. If this
    /// conversation has none, goes to the next conversation that has.
    void goToMention();

Q_SIGNALS:
    /// The screen now shows what the reader asked for: an earlier place, the new messages or the end. Not
    /// emitted for a message that was jumped to.
    void arrived();
    void mentionNotFound();
    /// The reader has deliberately moved on to what is on screen now.
    void wentOn();

private:
    [[nodiscard]] bool hidesUnread() const;
    struct Landing {
        Seq seq;
        std::optional<int> offset; ///< empty: centre the row and highlight it
    };
    [[nodiscard]] ReturnPlace here() const;
    [[nodiscard]] ConversationId nextWithMentions() const;
    void leave();
    void keepPlace();
    void show(const ReturnPlace& place);
    void position(TimelineQuery::Anchor anchor, Seq seq);
    void land(Seq seq);

    OpenConversation& m_chat;
    const ConversationListModel& m_conversations;
    MentionJump& m_mentions;
    TimelineView& m_view;
    NavigationHistory m_stack;
    std::unordered_map<ConversationId, int> m_offsets; ///< the offset of each place that the session keeps
    std::optional<Landing> m_landing;                  ///< where to put the next page around a seq
    ConversationId m_visited;
    Seq m_lastMention; ///< the last mention shown in the open conversation
};

} // namespace tidemark
