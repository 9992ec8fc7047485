#include "server-stub/postgres/tables/folder_table.h"

#include "core/base/failpoint.h"
#include "server-stub/store/stored_values.h"

#include <cstddef>
#include <string_view>

namespace tidemark::server::postgres {

FolderTable::FolderTable(Connection& connection)
    : m_connection(connection), m_known(connection),
      m_select(connection.statement(
          "SELECT s.user_id, s.version, s.recent_uuids, f.id, f.title, COALESCE(f.rule, 0), f.conversations"
          " FROM folder_set s LEFT JOIN folder f ON f.user_id = s.user_id"
          " WHERE s.user_id = ANY($1::bigint[]) ORDER BY s.user_id, f.position")),
      m_putSet(connection.statement(
          "INSERT INTO folder_set (user_id, version, recent_uuids) VALUES ($1, $2, $3)"
          " ON CONFLICT (user_id) DO UPDATE SET version = excluded.version,"
          " recent_uuids = excluded.recent_uuids WHERE folder_set.version = $4 RETURNING version")),
      m_removeFolders(connection.statement("DELETE FROM folder WHERE user_id = $1")),
      m_insertFolder(
          connection.statement("INSERT INTO folder (user_id, position, id, title, rule, conversations)"
                               " VALUES ($1, $2, $3, $4, $5, $6)"))
{
}

FolderSet FolderTable::of(UserId user)
{
    return m_known.of(user, m_select, [](FolderSet& set, Statement::Run& run) {
        set.recent = uuidsFrom(run.bytes(2));
        if (const MessageUuid id = uuidFrom(run.bytes(3)); id.isValid()) {
            set.folders.push_back(
                {id, run.bytes(4), static_cast<FolderRule>(run.number(5)), conversationsFrom(run.bytes(6))});
        }
    });
}

void FolderTable::put(UserId user, const FolderSet& set, std::uint64_t before)
{
    m_known.erase(user);
    if (!m_connection.write(m_putSet, user.value, set.version, storedUuids(set.recent), before).next()) {
        return m_connection.fail(QStringLiteral("another server changed the folders at the same time"));
    }
    m_connection.change(m_removeFolders, user.value);
    for (std::size_t place = 0; place < set.folders.size(); ++place) {
        const Folder& folder = set.folders[place];
        m_connection.change(m_insertFolder, user.value, place, storedUuid(folder.id),
                            std::string_view(folder.title), static_cast<std::uint32_t>(folder.rule),
                            std::string_view(storedConversations(folder.conversations)));
    }
    failpoint(failpointOf(Deed::Folder, ServerStep::Written));
}

} // namespace tidemark::server::postgres
