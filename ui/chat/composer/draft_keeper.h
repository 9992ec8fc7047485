#pragma once

#include "ui/chat/composer/composer.h"
#include "ui/session/chat_session.h"

#include <QTimer>

#include <unordered_map>

namespace tidemark {

class DraftOffer;

/// Keeps what the user has typed in each conversation: the drafts, which are the same on all devices, and
/// unfinished edits and replies as long as the program runs. A text that comes from another device never
/// replaces one in a composer that has the focus or keys that are not saved; it is offered instead.
class DraftKeeper : public QObject {
    Q_OBJECT
public:
    DraftKeeper(ChatSession& session, Composer& composer, DraftOffer& offer);

    /// Saves the draft now instead of after a pause in typing. The user's other devices get it at once.
    void flush() { save(true); }
    /// Puts a text that was not sent in front of the draft of a conversation, whether it is open or not.
    void putBack(ConversationId conversation, const QString& text);
    /// Another conversation was opened, or none: puts into the composer what the user had typed there.
    void showCurrent();

private:
    void save(bool isFinished);
    /// The stored draft of the open conversation may have changed.
    void update();
    void takeOver();
    void discard();

    ChatSession& m_session;
    Composer& m_composer;
    DraftOffer& m_offer;
    QTimer m_pause; ///< runs while there are keys that are not saved
    ConversationId m_shown;
    quint64 m_base = 0;                                         ///< the version of the draft in the composer
    std::unordered_map<ConversationId, Composer::Edit> m_edits; ///< of hidden conversations
    std::unordered_map<ConversationId, Composer::Reply> m_replies;
};

} // namespace tidemark
