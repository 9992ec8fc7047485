#include "ui/session/message_writer.h"

#include "core/models/conversations/conversation_list_model.h"
#include "core/models/words/clean_text.h"
#include "ui/session/choices/preferences.h"
#include "ui/session/commands.h"
#include "ui/session/open_conversation.h"
#include "ui/session/user_account.h"

namespace tidemark {

content::Message messageOf(const QString& written, Seq replyTo)
{
    static const QString action = QStringLiteral("/me ");
    const bool isAction = written.startsWith(action);
    return {(isAction ? written.mid(action.size()) : written).toStdString(), isAction, replyTo};
}

MessageWriter::MessageWriter(Commands& commands, const ConversationListModel& conversations,
                             OpenConversation& chat, const UserAccount& account,
                             const Preferences& preferences, QObject* parent)
    : QObject(parent), m_commands(commands), m_conversations(conversations), m_chat(chat), m_account(account),
      m_preferences(preferences)
{
}

bool MessageWriter::send(const QString& text, Seq replyTo, std::optional<quint64> draft)
{
    const QString written = writtenText(text);
    if (written.isEmpty() || !m_chat.current().isValid()) {
        return false;
    }
    const ConversationSummary* summary = m_chat.summary();
    const quint64 newest = summary == nullptr ? 0 : summary->draftVersion;
    send(m_chat.current(), messageOf(written, replyTo), draft.value_or(newest));
    m_chat.showSent();
    return true;
}

MessageUuid MessageWriter::sendFiles(ConversationId conversation, std::vector<OutgoingFile> files,
                                     const QString& caption, Seq replyTo, std::optional<quint64> draft)
{
    const MessageUuid uuid = m_commands.ids().uuid();
    Q_EMIT filesWanted(
        {conversation, uuid, messageOf(writtenText(caption), replyTo), std::move(files), draft});
    return uuid;
}

void MessageWriter::cancelSend(const MessageUuid& uuid)
{
    Q_EMIT cancelWanted(uuid);
}

void MessageWriter::sendTo(ConversationId conversation, const QString& text)
{
    const QString written = writtenText(text);
    if (!written.isEmpty() && m_conversations.summary(conversation) != nullptr) {
        send(conversation, messageOf(written, {}));
    }
}

void MessageWriter::forward(ConversationId from, const QList<Seq>& seqs, const QList<ConversationId>& targets,
                            const QString& comment)
{
    for (const ConversationId target : targets) {
        for (const Seq seq : seqs) {
            send(target, content::Message{.source = {from, {}, seq}});
        }
        sendTo(target, comment);
    }
}

void MessageWriter::edit(Seq target, const QString& text)
{
    const QString written = writtenText(text);
    if (written.isEmpty()) {
        return;
    }
    send(m_chat.current(), content::Edit{target, written.toStdString()});
    m_chat.timeline().noteChanging(target);
}

void MessageWriter::recall(Seq target)
{
    send(m_chat.current(), content::Recall{target});
    m_chat.timeline().noteChanging(target);
}

void MessageWriter::send(ConversationId conversation, SentContent content, std::optional<quint64> draft)
{
    m_commands.submit(input::Send{conversation, m_commands.ids().uuid(), std::move(content), draft});
}

void MessageWriter::retry(const MessageUuid& uuid)
{
    m_commands.submit(input::RetryPending{uuid});
}

void MessageWriter::deletePending(const MessageUuid& uuid)
{
    m_commands.submit(input::DeletePending{uuid});
}

void MessageWriter::noteTyping()
{
    const ConversationSummary* summary = m_chat.summary();
    if (summary != nullptr
        && m_preferences.showsTyping().value_or(!readsPrivately(m_account.settings(), summary->settings))) {
        m_commands.submit(input::NoteTyping{m_chat.current()});
    }
}

void MessageWriter::setDraft(ConversationId conversation, const QString& text, std::optional<quint64> base,
                             Seq replyTo, bool isFinished)
{
    const bool isBlank = text.trimmed().isEmpty();
    Q_EMIT draftChanged(conversation, isBlank ? QString() : text, base, isBlank ? Seq() : replyTo,
                        isFinished);
}

void MessageWriter::settleDraft(ConversationId conversation, bool takesOther)
{
    m_commands.submit(input::SettleDraft{CommandId(), conversation, takesOther});
}

} // namespace tidemark
