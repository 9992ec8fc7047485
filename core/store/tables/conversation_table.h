#pragma once

#include "core/store/file/statement.h"
#include "core/sync/local_state.h"

#include <optional>
#include <vector>

namespace tidemark {

/// Conversations with their materialised badges, and the held ranges of their logs.
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

private:
    Statement m_put;
    Statement m_select;
    Statement m_selectAll;
    Statement m_selectHeld;
    Statement m_selectAllHeld;
    Statement m_eraseHeld;
    Statement m_insertHeld;
};

} // namespace tidemark
