#include "core/store/tables/ignore_table.h"

namespace tidemark {

IgnoreTable::IgnoreTable(Database& database)
    : m_selectVersion(database, "SELECT version FROM ignore_set"),
      m_putVersion(database, "INSERT OR REPLACE INTO ignore_set (only, version) VALUES (1, ?)"),
      m_select(database, "SELECT user, level, pending, uuid FROM ignored_users ORDER BY user"),
      m_clear(database, "DELETE FROM ignored_users"),
      m_insert(database, "INSERT INTO ignored_users (user, level, pending, uuid) VALUES (?, ?, ?, ?)"),
      m_selectPeople(
          database,
          "SELECT i.user, users.name, users.deleted, CASE WHEN i.uuid IS NULL THEN i.level ELSE i.pending END"
          " FROM ignored_users i LEFT JOIN users ON users.id = i.user"
          " WHERE i.user IN (" TIDEMARK_IGNORED ") ORDER BY users.name, i.user")
{
}

LocalIgnores IgnoreTable::get()
{
    LocalIgnores ignores;
    {
        Run run(m_selectVersion);
        ignores.version = run.next() ? static_cast<std::uint64_t>(run.number(0)) : 0;
    }
    Run run(m_select);
    while (run.next()) {
        LocalIgnore one{run.id<UserId>(0), static_cast<IgnoreLevel>(run.number(1))};
        const MessageUuid uuid = run.uuid(3);
        if (uuid.isValid()) {
            one.pending = LocalIgnore::Pending{static_cast<IgnoreLevel>(run.number(2)), uuid};
        }
        ignores.users.push_back(one);
    }
    return ignores;
}

std::vector<IgnoredPerson> IgnoreTable::people()
{
    std::vector<IgnoredPerson> people;
    Run run(m_selectPeople);
    while (run.next()) {
        people.push_back(
            {{run.id<UserId>(0), run.text(1), run.flag(2)}, static_cast<IgnoreLevel>(run.number(3))});
    }
    return people;
}

void IgnoreTable::put(const LocalIgnores& ignores)
{
    {
        Run run(m_putVersion, ignores.version);
    }
    {
        Run run(m_clear);
    }
    for (const LocalIgnore& one : ignores.users) {
        const LocalIgnore::Pending pending = one.pending.value_or(LocalIgnore::Pending());
        Run run(m_insert, one.user, one.confirmed, pending.level, pending.uuid);
    }
}

} // namespace tidemark
