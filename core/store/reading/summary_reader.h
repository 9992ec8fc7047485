#pragma once

#include "core/domain/view.h"
#include "core/store/file/statement.h"

#include <optional>
#include <vector>

namespace tidemark {

/// Builds the rows of the conversation list, with names resolved.
class SummaryReader {
public:
    explicit SummaryReader(Database& database);

    [[nodiscard]] std::vector<ConversationSummary> all(UserId reader); ///< ascending by id
    [[nodiscard]] std::optional<ConversationSummary> one(ConversationId conversation, UserId reader);

private:
    void addPending(ConversationSummary& summary);

    Statement m_selectAll;
    Statement m_selectOne;
    Statement m_selectNewestPending;
};

} // namespace tidemark
