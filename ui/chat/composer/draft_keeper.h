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
    /// The version of a conversation's draft of which the text in the composer is a change.
    [[nodiscard]] quint64 versionOf(ConversationId conversation) const;

private:
    void save(bool isFinished);
    [[nodiscard]] QString storedText() const;
    /// The stored draft of the open conversation may have changed.
    void update();
    void show(const ConversationSummary& summary);
    /// The text in the composer is the stored one.
    void noteShown();
    void showReply(Seq target);
    void nameReply();
    /// A reply to this message of the open conversation; its words are empty if the message is not loaded.
    [[nodiscard]] Composer::Reply replyTo(Seq target) const;
    void takeOver();
    void discard();

    ChatSession& m_session;
    Composer& m_composer;
    DraftOffer& m_offer;
    QTimer m_pause;  ///< runs while there are keys that are not saved
    QTimer m_saving; ///< runs while the store may not have the saved text yet
    ConversationId m_shown;
    quint64 m_base = 0;       ///< the version of the draft in the composer
    Seq m_shownReply;         ///< the answered message of that version
    bool m_isWritten = false; ///< the user has changed the text that was shown or stored
    bool m_isResting = false; ///< the text was saved, and may wait for a rest before it is sent
    std::unordered_map<ConversationId, Composer::Edit> m_edits; ///< of hidden conversations
    std::unordered_map<ConversationId, Composer::Reply> m_replies;
};

/// The reply to this message.
[[nodiscard]] Composer::Reply replyOf(const TimelineRow& row);

} // namespace tidemark
