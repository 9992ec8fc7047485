#include "ui/session/reading/read_marks.h"

#include "core/models/conversations/conversation_list_model.h"
#include "ui/session/commands.h"
#include "ui/session/open_conversation.h"
#include "ui/session/server_connection.h"

#include <chrono>
#include <vector>

namespace tidemark {

namespace {
/// The time during which the user can undo a marking.
constexpr std::chrono::seconds undoOffer{8};
} // namespace

ReadMarks::ReadMarks(Commands& commands, const ConversationListModel& conversations, OpenConversation& chat,
                     const ServerConnection& connection, QObject* parent)
    : QObject(parent), m_commands(commands), m_conversations(conversations), m_chat(chat),
      m_connection(connection), m_undoTimer(this)
{
    m_undoTimer.setSingleShot(true);
    m_undoTimer.setInterval(undoOffer);
    connect(&m_undoTimer, &QTimer::timeout, this, &ReadMarks::endUndo);
    connect(&chat, &OpenConversation::leapt, this, &ReadMarks::noteLeap);
    connect(&connection, &ServerConnection::changed, this, [this] {
        if (!m_connection.isOnline() && !m_undoTimer.isActive() && m_undo.isPossible()) {
            endUndo();
        }
    });
}

ReadMarks::AllUnread ReadMarks::allUnread() const
{
    AllUnread all;
    for (const ConversationSummary* one : m_conversations.summaries()) {
        if (!hasUnread(*one)) {
            continue;
        }
        all.messages += one->counts.unread;
        ++all.conversations;
        all.exact = all.exact && one->exact;
    }
    return all;
}

void ReadMarks::markRead(ConversationId conversation, Seq through)
{
    m_chat.endBeginning();
    noteLeap(conversation);
    m_commands.submit(input::MarkRead{{}, conversation, through, CursorCause::MarkedRead});
}

void ReadMarks::noteLeap(ConversationId conversation)
{
    if (const ConversationSummary* before = m_conversations.summary(conversation)) {
        m_undo.rememberRead(*before);
        offerUndo();
    }
}

void ReadMarks::markUnread(ConversationId conversation, Seq from)
{
    m_chat.endBeginning();
    m_chat.noteMarkedUnread(conversation, from);
    if (const ConversationSummary* before = m_conversations.summary(conversation)) {
        m_undo.rememberUnread(*before, from);
        offerUndo();
    }
    const CommandId command =
        m_commands.expect({tr("Could not mark as unread"), {}, [this](const change::CommandDone& done) {
                               if (!done.error) {
                                   return;
                               }
                               m_chat.forgetMark();
                               forget();
                           }});
    m_commands.submit(input::MarkUnread{command, conversation, m_commands.ids().uuid(), from});
}

void ReadMarks::markAllRead()
{
    m_chat.endBeginning();
    m_undo.rememberAllRead(m_conversations.summaries());
    offerUndo();
    m_commands.submit(input::MarkAllRead{});
}

void ReadMarks::undoRead()
{
    if (!m_undo.isPossible()) {
        return;
    }
    const bool isAboutOpen = m_undo.isAbout(m_chat.current());
    const std::vector<Input> inputs = m_undo.take(m_commands.ids().uuid);
    for (const Input& input : inputs) {
        if (isAboutOpen) {
            m_chat.noteUndoing(input);
        }
        m_commands.submit(input);
    }
    offerUndo();
}

CommandId ReadMarks::requestReaders(ConversationId conversation, Seq seq, UserId after)
{
    const CommandId command = m_commands.expect();
    m_commands.submit(input::GetReaders{command, conversation, seq, after});
    return command;
}

void ReadMarks::takeChanges(const QList<ConversationSummary>& changed)
{
    for (const ConversationSummary& summary : changed) {
        noteUndo(summary);
    }
}

void ReadMarks::forget()
{
    m_undo.forget();
    offerUndo();
}

void ReadMarks::offerUndo()
{
    if (m_undo.isPossible()) {
        m_undoTimer.start();
    } else {
        m_undoTimer.stop();
    }
    Q_EMIT undoChanged();
}

void ReadMarks::noteUndo(const ConversationSummary& summary)
{
    if (!m_undo.note(summary)) {
        return;
    }
    if (m_undo.waiting() == 0 && !m_undoTimer.isActive()) {
        m_undo.forget();
    }
    Q_EMIT undoChanged();
}

/// Ends the undo offer. If it covers several conversations of which some are not sent to the server yet, ends
/// it when they are sent.
void ReadMarks::endUndo()
{
    if (m_undo.conversations() > 1 && m_undo.waiting() > 0 && m_connection.isOnline()) {
        return;
    }
    m_undo.forget();
    Q_EMIT undoChanged();
}

} // namespace tidemark
