#pragma once

#include "core/store/audit_report.h"
#include "core/store/store_tables.h"

#include <map>
#include <vector>

namespace tidemark {

/// Recomputes from rows what the store keeps materialised, and repairs it. Within the caller's transaction.
class Auditor {
public:
    Auditor(Database& database, StoreTables& tables);

    /// Badges that can be recounted, and the total.
    [[nodiscard]] std::vector<StoreDifference> checkCounts();
    /// Everything: counts, held ranges against rows, marks of edits and recalls, what is about the reader,
    /// acknowledged messages that have arrived.
    [[nodiscard]] std::vector<StoreDifference> checkAll();

    void repairCounts();
    void repairAll();

private:
    void checkHeld(std::vector<StoreDifference>& differences);
    void checkMarks(std::vector<StoreDifference>& differences);
    void checkAboutReader(std::vector<StoreDifference>& differences);
    void checkOutbox(std::vector<StoreDifference>& differences);
    /// Of the channels whose feed number is not what their entries give: that, and what they give.
    [[nodiscard]] std::map<ConversationId, std::pair<std::uint64_t, std::uint64_t>>
    wrongFeeds(const std::vector<Snapshot::Conversation>& conversations);
    /// What the rows say the badges are. Conversations whose log is not held far enough, or whose badge is a
    /// lower bound, are left out.
    [[nodiscard]] std::map<ConversationId, ReadCounts>
    recount(const std::vector<Snapshot::Conversation>& conversations);
    [[nodiscard]] RangeSet rowsOf(ConversationId conversation);

    AccountTable& m_account;
    ConversationTable& m_conversations;
    EntryTable& m_entries;
    AboutReaderTable& m_aboutReader;
    OutboxTable& m_outbox;
    Statement m_recount;
    Statement m_islands;
    Statement m_conversationsWithRows;
    Statement m_missingMarks;
};

} // namespace tidemark
