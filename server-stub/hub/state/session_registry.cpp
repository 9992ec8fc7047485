#include "server-stub/hub/state/session_registry.h"

#include "core/base/require.h"

#include <algorithm>

namespace tidemark::server {

namespace {

/// Whether one of the ascending `targets` is on the connection.
bool hasOn(const std::vector<Target>& targets, ConnectionId connection)
{
    const auto first = std::lower_bound(targets.begin(), targets.end(), Target{connection, 0});
    return first != targets.end() && first->connection == connection;
}

} // namespace

void SessionRegistry::connect(ConnectionId connection)
{
    m_connections.try_emplace(connection);
}

void SessionRegistry::close(ConnectionId connection)
{
    std::vector<Target> targets = targetsOn(connection);
    // Go backwards: removing from the end of the lists costs nothing.
    std::for_each(targets.rbegin(), targets.rend(), [this](Target target) { signOut(target); });
    m_connections.erase(connection);
}

void SessionRegistry::signIn(Target target, const Session& session)
{
    require(isConnected(target.connection), "a session is on a connection");
    signOut(target);
    m_connections[target.connection].emplace(target.session, session);
    Signed& signedIn = m_users[session.user];
    signedIn.connections += hasOn(signedIn.targets, target.connection) ? 0 : 1;
    signedIn.active += session.isActive ? 1 : 0;
    std::vector<Target>& targets = signedIn.targets;
    targets.insert(std::upper_bound(targets.begin(), targets.end(), target), target);
    ++m_sessionCount;
}

void SessionRegistry::signOut(Target target)
{
    const Session* session = find(target);
    if (session == nullptr) {
        return;
    }
    forgetTarget(session->user, target);
    m_connections[target.connection].erase(target.session);
    --m_sessionCount;
}

const Session* SessionRegistry::find(Target target) const
{
    const auto connection = m_connections.find(target.connection);
    if (connection == m_connections.end()) {
        return nullptr;
    }
    const auto session = connection->second.find(target.session);
    return session == connection->second.end() ? nullptr : &session->second;
}

Session& SessionRegistry::at(Target target)
{
    const auto connection = m_connections.find(target.connection);
    require(connection != m_connections.end(), "the session's connection is open");
    const auto session = connection->second.find(target.session);
    require(session != connection->second.end(), "the session is signed in");
    return session->second;
}

void SessionRegistry::renewToken(UserId user, DeviceId device, const TokenHash& token)
{
    for (const Target target : sessionsOf(user, device)) {
        at(target).token = token;
    }
}

void SessionRegistry::noteDevice(Target target, const DeviceRecord& record, bool isStored)
{
    Session& session = at(target);
    session.record = record;
    session.isRecordStored = isStored;
}

void SessionRegistry::noteActivity(Target target, bool active)
{
    Session& session = at(target);
    Signed& signedIn = m_users.at(session.user);
    signedIn.active += active ? 1 : 0;
    signedIn.active -= session.isActive ? 1 : 0;
    session.isActive = active;
}

std::vector<Target> SessionRegistry::sessionsOf(UserId user) const
{
    const auto found = m_users.find(user);
    return found == m_users.end() ? std::vector<Target>() : found->second.targets;
}

std::size_t SessionRegistry::sessionCountOf(UserId user) const
{
    const auto found = m_users.find(user);
    return found == m_users.end() ? 0 : found->second.targets.size();
}

bool SessionRegistry::isActive(UserId user) const
{
    const auto found = m_users.find(user);
    return found != m_users.end() && found->second.active > 0;
}

std::vector<Target> SessionRegistry::sessionsOf(UserId user, DeviceId device) const
{
    std::vector<Target> targets = sessionsOf(user);
    std::erase_if(targets, [&](Target target) { return find(target)->device != device; });
    return targets;
}

std::vector<Target> SessionRegistry::listenersOf(UserId user) const
{
    std::vector<Target> targets = sessionsOf(user);
    std::erase_if(targets, [this](Target target) { return !find(target)->isListener(); });
    return targets;
}

std::vector<Target> SessionRegistry::totalsListenersOf(UserId user) const
{
    std::vector<Target> targets = sessionsOf(user);
    std::erase_if(targets, [this](Target target) { return !find(target)->totalsOnly; });
    return targets;
}

std::vector<UserId> SessionRegistry::users() const
{
    std::vector<UserId> users;
    users.reserve(m_users.size());
    for (const auto& [user, targets] : m_users) {
        users.push_back(user);
    }
    std::sort(users.begin(), users.end());
    return users;
}

std::vector<UserId> SessionRegistry::listeners() const
{
    std::vector<UserId> users;
    for (const auto& [user, targets] : m_users) {
        if (!listenersOf(user).empty() || !totalsListenersOf(user).empty()) {
            users.push_back(user);
        }
    }
    std::sort(users.begin(), users.end());
    return users;
}

std::vector<Target> SessionRegistry::sessionsWith(UserId user, const TokenHash& token) const
{
    std::vector<Target> targets = sessionsOf(user);
    std::erase_if(targets, [&](Target target) { return find(target)->token != token; });
    return targets;
}

std::size_t SessionRegistry::connectionsOf(UserId user, ConnectionId except) const
{
    const auto found = m_users.find(user);
    if (found == m_users.end()) {
        return 0;
    }
    const Signed& signedIn = found->second;
    return signedIn.connections - (hasOn(signedIn.targets, except) ? 1 : 0);
}

UserId SessionRegistry::firstUserOn(ConnectionId connection) const
{
    const auto found = m_connections.find(connection);
    return found == m_connections.end() || found->second.empty() ? UserId()
                                                                 : found->second.begin()->second.user;
}

std::size_t SessionRegistry::sessionsOn(ConnectionId connection) const
{
    const auto found = m_connections.find(connection);
    return found == m_connections.end() ? 0 : found->second.size();
}

std::vector<Target> SessionRegistry::everyone() const
{
    std::vector<Target> targets;
    for (const auto& [connection, sessions] : m_connections) {
        for (const auto& [number, session] : sessions) {
            targets.push_back({connection, number});
        }
        if (sessions.empty()) {
            targets.push_back({connection, 0});
        }
    }
    std::sort(targets.begin(), targets.end());
    return targets;
}

std::vector<Target> SessionRegistry::targetsOn(ConnectionId connection) const
{
    std::vector<Target> targets;
    const auto found = m_connections.find(connection);
    if (found != m_connections.end()) {
        for (const auto& [number, session] : found->second) {
            targets.push_back({connection, number});
        }
    }
    return targets;
}

void SessionRegistry::forgetTarget(UserId user, Target target)
{
    const auto found = m_users.find(user);
    Signed& signedIn = found->second;
    signedIn.active -= find(target)->isActive ? 1 : 0;
    const auto place = std::lower_bound(signedIn.targets.begin(), signedIn.targets.end(), target);
    signedIn.targets.erase(place);
    signedIn.connections -= hasOn(signedIn.targets, target.connection) ? 0 : 1;
    if (signedIn.targets.empty()) {
        m_users.erase(found);
    }
}

} // namespace tidemark::server
