#pragma once

#include "core/client/client_values.h"
#include "core/domain/view.h"

#include <QList>
#include <QObject>

#include <unordered_set>
#include <vector>

namespace tidemark {

class Commands;
class OpenConversation;

/// The pinned messages of the open conversation, and the user's changes of them. A change is shown at once,
/// also offline, and sent when there is a connection. Lives on the GUI thread.
class PinBoard : public QObject {
    Q_OBJECT
public:
    PinBoard(Commands& commands, const OpenConversation& chat, QObject* parent = nullptr);

    /// Ascending by seq. A message that this device does not hold comes later, by itself.
    [[nodiscard]] const std::vector<PinnedMessage>& messages() const { return m_pinned.messages; }
    [[nodiscard]] bool isPinned(Seq seq) const;
    /// Whether a conversation is open in which the user can pin messages.
    [[nodiscard]] bool mayPin() const;
    /// Marks nothing as read (I15).
    void pin(Seq seq) { change(seq, NoticeKind::Pinned); }
    void unpin(Seq seq) { change(seq, NoticeKind::Unpinned); }

    /// Call when another conversation is open, or the open one has changed.
    void refresh();
    /// Asks again for the messages that are not held, because there is a connection now.
    void askAgain();
    /// Users are shown by other names than before.
    void takeNames();

    // ---- from the client
    void take(const PinnedMessages& pinned);
    void takeGrowth(ConversationId conversation, Seq first, Seq last, const QList<Seq>& marked);
    /// Tells the user if the server has refused one of the changes.
    void takeFailure(ConversationId conversation, const MessageUuid& uuid, protocol::ErrorCode error);

Q_SIGNALS:
    // ---- to the client
    void wanted(tidemark::ConversationId conversation);

    // ---- to the window
    void changed();

private:
    void change(Seq seq, NoticeKind kind);
    void askForMissing();

    Commands& m_commands;
    const OpenConversation& m_chat;
    PinnedMessages m_pinned;                ///< with their texts, as the client has loaded them
    std::vector<Seq> m_listed;              ///< the seqs that were asked for
    std::unordered_set<Seq> m_asked;        ///< pulled on this connection, or on the way
    std::unordered_set<MessageUuid> m_sent; ///< changes of this run
};

} // namespace tidemark
