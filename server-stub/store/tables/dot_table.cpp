#include "server-stub/store/tables/dot_table.h"

#include "server-stub/store/stored_values.h"

namespace tidemark::server {

DotTable::DotTable(Connection& connection)
    : m_selectAll(connection.statement("SELECT CAST(name AS BLOB), version FROM dot ORDER BY name")),
      m_raise(connection.statement(
          // Account 0 stores the value to which a restore has raised all versions, even those of dots that
          // did not exist.
          "INSERT INTO dot (name, version, uuid) VALUES (CAST(? AS TEXT),"
          " (SELECT MAX(COALESCE((SELECT MAX(version) FROM dot), 0), dot_baseline) + 1 FROM account"
          " WHERE id = 0), ?)"
          " ON CONFLICT (name) DO UPDATE SET version = excluded.version, uuid = excluded.uuid"
          " WHERE uuid IS NOT excluded.uuid")),
      m_selectVersion(connection.statement("SELECT version FROM dot WHERE name = CAST(? AS TEXT)")),
      m_selectOfUser(connection.statement(
          "SELECT CAST(dot.name AS BLOB), dot.version, MAX(account.dot_baseline, COALESCE(seen_dot.version, "
          "0))"
          " FROM account CROSS JOIN dot"
          " LEFT JOIN seen_dot ON seen_dot.user = account.id AND seen_dot.name = dot.name"
          " WHERE account.id = ? ORDER BY dot.name")),
      m_raiseSeen(connection.statement(
          "INSERT INTO seen_dot (user, name, version) VALUES (?, CAST(? AS TEXT), ?)"
          " ON CONFLICT (user, name) DO UPDATE SET version = max(version, excluded.version)"))
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
    m_raise.change(name, storedUuid(uuid));
    Statement::Run run = m_selectVersion.run(name);
    return run.next() ? run.number(0) : 0;
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
    m_raiseSeen.change(user.value, name, version);
}

} // namespace tidemark::server
