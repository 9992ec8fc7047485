#pragma once

#include "core/client/client_values.h"

#include <QObject>
#include <QString>

namespace tidemark {

class Commands;
class OpenConversation;
class Preferences;

/// The user's reactions to messages of the open conversation. They are shown at once, also offline, and sent
/// when there is a connection. Lives on the GUI thread.
class ReactionWriter : public QObject {
    Q_OBJECT
public:
    ReactionWriter(Commands& commands, const OpenConversation& chat, Preferences& preferences,
                   QObject* parent = nullptr);

    /// Whether a conversation is open in which the user can react.
    [[nodiscard]] bool mayReact() const;
    /// Reacts to a shown message, or takes the same reaction back. Does nothing if `emoji` is not one emoji.
    void toggle(Seq seq, const QString& emoji);
    /// Ends with Commands::answered. Unless the server refuses, emits Commands::resultCame before it.
    /// `seq` 0: requests the unread reactions to the user's messages.
    [[nodiscard]] CommandId requestReactors(ConversationId conversation, Seq seq, ReactionSeq after = {});

    // ---- from the client
    /// Tells the user that the server has refused a reaction.
    void takeRefusal(ConversationId conversation, Seq message, protocol::ErrorCode error);

private:
    Commands& m_commands;
    const OpenConversation& m_chat;
    Preferences& m_preferences;
};

} // namespace tidemark
