#pragma once

#include "core/client/client_values.h"

#include <QList>
#include <QObject>

namespace tidemark {

class Commands;
class OpenConversation;
class ReactionWriter;
class ServerConnection;

/// The unread reactions to the user's messages in the open conversation. Asks the server which they are, goes
/// from one message to the next, and reports them as seen once all of them were on screen under the rules of
/// reading (ReactionGate). Lives on the GUI thread.
class UnreadReactions : public QObject {
    Q_OBJECT
public:
    UnreadReactions(Commands& commands, OpenConversation& chat, const ServerConnection& connection,
                    ReactionWriter& writer, QObject* parent = nullptr);

    /// Goes to the next message with unread reactions, beginning with the oldest.
    void goToNext();

    // ---- from the client
    void takeChange(ConversationId conversation, const QList<Seq>& messages);

Q_SIGNALS:
    void found(tidemark::ConversationId conversation, tidemark::Seq message);
    /// The messages are not known, because there is no connection.
    void notFound();

private:
    void open();
    void update();
    void ask(ReactionSeq after);
    void take(const change::CommandDone& done);
    void finish();
    void forget();
    void visitNext();

    Commands& m_commands;
    OpenConversation& m_chat;
    const ServerConnection& m_connection;
    ReactionWriter& m_writer;
    quint64 m_number = 0;      ///< of the unread reactions, when they were asked for
    CommandId m_asked;         ///< the answer is on its way
    QList<Seq> m_messages;     ///< of the pages received so far, one for each reaction
    bool m_isComplete = false; ///< m_messages are those of m_number
    bool m_isStale = false;    ///< the reactions have changed since they were asked for
    bool m_wantsNext = false;  ///< go on when the answer is here
    Seq m_visited;             ///< the last message that the user was taken to
};

} // namespace tidemark
