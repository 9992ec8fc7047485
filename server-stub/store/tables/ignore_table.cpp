#include "server-stub/store/tables/ignore_table.h"

#include "core/base/failpoint.h"
#include "server-stub/store/stored_values.h"

#include <cstddef>

namespace tidemark::server {

namespace {

/// Nearly all sets are empty and take 100 bytes.
constexpr std::size_t maxKnownSets = 100000;

} // namespace

IgnoreTable::IgnoreTable(Connection& connection)
    : m_health(connection.health()),
      m_selectSet(connection.statement("SELECT version, recent_uuids FROM ignore_set WHERE user = ?")),
      m_selectUsers(
          connection.statement("SELECT other, level FROM ignored_user WHERE user = ? ORDER BY other")),
      m_putSet(connection.statement("INSERT INTO ignore_set (user, version, recent_uuids) VALUES (?, ?, ?)"
                                    " ON CONFLICT (user) DO UPDATE SET version = excluded.version,"
                                    " recent_uuids = excluded.recent_uuids")),
      m_putUser(connection.statement("INSERT INTO ignored_user (user, other, level) VALUES (?, ?, ?)"
                                     " ON CONFLICT (user, other) DO UPDATE SET level = excluded.level")),
      m_removeUser(connection.statement("DELETE FROM ignored_user WHERE user = ? AND other = ?"))
{
}

IgnoredSet IgnoreTable::of(UserId user)
{
    if (const auto known = m_known.find(user); known != m_known.end()) {
        return known->second;
    }
    IgnoredSet set = read(user);
    if (!m_health.failed) {
        if (m_known.size() >= maxKnownSets) {
            m_known.clear();
        }
        m_known.emplace(user, set);
    }
    return set;
}

IgnoredSet IgnoreTable::read(UserId user)
{
    IgnoredSet set;
    {
        Statement::Run run = m_selectSet.run(user.value);
        if (!run.next()) {
            return set;
        }
        set.version = run.number(0);
        set.recent = uuidsFrom(run.bytes(1));
    }
    Statement::Run run = m_selectUsers.run(user.value);
    while (run.next()) {
        set.users.push_back({UserId(run.number(0)), static_cast<IgnoreLevel>(run.number(1))});
    }
    return set;
}

void IgnoreTable::put(UserId user, IgnoredUser other, std::uint64_t version,
                      const std::vector<MessageUuid>& recent)
{
    m_putSet.change(user.value, version, storedUuids(recent));
    if (other.level == IgnoreLevel::None) {
        m_removeUser.change(user.value, other.user.value);
    } else {
        m_putUser.change(user.value, other.user.value, static_cast<std::uint32_t>(other.level));
    }
    m_known.erase(user);
    failpoint(failpointOf(Deed::Ignoring, ServerStep::Written));
}

} // namespace tidemark::server
