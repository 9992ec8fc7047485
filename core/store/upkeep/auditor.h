#pragma once

#include "core/domain/store_difference.h"
#include "core/store/tables/store_tables.h"

#include <map>
#include <vector>

namespace tidemark {

/// Recomputes from rows the values that the store keeps materialised, and repairs them. Runs in the caller's
/// transaction.
class Auditor {
public:
    Auditor(Database& database, StoreTables& tables);

    /// Checks the totals and the badges that can be recounted.
    [[nodiscard]] std::vector<StoreDifference> checkCounts();
    /// Checks everything: counts, held ranges against rows, marks of edits and recalls, messages about the
    /// reader, files against their messages, acknowledged messages that have arrived.
    [[nodiscard]] std::vector<StoreDifference> checkAll();

    void repairCounts();
    void repairAll();

private:
    void checkHeld(std::vector<StoreDifference>& differences);
    void checkMarks(std::vector<StoreDifference>& differences);
    void checkAboutReader(std::vector<StoreDifference>& differences);
    void checkFiles(std::vector<StoreDifference>& differences);
    void checkOutbox(std::vector<StoreDifference>& differences);
    /// Returns the channels whose stored feed number differs from a recount, as (stored, recounted).
    [[nodiscard]] std::map<ConversationId, std::pair<std::uint64_t, std::uint64_t>>
    wrongFeeds(const std::vector<Snapshot::Conversation>& conversations);
    /// Recounts the badges from rows. Leaves out conversations whose log is not held far enough or whose
    /// badge is a lower bound.
    [[nodiscard]] std::map<ConversationId, ReadCounts>
    recount(const std::vector<Snapshot::Conversation>& conversations);
    [[nodiscard]] RangeSet rowsOf(ConversationId conversation);

    AccountTable& m_account;
    ConversationTable& m_conversations;
    AttachmentTable& m_attachments;
    EntryTable& m_entries;
    AboutReaderTable& m_aboutReader;
    OutboxTable& m_outbox;
    IgnoreTable& m_ignores;
    Statement m_recount;
    Statement m_islands;
    Statement m_conversationsWithRows;
    Statement m_missingMarks;
};

} // namespace tidemark
