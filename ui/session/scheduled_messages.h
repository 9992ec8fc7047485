#pragma once

#include "core/client/client_values.h"
#include "core/domain/view.h"

#include <QList>
#include <QObject>
#include <QString>

#include <optional>

namespace tidemark {

class Commands;
class ConversationListModel;
class UserAccount;

/// The user's scheduled messages, the same on all devices, and what the user does with them. A change is
/// shown at once, also offline. Lives on the GUI thread.
class ScheduledMessages : public QObject {
    Q_OBJECT
public:
    ScheduledMessages(Commands& commands, const ConversationListModel& conversations,
                      const UserAccount& account, QObject* parent = nullptr);

    /// Those of one conversation that the user has not cancelled, the next one first.
    [[nodiscard]] QList<ScheduledItem> in(ConversationId conversation) const;
    /// Empty if the message was sent or cancelled.
    [[nodiscard]] std::optional<ScheduledItem> find(const MessageUuid& uuid) const;

    // ---- what the user does
    /// Schedules the draft of the conversation, which ends. Returns false if `text` is blank.
    bool schedule(ConversationId conversation, const QString& text, Seq replyTo, UnixMs due);
    /// Schedules a message to the user that reminds of a message.
    void remind(ConversationId conversation, Seq seq, const QString& author, const QString& text, UnixMs due);
    /// A blank text stays as it was.
    void change(const MessageUuid& uuid, const QString& text, UnixMs due);
    void sendNow(const MessageUuid& uuid);
    /// Cancels the message, or drops the text that the server has refused.
    void cancel(const MessageUuid& uuid);
    /// Replaces the message by the change that the server did not take.
    void takeRefused(const MessageUuid& uuid);
    void dropRefused(const MessageUuid& uuid);

    // ---- from the client
    void take(const QList<ScheduledItem>& items);

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] CommandId expectChange();
    void submit(input::ChangeScheduled change);
    /// The direct chat with oneself; 0 if there is none yet.
    [[nodiscard]] ConversationId notes() const;
    void scheduleReminder(ConversationId notes, const QString& text, UnixMs due);

    Commands& m_commands;
    const ConversationListModel& m_conversations;
    const UserAccount& m_account;
    QList<ScheduledItem> m_items;
};

} // namespace tidemark
