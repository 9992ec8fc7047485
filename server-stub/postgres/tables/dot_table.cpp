#include "server-stub/postgres/tables/dot_table.h"

#include "server-stub/store/stored_values.h"

namespace tidemark::server::postgres {

DotTable::DotTable(Connection& connection)
    : m_connection(connection),
      m_selectAll(connection.statement("SELECT name, version FROM dot ORDER BY name")),
      m_holdNewest(connection.statement("SELECT newest_dot FROM server FOR UPDATE")),
      m_select(connection.statement("SELECT version, uuid FROM dot WHERE name = $1")),
      m_putNewest(connection.statement("UPDATE server SET newest_dot = $1")),
      m_put(connection.statement("INSERT INTO dot (name, version, uuid) VALUES ($1, $2, $3)"
                                 " ON CONFLICT (name) DO UPDATE SET version = excluded.version,"
                                 " uuid = excluded.uuid")),
      m_selectOfUser(connection.statement(
          "SELECT d.name, d.version, GREATEST(a.dot_baseline, COALESCE(s.version, 0)) FROM account a"
          " CROSS JOIN dot d LEFT JOIN seen_dot s ON s.user_id = a.id AND s.name = d.name"
          " WHERE a.id = $1 ORDER BY d.name")),
      m_raiseSeen(connection.statement(
          "INSERT INTO seen_dot (user_id, name, version) VALUES ($1, $2, $3)"
          " ON CONFLICT (user_id, name) DO UPDATE SET version = GREATEST(seen_dot.version,"
          " excluded.version)"))
{
}

std::vector<DotRecord> DotTable::all()
{
    std::vector<DotRecord> dots;
    Statement::Run run = m_selectAll.run();
    while (run.next()) {
        dots.push_back({run.bytes(0), run.number(1)});
    }
    return dots;
}

std::uint64_t DotTable::raise(std::string_view name, MessageUuid uuid)
{
    // Lock the newest version first, so that versions ascend in the order of the commits.
    Statement::Run newest = m_connection.write(m_holdNewest);
    if (!newest.next()) {
        return 0;
    }
    if (Statement::Run run = m_select.run(name); run.next() && uuidFrom(run.bytes(1)) == uuid) {
        return run.number(0);
    }
    const std::uint64_t version = newest.number(0) + 1;
    m_connection.change(m_putNewest, version);
    m_connection.change(m_put, name, version, storedUuid(uuid));
    return version;
}

std::vector<Dot> DotTable::ofUser(UserId user)
{
    std::vector<Dot> dots;
    Statement::Run run = m_selectOfUser.run(user.value);
    while (run.next()) {
        dots.push_back({run.bytes(0), run.number(1), run.number(2)});
    }
    return dots;
}

void DotTable::raiseSeen(UserId user, std::string_view name, std::uint64_t version)
{
    m_connection.change(m_raiseSeen, user.value, name, version);
}

} // namespace tidemark::server::postgres
