#pragma once

#include "server-stub/hub/contract/stores/dot_store.h"
#include "server-stub/store/connection.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tidemark::server {

/// Red dots of the SQLite store: one row for each dot, and one for each dot that a user has seen.
class DotTable final : public DotStore {
public:
    explicit DotTable(Connection& connection);

    std::vector<DotRecord> all() override;
    std::uint64_t raise(std::string_view name, MessageUuid uuid) override;
    std::vector<Dot> ofUser(UserId user) override;
    void raiseSeen(UserId user, std::string_view name, std::uint64_t version) override;

private:
    Statement m_selectAll;
    Statement m_raise;
    Statement m_selectVersion;
    Statement m_selectOfUser;
    Statement m_raiseSeen;
};

} // namespace tidemark::server
