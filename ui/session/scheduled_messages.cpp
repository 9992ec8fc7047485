#include "ui/session/scheduled_messages.h"

#include "core/models/conversations/conversation_list_model.h"
#include "core/models/words/clean_text.h"
#include "core/models/words/reminder_text.h"
#include "ui/session/commands.h"
#include "ui/session/message_writer.h"
#include "ui/session/user_account.h"

#include <algorithm>
#include <utility>

namespace tidemark {

ScheduledMessages::ScheduledMessages(Commands& commands, const ConversationListModel& conversations,
                                     const UserAccount& account, QObject* parent)
    : QObject(parent), m_commands(commands), m_conversations(conversations), m_account(account)
{
}

QList<ScheduledItem> ScheduledMessages::in(ConversationId conversation) const
{
    QList<ScheduledItem> found;
    std::copy_if(m_items.begin(), m_items.end(), std::back_inserter(found),
                 [conversation](const ScheduledItem& one) {
                     return one.conversation == conversation && one.state != ScheduledItem::State::Cancelling;
                 });
    return found;
}

std::optional<ScheduledItem> ScheduledMessages::find(const MessageUuid& uuid) const
{
    const auto found = std::find_if(m_items.begin(), m_items.end(),
                                    [&uuid](const ScheduledItem& one) { return one.uuid == uuid; });
    return found == m_items.end() ? std::nullopt : std::optional(*found);
}

CommandId ScheduledMessages::expectChange()
{
    return m_commands.expect({tr("Could not change the scheduled message"), {}, {}});
}

bool ScheduledMessages::schedule(ConversationId conversation, const QString& text, Seq replyTo, UnixMs due)
{
    const QString written = writtenText(text);
    if (written.isEmpty() || !conversation.isValid()) {
        return false;
    }
    content::Message message = messageOf(written, replyTo);
    m_commands.submit(
        input::Schedule{.command = m_commands.expect({tr("Could not schedule the message"), {}, {}}),
                        .conversation = conversation,
                        .uuid = m_commands.ids().uuid(),
                        .change = m_commands.ids().uuid(),
                        .text = std::move(message.text),
                        .due = due,
                        .isAction = message.isAction,
                        .replyTo = message.replyTo,
                        .endsDraft = true});
    return true;
}

ConversationId ScheduledMessages::notes() const
{
    for (const ConversationSummary* summary : m_conversations.summaries()) {
        if (isListed(*summary) && isWithOneself(*summary)) {
            return summary->id;
        }
    }
    return {};
}

void ScheduledMessages::remind(ConversationId conversation, Seq seq, const QString& author,
                               const QString& text, UnixMs due)
{
    const QString words = reminderText(author, text, conversation, seq);
    if (const ConversationId known = notes(); known.isValid()) {
        return scheduleReminder(known, words, due);
    }
    // The chat with oneself begins with the first reminder.
    const QString ownName = m_account.userName();
    const CommandId command = m_commands.expect(
        {tr("Could not set the reminder"), {ownName}, [this, words, due](const change::CommandDone& done) {
             if (!done.error) {
                 scheduleReminder(done.resultAs<ConversationId>(), words, due);
             }
         }});
    m_commands.submit(input::OpenDirect{command, ownName.toStdString()});
}

void ScheduledMessages::scheduleReminder(ConversationId notes, const QString& text, UnixMs due)
{
    m_commands.submit(
        input::Schedule{.command = m_commands.expect({tr("Could not set the reminder"), {}, {}}),
                        .conversation = notes,
                        .uuid = m_commands.ids().uuid(),
                        .change = m_commands.ids().uuid(),
                        .text = text.toStdString(),
                        .due = due});
}

void ScheduledMessages::submit(input::ChangeScheduled change)
{
    change.command = expectChange();
    change.change = m_commands.ids().uuid();
    m_commands.submit(std::move(change));
}

void ScheduledMessages::change(const MessageUuid& uuid, const QString& text, UnixMs due)
{
    submit({.command = {},
            .uuid = uuid,
            .change = {},
            .text = writtenText(text).toStdString(),
            .movesDue = true,
            .due = due});
}

void ScheduledMessages::sendNow(const MessageUuid& uuid)
{
    change(uuid, {}, UnixMs());
}

void ScheduledMessages::takeRefused(const MessageUuid& uuid)
{
    submit({.command = {}, .uuid = uuid, .change = {}, .takesRefused = true});
}

void ScheduledMessages::cancel(const MessageUuid& uuid)
{
    m_commands.submit(input::CancelScheduled{expectChange(), uuid, m_commands.ids().uuid()});
}

void ScheduledMessages::dropRefused(const MessageUuid& uuid)
{
    m_commands.submit(input::CancelScheduled{expectChange(), uuid, m_commands.ids().uuid(), true});
}

void ScheduledMessages::take(const QList<ScheduledItem>& items)
{
    if (items != m_items) {
        m_items = items;
        Q_EMIT changed();
    }
}

} // namespace tidemark
