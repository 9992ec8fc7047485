#include "server-stub/postgres/tables/ignore_table.h"

#include "core/base/failpoint.h"
#include "server-stub/store/stored_values.h"

namespace tidemark::server::postgres {

IgnoreTable::IgnoreTable(Connection& connection)
    : m_connection(connection), m_known(connection),
      m_select(connection.statement(
          "SELECT s.user_id, s.version, s.recent_uuids, COALESCE(u.other, 0), COALESCE(u.level, 0)"
          " FROM ignore_set s LEFT JOIN ignored_user u ON u.user_id = s.user_id"
          " WHERE s.user_id = ANY($1::bigint[]) ORDER BY s.user_id, u.other")),
      m_putSet(connection.statement(
          "INSERT INTO ignore_set (user_id, version, recent_uuids) VALUES ($1, $2, $3)"
          " ON CONFLICT (user_id) DO UPDATE SET version = excluded.version,"
          " recent_uuids = excluded.recent_uuids WHERE ignore_set.version = $4 RETURNING version")),
      m_putUser(connection.statement("INSERT INTO ignored_user (user_id, other, level) VALUES ($1, $2, $3)"
                                     " ON CONFLICT (user_id, other) DO UPDATE SET level = excluded.level")),
      m_removeUser(connection.statement("DELETE FROM ignored_user WHERE user_id = $1 AND other = $2"))
{
}

IgnoredSet IgnoreTable::of(UserId user)
{
    return m_known.of(user, m_select, [](IgnoredSet& set, Statement::Run& run) {
        set.recent = uuidsFrom(run.bytes(2));
        if (const UserId other(run.number(3)); other.isValid()) {
            set.users.push_back({other, static_cast<IgnoreLevel>(run.number(4))});
        }
    });
}

void IgnoreTable::put(UserId user, IgnoredUser other, std::uint64_t version,
                      const std::vector<MessageUuid>& recent)
{
    const std::uint64_t before = of(user).version;
    if (!m_connection.write(m_putSet, user.value, version, storedUuids(recent), before).next()) {
        return m_connection.fail(QStringLiteral("another server changed the ignored users at the same time"));
    }
    if (other.level == IgnoreLevel::None) {
        m_connection.change(m_removeUser, user.value, other.user.value);
    } else {
        m_connection.change(m_putUser, user.value, other.user.value, static_cast<std::uint32_t>(other.level));
    }
    m_known.erase(user);
    failpoint(failpointOf(Deed::Ignoring, ServerStep::Written));
}

} // namespace tidemark::server::postgres
