#include "server-stub/hub/requests/session_ends.h"

namespace tidemark::server {

using protocol::ErrorCode;

void SessionEnds::end(ConnectionId connection)
{
    for (const Target target : m_context.sessions().targetsOn(connection)) {
        m_devices.store(target);
        m_activity.leave(target);
    }
    m_accounts.close(connection);
}

void SessionEnds::cut(ConnectionId connection)
{
    m_context.turn().add(CloseConnection{connection});
    m_context.turn().touch(connection);
    end(connection);
}

void SessionEnds::cutUnused(const std::vector<Target>& targets)
{
    for (const Target target : targets) {
        // Other users may be signed in over the same connection.
        if (m_context.sessions().isConnected(target.connection)
            && m_context.sessions().sessionsOn(target.connection) == 0) {
            cut(target.connection);
        }
    }
}

void SessionEnds::leaveActivity(const std::vector<Target>& targets)
{
    for (const Target target : targets) {
        m_activity.leave(target);
    }
}

void SessionEnds::dismiss(UserId user, ErrorCode why)
{
    m_accounts.forgetJobsOf(user);
    endSessions(m_context.sessions().sessionsOf(user), why);
}

void SessionEnds::endSessions(const std::vector<Target>& targets, ErrorCode why)
{
    leaveActivity(targets);
    m_accounts.endSessions(targets, why);
    cutUnused(targets);
}

void SessionEnds::recheck(UserId user)
{
    const auto account = m_context.store().accounts().find(user);
    if (account && account->deleted) {
        return endSessions(m_context.sessions().sessionsOf(user), ErrorCode::AccountDeleted);
    }
    if (account && account->disabled) {
        return endSessions(m_context.sessions().sessionsOf(user), ErrorCode::AccountDisabled);
    }
    std::vector<Target> gone = m_context.sessions().sessionsOf(user);
    std::erase_if(gone, [this](Target target) { return isSignedIn(target); });
    // An unreadable store does not mean that a session has ended.
    if (account && !gone.empty()) {
        endSessions(gone, ErrorCode::TokenRevoked);
    }
}

bool SessionEnds::isSignedIn(Target target) const
{
    const Session* session = m_context.sessions().find(target);
    const auto token = m_context.store().tokens().find(session->token);
    if (!token || token->user != session->user || token->device != session->device) {
        return false;
    }
    // A disabled or deleted user keeps the tokens, so look at the account. An unreadable store does not mean
    // that the user is disabled.
    const auto account = m_context.store().accounts().find(session->user);
    return !account || (!account->disabled && !account->deleted);
}

} // namespace tidemark::server
