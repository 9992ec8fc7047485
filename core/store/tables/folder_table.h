#pragma once

#include "core/store/file/statement.h"
#include "core/sync/local_state.h"

namespace tidemark {

/// The account's folders, with the changes that the server has not acknowledged.
class FolderTable {
public:
    explicit FolderTable(Database& database);

    [[nodiscard]] LocalFolders get();
    void put(const LocalFolders& folders);

private:
    Statement m_selectVersion;
    Statement m_putVersion;
    Statement m_select;
    Statement m_clear;
    Statement m_insert;
    Statement m_selectChanges;
    Statement m_clearChanges;
    Statement m_insertChange;
};

} // namespace tidemark
