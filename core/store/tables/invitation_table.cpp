#include "core/store/tables/invitation_table.h"

#include <cstddef>
#include <cstdint>

namespace tidemark {

InvitationTable::InvitationTable(Database& database)
    : m_selectVersion(database, "SELECT version FROM invitation_set"),
      m_putVersion(database, "INSERT OR REPLACE INTO invitation_set (only, version) VALUES (1, ?)"),
      m_select(database, "SELECT conversation, title, inviter, inviter_name, at FROM invitations"
                         " ORDER BY position"),
      m_clear(database, "DELETE FROM invitations"),
      m_insert(database, "INSERT INTO invitations (position, conversation, title, inviter, inviter_name, at)"
                         " VALUES (?, ?, ?, ?, ?, ?)")
{
}

LocalInvitations InvitationTable::get()
{
    LocalInvitations invitations;
    {
        Run run(m_selectVersion);
        invitations.version = run.next() ? static_cast<std::uint64_t>(run.number(0)) : 0;
    }
    Run run(m_select);
    while (run.next()) {
        invitations.invitations.push_back({run.id<ConversationId>(0),
                                           run.text(1),
                                           {run.id<UserId>(2), run.text(3)},
                                           UnixMs{run.number(4)}});
    }
    return invitations;
}

void InvitationTable::put(const LocalInvitations& invitations)
{
    {
        Run run(m_putVersion, invitations.version);
    }
    {
        Run run(m_clear);
    }
    for (std::size_t place = 0; place < invitations.invitations.size(); ++place) {
        const Invitation& one = invitations.invitations[place];
        Run run(m_insert, place, one.conversation, one.title, one.inviter.id, one.inviter.name, one.at);
    }
}

} // namespace tidemark
