#pragma once

#include "server-stub/hub/contract/stores/draft_store.h"
#include "server-stub/postgres/session/connection.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace tidemark::server::postgres {

/// Drafts of the PostgreSQL store. Their rows are not locked in advance: put() makes the commit fail if
/// another server was first.
class DraftTable final : public DraftStore {
public:
    explicit DraftTable(Connection& connection);

    std::optional<DraftRecord> find(UserId user, ConversationId conversation) override;
    void put(const DraftRecord& record, std::uint64_t before) override;
    std::uint64_t head(UserId user) override;
    std::vector<DraftRecord> changes(UserId user, std::uint64_t after, std::uint32_t limit) override;
    std::size_t countOfTexts(UserId user) override;

    /// Reads these drafts together, for the rest of the transaction.
    void expect(const std::vector<std::pair<UserId, ConversationId>>& drafts);
    void forget() { m_known.clear(); }

private:
    Connection& m_connection;
    Statement m_select;
    Statement m_put;
    Statement m_selectHead;
    Statement m_selectChanges;
    Statement m_countTexts;
    Statement m_selectExpected;
    std::map<std::pair<UserId, ConversationId>, std::optional<DraftRecord>> m_known;
};

} // namespace tidemark::server::postgres
