#pragma once

#include "core/store/file/statement.h"
#include "core/sync/local_state.h"

#include <optional>
#include <vector>

namespace tidemark {

/// Conversations with their materialised badges, the held ranges of their logs, and their drafts.
class ConversationTable {
public:
    explicit ConversationTable(Database& database);

    void put(const LocalConversation& conversation);
    [[nodiscard]] std::optional<LocalConversation> find(ConversationId id);
    [[nodiscard]] std::vector<LocalConversation> all(); ///< ascending by id

    void putHeld(ConversationId id, const RangeSet& held);
    [[nodiscard]] RangeSet held(ConversationId id);
    /// Returns all conversations with their held ranges, ascending by id.
    [[nodiscard]] std::vector<Snapshot::Conversation> allWithHeld();

    /// Stores UTF-8; an empty text removes the draft. Not UTF-16: SQLite would take a leading U+FEFF for a
    /// byte order mark, and would swap all bytes after a U+FFFE.
    void putDraft(ConversationId id, const QByteArray& text);

private:
    Statement m_put;
    Statement m_select;
    Statement m_selectAll;
    Statement m_selectHeld;
    Statement m_selectAllHeld;
    Statement m_eraseHeld;
    Statement m_insertHeld;
    Statement m_putDraft;
    Statement m_eraseDraft;
};

} // namespace tidemark
