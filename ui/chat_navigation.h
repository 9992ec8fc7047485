#pragma once

#include "ui/chat_session.h"
#include "ui/return_stack.h"

#include <QObject>

#include <optional>
#include <unordered_map>

namespace tidemark {

class TimelineView;

/// Takes the reader through the timelines: jumps to messages, the ways back, and the place in each
/// conversation. What a jump shows is not read before the reader scrolls, clicks or types on from there
/// (I18).
class ChatNavigation : public QObject {
    Q_OBJECT
public:
    ChatNavigation(ChatSession& session, TimelineView& view, QObject* parent = nullptr);

    /// Shows a message, marked for a moment; where the reader was is remembered.
    void jumpTo(ConversationId conversation, Seq seq);
    /// To where the reader was before the last jump, in whichever conversation. False: there was none.
    bool goBack();
    /// What the button down does.
    enum class Down { Nowhere, Back, NewMessages, End };
    [[nodiscard]] Down down() const;
    void goDown();
    /// To the oldest unread mention that was not shown yet, then from one to the next; where this
    /// conversation has none, in the next one that has.
    void goToMention();

Q_SIGNALS:
    /// What is on screen now is what the reader asked for: a place of before, the new messages, the end. Not
    /// a message that was jumped to.
    void arrived();
    void mentionNotFound();
    /// The reader has gone on purpose to what they see.
    void wentOn();

private:
    [[nodiscard]] bool hidesUnread() const;
    struct Landing {
        Seq seq;
        std::optional<int> offset; ///< none: in the middle, and marked
    };
    [[nodiscard]] ReturnPlace here() const;
    [[nodiscard]] ConversationId nextWithMentions() const;
    void leave();
    void keepPlace();
    void show(const ReturnPlace& place);
    void position(TimelineQuery::Anchor anchor, Seq seq);
    void land(Seq seq);

    ChatSession& m_session;
    TimelineView& m_view;
    ReturnStack m_stack;
    std::unordered_map<ConversationId, int> m_offsets; ///< of the places that the session keeps
    std::optional<Landing> m_landing;                  ///< where the next page around a seq is to be put
    ConversationId m_visited;
    Seq m_lastMention; ///< that was shown in the open conversation
};

} // namespace tidemark
