#pragma once

#include "core/client/client_values.h"
#include "core/client/files/file_values.h"

#include <QList>
#include <QObject>
#include <QString>

#include <optional>

namespace tidemark {

class Commands;
class ConversationListModel;
class OpenConversation;
class Preferences;
class UserAccount;

/// Returns the message that the user means by a text: one that begins with "/me " is an action.
[[nodiscard]] content::Message messageOf(const QString& written, Seq replyTo);

/// The user's actions as a writer: sends, edits and recalls messages, and keeps drafts. Lives on the GUI
/// thread.
class MessageWriter : public QObject {
    Q_OBJECT
public:
    MessageWriter(Commands& commands, const ConversationListModel& conversations, OpenConversation& chat,
                  const UserAccount& account, const Preferences& preferences, QObject* parent = nullptr);

    /// Sends the draft of the open conversation, as a reply to `replyTo` if that is valid. `draft` is the
    /// version that was shown and changed; empty: the newest one. Returns false for blank text, which is not
    /// sent.
    bool send(const QString& text, Seq replyTo = {}, std::optional<quint64> draft = {});
    /// Sends files with a text, which may be empty, to `conversation`. The client answers with filesStored()
    /// or filesRefused().
    MessageUuid sendFiles(ConversationId conversation, std::vector<OutgoingFile> files,
                          const QString& caption, Seq replyTo = {}, std::optional<quint64> draft = {});
    /// Takes back what sendFiles() has begun, unless it was sent meanwhile.
    void cancelSend(const MessageUuid& uuid);
    /// Sends to any conversation, from outside the window. Marks nothing as read (I15).
    void sendTo(ConversationId conversation, const QString& text);
    /// Forwards messages of `from` to each of `targets`, and then sends the comment there unless it is blank.
    /// Leaves drafts and replies alone.
    void forward(ConversationId from, const QList<Seq>& seqs, const QList<ConversationId>& targets,
                 const QString& comment);
    void edit(Seq target, const QString& text);
    void recall(Seq target);
    void retry(const MessageUuid& uuid);
    void deletePending(const MessageUuid& uuid);
    /// The user is typing in the open conversation. The other members are notified if the user's settings
    /// allow it.
    void noteTyping();
    /// Keeps what the user has written, and clears the draft if that is blank. `base` is the version of the
    /// draft that was shown (ConversationSummary::draftVersion); empty: the newest one. With `isFinished` the
    /// user's other devices get it at once.
    void setDraft(ConversationId conversation, const QString& text, std::optional<quint64> base = {},
                  Seq replyTo = {}, bool isFinished = true);
    /// Ends the choice between the texts of two devices.
    void settleDraft(ConversationId conversation, bool takesOther);

Q_SIGNALS:
    // ---- to the client
    void draftChanged(tidemark::ConversationId conversation, const QString& text, std::optional<quint64> base,
                      tidemark::Seq replyTo, bool isFinished);
    void filesWanted(const tidemark::OutgoingMessage& message);
    void cancelWanted(const tidemark::MessageUuid& uuid);

    // ---- from the client
    /// The message with files is stored, and will be sent.
    void filesStored(const tidemark::MessageUuid& uuid);
    /// Nothing was stored, because of `problem`.
    void filesRefused(const tidemark::MessageUuid& uuid, const QString& problem);

private:
    void send(ConversationId conversation, SentContent content, std::optional<quint64> draft = {});

    Commands& m_commands;
    const ConversationListModel& m_conversations;
    OpenConversation& m_chat;
    const UserAccount& m_account;
    const Preferences& m_preferences;
};

} // namespace tidemark
