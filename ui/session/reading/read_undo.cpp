#include "ui/session/reading/read_undo.h"

#include "core/models/words/plural.h"

#include <QCoreApplication>

namespace tidemark {

namespace {

Seq readOf(const ConversationSummary& summary)
{
    return effectiveRead(summary.floor, summary.cursor.readSeq);
}

class ReadUndoText {
    Q_DECLARE_TR_FUNCTIONS(ReadUndoText)
};

} // namespace

bool hasUnread(const ConversationSummary& summary)
{
    return summary.isMember && (summary.counts.unread > 0 || !summary.exact);
}

void ReadUndo::rememberRead(const ConversationSummary& before)
{
    forget();
    if (!hasUnread(before)) {
        return;
    }
    add(before, true);
    m_words = ReadUndoText::tr("Marked as read");
}

void ReadUndo::rememberAllRead(const std::vector<const ConversationSummary*>& before)
{
    forget();
    for (const ConversationSummary* one : before) {
        if (hasUnread(*one)) {
            add(*one, true);
        }
    }
    if (m_before.size() == 1) {
        m_words = ReadUndoText::tr("Marked as read");
    } else if (isPossible()) {
        m_words = ReadUndoText::tr("Marked %Ln conversations as read", nullptr, pluralOf(m_before.size()));
    }
}

void ReadUndo::rememberUnread(const ConversationSummary& before, Seq from)
{
    forget();
    // A mark that begins after the first unread message moves the cursor forward, so fewer messages are
    // unread.
    add(before, readOf(before) < previous(from));
    m_words = ReadUndoText::tr("Marked as unread");
    m_isUnreadMark = true;
}

void ReadUndo::forget()
{
    m_words.clear();
    m_isUnreadMark = false;
    m_before.clear();
    m_waiting.clear();
}

void ReadUndo::add(const ConversationSummary& before, bool grew)
{
    m_before[before.id] = {readOf(before), before.cursor.epoch, grew};
    m_waiting.insert(before.id);
}

bool ReadUndo::note(const ConversationSummary& summary)
{
    const auto found = m_before.find(summary.id);
    if (found == m_before.end() || summary.readUnsent) {
        return false;
    }
    const bool hasMoved =
        readOf(summary) != found->second.read || summary.cursor.epoch != found->second.epoch;
    if (!hasMoved || m_waiting.erase(summary.id) == 0) {
        return false;
    }
    if (m_isUnreadMark && !hasUnread(summary)) {
        m_words = ReadUndoText::tr("There are no messages from others to mark as unread");
    }
    return true;
}

std::vector<Input> ReadUndo::take(const std::function<MessageUuid()>& uuid)
{
    std::vector<Input> inputs;
    for (const auto& [conversation, before] : m_before) {
        if (before.grew) {
            inputs.emplace_back(
                input::MarkUnread{{}, conversation, uuid(), next(before.read), CursorCause::Undo});
        } else {
            inputs.emplace_back(input::MarkRead{{}, conversation, before.read, CursorCause::Undo});
        }
    }
    forget();
    return inputs;
}

} // namespace tidemark
