#pragma once

#include "ui/chat/composer/composer.h"
#include "ui/session/chat_session.h"

#include <QTimer>

#include <unordered_map>

namespace tidemark {

/// Keeps what the user has typed in each conversation: the drafts in the store, and unfinished edits and
/// replies as long as the program runs.
class DraftKeeper : public QObject {
    Q_OBJECT
public:
    DraftKeeper(ChatSession& session, Composer& composer);

    /// Saves the draft now instead of after a pause in typing.
    void flush();
    /// Puts a text that was not sent in front of the draft of a conversation, whether it is open or not.
    void putBack(ConversationId conversation, const QString& text);
    /// Another conversation was opened, or none: puts into the composer what the user had typed there.
    void showCurrent();

private:
    ChatSession& m_session;
    Composer& m_composer;
    QTimer m_pause;
    ConversationId m_shown;
    std::unordered_map<ConversationId, Composer::Edit> m_edits; ///< of hidden conversations
    std::unordered_map<ConversationId, Composer::Reply> m_replies;
};

} // namespace tidemark
