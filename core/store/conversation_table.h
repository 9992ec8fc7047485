#pragma once

#include "core/store/statement.h"
#include "core/sync/local_state.h"

#include <optional>
#include <vector>

namespace tidemark {

/// Conversations with their materialised badges, what of their logs is held, and their drafts.
class ConversationTable {
public:
    explicit ConversationTable(Database& database);

    void put(const LocalConversation& conversation);
    [[nodiscard]] std::optional<LocalConversation> find(ConversationId id);
    [[nodiscard]] std::vector<LocalConversation> all(); ///< ascending by id

    void putHeld(ConversationId id, const RangeSet& held);
    [[nodiscard]] RangeSet held(ConversationId id);
    /// With what is held of each; ascending by id.
    [[nodiscard]] std::vector<Snapshot::Conversation> allWithHeld();

    /// An empty text removes the draft.
    void putDraft(ConversationId id, const QString& text);

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
