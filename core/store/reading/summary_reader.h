#pragma once

#include "core/domain/view.h"
#include "core/store/file/statement.h"
#include "core/store/tables/store_tables.h"

#include <optional>
#include <vector>

namespace tidemark {

/// Builds the rows of the conversation list, with names resolved.
class SummaryReader {
public:
    SummaryReader(Database& database, StoreTables& tables);

    [[nodiscard]] std::vector<ConversationSummary> all(const Viewer& viewer); ///< ascending by id
    [[nodiscard]] std::optional<ConversationSummary> one(ConversationId conversation, const Viewer& viewer);

private:
    void addPending(ConversationSummary& summary, Seq counted);

    AttachmentTable& m_attachments;
    OutboxTable& m_outbox;
    Statement m_selectAll;
    Statement m_selectOne;
    Statement m_selectNewestPending;
};

} // namespace tidemark
