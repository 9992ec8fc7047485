#pragma once

#include "server-stub/hub/contract/stores/draft_store.h"
#include "server-stub/store/connection.h"

namespace tidemark::server {

/// Drafts of the SQLite store.
class DraftTable final : public DraftStore {
public:
    explicit DraftTable(Connection& connection);

    std::optional<DraftRecord> find(UserId user, ConversationId conversation) override;
    void put(const DraftRecord& record, std::uint64_t before) override;
    std::uint64_t head(UserId user) override;
    std::vector<DraftRecord> changes(UserId user, std::uint64_t after, std::uint32_t limit) override;
    std::size_t countOfTexts(UserId user) override;

private:
    Statement m_select;
    Statement m_put;
    Statement m_selectHead;
    Statement m_selectChanges;
    Statement m_countTexts;
};

} // namespace tidemark::server
