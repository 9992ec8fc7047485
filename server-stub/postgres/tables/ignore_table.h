#pragma once

#include "server-stub/hub/contract/stores/ignore_store.h"
#include "server-stub/postgres/session/connection.h"

#include <map>
#include <set>
#include <vector>

namespace tidemark::server::postgres {

/// Sets of ignored users of the PostgreSQL store. A set and its version come from one statement and are kept
/// within a transaction, so that all numbers of the transaction are counted under the same set.
class IgnoreTable final : public IgnoreStore {
public:
    explicit IgnoreTable(Connection& connection);

    IgnoredSet of(UserId user) override;
    void put(UserId user, IgnoredUser other, std::uint64_t version,
             const std::vector<MessageUuid>& recent) override;

    /// The sets of these users will be asked for: they are read together with the first one.
    void expect(const std::vector<UserId>& users) { m_expected.insert(users.begin(), users.end()); }
    void forget();

private:
    void read();

    Connection& m_connection;
    Statement m_select;
    Statement m_putSet;
    Statement m_putUser;
    Statement m_removeUser;
    std::map<UserId, IgnoredSet> m_known;
    std::set<UserId> m_expected;
};

} // namespace tidemark::server::postgres
