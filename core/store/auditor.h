#pragma once

#include "core/store/account_table.h"
#include "core/store/audit_report.h"
#include "core/store/conversation_table.h"
#include "core/store/entry_table.h"
#include "core/store/outbox_table.h"

#include <optional>
#include <vector>

namespace tidemark {

/// Recomputes from rows what the store keeps materialised, and repairs it. Within the caller's transaction.
class Auditor {
public:
    Auditor(Database& database, AccountTable& account, ConversationTable& conversations, EntryTable& entries,
            OutboxTable& outbox);

    /// Badges that can be recounted, and the total.
    [[nodiscard]] std::vector<StoreDifference> checkCounts();
    /// Everything: counts, held ranges against rows, marks of edits and recalls, acknowledged messages that
    /// have arrived.
    [[nodiscard]] std::vector<StoreDifference> checkAll();

    void repairCounts();
    void repairAll();

private:
    void checkTotals(std::vector<StoreDifference>& differences);
    void checkHeld(std::vector<StoreDifference>& differences);
    void checkMarks(std::vector<StoreDifference>& differences);
    void checkOutbox(std::vector<StoreDifference>& differences);
    /// What the rows say the badge is; nothing when the log is not held far enough, or the badge is a lower
    /// bound.
    [[nodiscard]] std::optional<ReadCounts> recount(const Snapshot::Conversation& one, UserId reader);
    [[nodiscard]] RangeSet rowsOf(ConversationId conversation);

    AccountTable& m_account;
    ConversationTable& m_conversations;
    EntryTable& m_entries;
    OutboxTable& m_outbox;
    Statement m_islands;
    Statement m_conversationsWithRows;
    Statement m_missingMarks;
};

} // namespace tidemark
