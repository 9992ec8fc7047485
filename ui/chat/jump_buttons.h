#pragma once

#include "ui/look/theme.h"
#include "ui/session/open_conversation.h"

namespace tidemark {

class ChatNavigation;
class JumpButton;
class MentionButton;
class ReactionButton;
class UnreadReactions;

/// The buttons over the lower right corner of the timeline, which lead down, to mentions and to
/// unread reactions.
class JumpButtons : public QObject {
    Q_OBJECT
public:
    /// The buttons are children of `pane` and stand over `timeline`.
    JumpButtons(const OpenConversation& chat, ChatNavigation& navigation, UnreadReactions& reactions,
                const QWidget& timeline, QWidget& pane);

    void setTheme(const Theme& theme);
    /// The numbers may have changed.
    void updateBadges();
    /// The messages on screen may have changed.
    void update();
    /// The pane's size has changed.
    void place();

Q_SIGNALS:
    void whyWanted();

private:
    void showNoMention();
    void showNoReaction();

    const OpenConversation& m_chat;
    ChatNavigation& m_navigation;
    const QWidget& m_timeline;
    JumpButton* m_jump;
    MentionButton* m_mention;
    ReactionButton* m_reaction;
};

} // namespace tidemark
