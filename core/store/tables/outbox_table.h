#pragma once

#include "core/store/file/statement.h"
#include "core/sync/local_state.h"

#include <optional>
#include <vector>

namespace tidemark {

/// The user's actions that the server has not acknowledged: pending messages and read intents.
class OutboxTable {
public:
    explicit OutboxTable(Database& database);

    void putPending(const PendingMessage& message);
    void erasePending(MessageUuid uuid);
    [[nodiscard]] std::optional<PendingMessage> pending(MessageUuid uuid);
    [[nodiscard]] std::vector<PendingMessage> allPending();                           ///< ascending by order
    [[nodiscard]] std::vector<PendingMessage> pendingOf(ConversationId conversation); ///< ascending by order

    /// Returns the files of a pending message in the sender's order.
    [[nodiscard]] std::vector<Attachment> attachmentsOf(MessageUuid uuid);

    void putIntent(const CursorIntent& intent);
    void eraseIntent(ConversationId conversation);
    [[nodiscard]] std::optional<CursorIntent> intent(ConversationId conversation);
    [[nodiscard]] std::vector<CursorIntent> allIntents();

private:
    Statement m_putPending;
    Statement m_erasePending;
    Statement m_selectOnePending;
    Statement m_selectAllPending;
    Statement m_selectPending;
    Statement m_putFile;
    Statement m_eraseFiles;
    Statement m_selectFiles;
    Statement m_putIntent;
    Statement m_eraseIntent;
    Statement m_selectIntent;
    Statement m_selectIntents;
};

} // namespace tidemark
