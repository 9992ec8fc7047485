#pragma once

#include "server-stub/hub/contract/stores/folder_store.h"
#include "server-stub/postgres/session/connection.h"
#include "server-stub/postgres/tables/known_sets.h"

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
    void expect(const std::vector<UserId>& users) { m_known.expect(users); }
    void forget() { m_known.forget(); }

private:
    Connection& m_connection;
    KnownSets<FolderSet> m_known;
    Statement m_select;
    Statement m_putSet;
    Statement m_removeFolders;
    Statement m_insertFolder;
};

} // namespace tidemark::server::postgres
