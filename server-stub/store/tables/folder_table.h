#pragma once

#include "server-stub/hub/contract/stores/folder_store.h"
#include "server-stub/store/connection.h"

#include <cstdint>

namespace tidemark::server {

/// Folders of the SQLite store.
class FolderTable final : public FolderStore {
public:
    explicit FolderTable(Connection& connection);

    FolderSet of(UserId user) override;
    void put(UserId user, const FolderSet& set, std::uint64_t before) override;

private:
    Statement m_selectSet;
    Statement m_selectFolders;
    Statement m_putSet;
    Statement m_removeFolders;
    Statement m_insertFolder;
};

} // namespace tidemark::server
