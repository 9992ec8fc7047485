#pragma once

#include "server-stub/hub/contract/stores/ignore_store.h"
#include "server-stub/postgres/session/connection.h"
#include "server-stub/postgres/tables/known_sets.h"

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
    void expect(const std::vector<UserId>& users) { m_known.expect(users); }
    void forget() { m_known.forget(); }

private:
    Connection& m_connection;
    KnownSets<IgnoredSet> m_known;
    Statement m_select;
    Statement m_putSet;
    Statement m_putUser;
    Statement m_removeUser;
};

} // namespace tidemark::server::postgres
