#include "server-stub/postgres/tables/invitation_table.h"

#include "core/base/failpoint.h"
#include "server-stub/store/stored_values.h"

#include <cstdint>
#include <string_view>

namespace tidemark::server::postgres {

InvitationTable::InvitationTable(Connection& connection)
    : m_connection(connection), m_known(connection),
      m_select(connection.statement(
          "SELECT s.user_id, s.version, COALESCE(i.number, 0), COALESCE(i.conversation, 0),"
          " COALESCE(i.inviter, 0), COALESCE(i.inviter_generation, 0), COALESCE(i.title, ''),"
          " COALESCE(i.at, 0), COALESCE(i.refused, 0)"
          " FROM invitation_set s LEFT JOIN invitation i ON i.user_id = s.user_id"
          " WHERE s.user_id = ANY($1::bigint[]) ORDER BY s.user_id, i.number")),
      m_putSet(connection.statement("INSERT INTO invitation_set (user_id, version) VALUES ($1, $2)"
                                    " ON CONFLICT (user_id) DO UPDATE SET version = excluded.version"
                                    " WHERE invitation_set.version = $3 RETURNING version")),
      m_removeRecord(connection.statement("DELETE FROM invitation WHERE user_id = $1 AND number = $2")),
      m_putRecord(connection.statement(
          "INSERT INTO invitation (user_id, number, conversation, inviter, inviter_generation, title, at,"
          " refused) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
          " ON CONFLICT (user_id, number) DO UPDATE SET title = excluded.title, refused = excluded.refused"))
{
}

InvitationSet InvitationTable::of(UserId user)
{
    return m_known.of(user, m_select, [](InvitationSet& set, Statement::Run& run) {
        if (const std::uint64_t number = run.number(2); number != 0) {
            set.records.push_back({number, ConversationId(run.number(3)), UserId(run.number(4)),
                                   Generation(static_cast<std::uint32_t>(run.number(5))), run.bytes(6),
                                   UnixMs{static_cast<std::int64_t>(run.number(7))}, run.number(8) != 0});
        }
    });
}

void InvitationTable::put(UserId user, const InvitationSet& before, const InvitationSet& after)
{
    m_known.erase(user);
    if (!m_connection.write(m_putSet, user.value, after.version, before.version).next()) {
        return m_connection.fail(QStringLiteral("another server changed the invitations at the same time"));
    }
    for (const std::uint64_t number : removedFrom(before, after)) {
        m_connection.change(m_removeRecord, user.value, number);
    }
    for (const InvitationRecord& one : changedIn(before, after)) {
        m_connection.change(m_putRecord, user.value, one.number, one.conversation.value, one.inviter.value,
                            one.inviterGeneration.value, std::string_view(one.title), one.at.value,
                            one.isRefused);
    }
    failpoint(failpointOf(Deed::Inviting, ServerStep::Written));
}

} // namespace tidemark::server::postgres
