#pragma once

#include "server-stub/hub/contract/stores/dot_store.h"
#include "server-stub/postgres/session/connection.h"

#include <string_view>
#include <vector>

namespace tidemark::server::postgres {

/// Red dots of the PostgreSQL store: one row for each dot, and one for each dot that a user has seen.
class DotTable final : public DotStore {
public:
    explicit DotTable(Connection& connection);

    std::vector<DotRecord> all() override;
    std::uint64_t raise(std::string_view name, MessageUuid uuid) override;
    std::vector<Dot> ofUser(UserId user) override;
    void raiseSeen(UserId user, std::string_view name, std::uint64_t version) override;

private:
    Connection& m_connection;
    Statement m_selectAll;
    Statement m_holdNewest;
    Statement m_select;
    Statement m_putNewest;
    Statement m_put;
    Statement m_selectOfUser;
    Statement m_raiseSeen;
};

} // namespace tidemark::server::postgres
