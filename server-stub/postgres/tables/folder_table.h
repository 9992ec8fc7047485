#pragma once

#include "server-stub/hub/contract/stores/folder_store.h"
#include "server-stub/postgres/session/connection.h"

#include <map>
#include <set>
#include <vector>

namespace tidemark::server::postgres {

/// Folders of the PostgreSQL store. The folders of an account and their version come from one statement and
/// are kept within a transaction.
class FolderTable final : public FolderStore {
public:
    explicit FolderTable(Connection& connection);

    FolderSet of(UserId user) override;
    void put(UserId user, const FolderSet& set, std::uint64_t before) override;

    /// The folders of these users will be asked for: they are read together with the first ones.
    void expect(const std::vector<UserId>& users) { m_expected.insert(users.begin(), users.end()); }
    void forget();

private:
    void read();

    Connection& m_connection;
    Statement m_select;
    Statement m_putSet;
    Statement m_removeFolders;
    Statement m_insertFolder;
    std::map<UserId, FolderSet> m_known;
    std::set<UserId> m_expected;
};

} // namespace tidemark::server::postgres
