#include "server-stub/store/tables/invitation_table.h"

#include "core/base/failpoint.h"

#include <cstdint>
#include <string_view>

namespace tidemark::server {

InvitationTable::InvitationTable(Connection& connection)
    : m_selectSet(connection.statement("SELECT version FROM invitation_set WHERE user = ?")),
      m_selectRecords(connection.statement("SELECT number, conversation, inviter, inviter_generation, title,"
                                           " at, refused FROM invitation WHERE user = ? ORDER BY number")),
      m_putSet(connection.statement("INSERT INTO invitation_set (user, version) VALUES (?, ?)"
                                    " ON CONFLICT (user) DO UPDATE SET version = excluded.version")),
      m_removeRecord(connection.statement("DELETE FROM invitation WHERE user = ? AND number = ?")),
      m_putRecord(connection.statement(
          "INSERT OR REPLACE INTO invitation (user, number, conversation, inviter, inviter_generation,"
          " title, at, refused) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"))
{
}

InvitationSet InvitationTable::of(UserId user)
{
    InvitationSet set;
    {
        Statement::Run run = m_selectSet.run(user.value);
        if (!run.next()) {
            return set;
        }
        set.version = run.number(0);
    }
    Statement::Run run = m_selectRecords.run(user.value);
    while (run.next()) {
        set.records.push_back({run.number(0), ConversationId(run.number(1)), UserId(run.number(2)),
                               Generation(static_cast<std::uint32_t>(run.number(3))), run.bytes(4),
                               UnixMs{static_cast<std::int64_t>(run.number(5))}, run.number(6) != 0});
    }
    return set;
}

void InvitationTable::put(UserId user, const InvitationSet& before, const InvitationSet& after)
{
    m_putSet.change(user.value, after.version);
    for (const std::uint64_t number : removedFrom(before, after)) {
        m_removeRecord.change(user.value, number);
    }
    for (const InvitationRecord& one : changedIn(before, after)) {
        m_putRecord.change(user.value, one.number, one.conversation.value, one.inviter.value,
                           one.inviterGeneration.value, std::string_view(one.title), one.at.value,
                           one.isRefused);
    }
    failpoint(failpointOf(Deed::Inviting, ServerStep::Written));
}

} // namespace tidemark::server
