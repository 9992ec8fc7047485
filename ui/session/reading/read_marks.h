#pragma once

#include "core/client/client_values.h"
#include "ui/session/reading/read_undo.h"

#include <QList>
#include <QObject>
#include <QTimer>

#include <cstdint>

namespace tidemark {

class Commands;
class ConversationListModel;
class OpenConversation;
class ServerConnection;

/// The user's own marks, "mark as read" and "mark as unread", which the user can undo for a while. Also
/// requests the readers of a message. ReadingWatch handles messages that are read by looking at them. Lives
/// on the GUI thread.
class ReadMarks : public QObject {
    Q_OBJECT
public:
    ReadMarks(Commands& commands, const ConversationListModel& conversations, OpenConversation& chat,
              const ServerConnection& connection, QObject* parent = nullptr);

    /// Returns the last marking, which can still be undone.
    [[nodiscard]] const ReadUndo& undo() const { return m_undo; }
    /// The unread messages that "mark everything as read" would mark, including those in muted and archived
    /// conversations.
    struct AllUnread {
        std::uint64_t messages = 0;
        std::size_t conversations = 0;
        bool exact = true;
    };
    [[nodiscard]] AllUnread allUnread() const;

    // ---- what the user does
    /// Marks everything up to and including `through` as read; 0: the whole conversation.
    void markRead(ConversationId conversation, Seq through = {});
    void markUnread(ConversationId conversation, Seq from);
    void markAllRead();
    /// Undoes the last marking, while undo() is possible.
    void undoRead();
    /// Ends with Commands::answered. Unless the server refuses, emits Commands::resultCame before it.
    [[nodiscard]] CommandId requestReaders(ConversationId conversation, Seq seq, UserId after = {});

    void takeChanges(const QList<ConversationSummary>& changed);
    /// Ends the undo offer at once.
    void forget();

Q_SIGNALS:
    void undoChanged();

private:
    void noteLeap(ConversationId conversation);
    void offerUndo();
    void endUndo();
    void noteUndo(const ConversationSummary& summary);

    Commands& m_commands;
    const ConversationListModel& m_conversations;
    OpenConversation& m_chat;
    const ServerConnection& m_connection;
    ReadUndo m_undo;
    QTimer m_undoTimer;
};

} // namespace tidemark
