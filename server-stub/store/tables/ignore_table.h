#pragma once

#include "server-stub/hub/contract/stores/ignore_store.h"
#include "server-stub/store/connection.h"

#include <unordered_map>
#include <vector>

namespace tidemark::server {

/// Sets of ignored users of the SQLite store. Every number that is counted needs one, so they are kept in
/// memory.
class IgnoreTable final : public IgnoreStore {
public:
    explicit IgnoreTable(Connection& connection);

    IgnoredSet of(UserId user) override;
    void put(UserId user, IgnoredUser other, std::uint64_t version,
             const std::vector<MessageUuid>& recent) override;

    void forgetCached() { m_known.clear(); }

private:
    [[nodiscard]] IgnoredSet read(UserId user);

    StatementHealth& m_health;
    Statement m_selectSet;
    Statement m_selectUsers;
    Statement m_putSet;
    Statement m_putUser;
    Statement m_removeUser;
    std::unordered_map<UserId, IgnoredSet> m_known;
};

} // namespace tidemark::server
