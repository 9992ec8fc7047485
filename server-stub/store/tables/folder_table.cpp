#include "server-stub/store/tables/folder_table.h"

#include "core/base/failpoint.h"
#include "server-stub/store/stored_values.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tidemark::server {

FolderTable::FolderTable(Connection& connection)
    : m_selectSet(connection.statement("SELECT version, recent_uuids FROM folder_set WHERE user = ?")),
      m_selectFolders(connection.statement(
          "SELECT id, title, rule, conversations FROM folder WHERE user = ? ORDER BY position")),
      m_putSet(connection.statement("INSERT INTO folder_set (user, version, recent_uuids) VALUES (?, ?, ?)"
                                    " ON CONFLICT (user) DO UPDATE SET version = excluded.version,"
                                    " recent_uuids = excluded.recent_uuids")),
      m_removeFolders(connection.statement("DELETE FROM folder WHERE user = ?")),
      m_insertFolder(connection.statement(
          "INSERT INTO folder (user, position, id, title, rule, conversations) VALUES (?, ?, ?, ?, ?, ?)"))
{
}

FolderSet FolderTable::of(UserId user)
{
    FolderSet set;
    {
        Statement::Run run = m_selectSet.run(user.value);
        if (!run.next()) {
            return set;
        }
        set.version = run.number(0);
        set.recent = uuidsFrom(run.bytes(1));
    }
    Statement::Run run = m_selectFolders.run(user.value);
    while (run.next()) {
        set.folders.push_back({uuidFrom(run.bytes(0)), run.bytes(1), static_cast<FolderRule>(run.number(2)),
                               conversationsFrom(run.bytes(3))});
    }
    return set;
}

void FolderTable::put(UserId user, const FolderSet& set, std::uint64_t /*before*/)
{
    m_putSet.change(user.value, set.version, storedUuids(set.recent));
    m_removeFolders.change(user.value);
    for (std::size_t place = 0; place < set.folders.size(); ++place) {
        const Folder& folder = set.folders[place];
        m_insertFolder.change(user.value, std::uint64_t{place}, storedUuid(folder.id),
                              std::string_view(folder.title), static_cast<std::uint32_t>(folder.rule),
                              std::string_view(storedConversations(folder.conversations)));
    }
    failpoint(failpointOf(Deed::Folder, ServerStep::Written));
}

} // namespace tidemark::server
