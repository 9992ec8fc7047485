#include "server-stub/hub/session_registry.h"

#include <algorithm>
#include <set>

namespace tidemark::server {

void SessionRegistry::connect(ConnectionId connection)
{
    m_connections.try_emplace(connection);
}

void SessionRegistry::close(ConnectionId connection)
{
    for (const Target target : targetsOn(connection)) {
        signOut(target);
    }
    m_connections.erase(connection);
}

void SessionRegistry::signIn(Target target, const Session& session)
{
    signOut(target);
    m_connections[target.connection].emplace(target.session, session);
    std::vector<Target>& targets = m_users[session.user];
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

void SessionRegistry::renewToken(UserId user, DeviceId device, const TokenHash& token)
{
    for (const Target target : sessionsOf(user, device)) {
        m_connections.at(target.connection).at(target.session).token = token;
    }
}

void SessionRegistry::noteDevice(Target target, const DeviceRecord& record, bool isStored)
{
    Session& session = m_connections.at(target.connection).at(target.session);
    session.record = record;
    session.isRecordStored = isStored;
}

void SessionRegistry::noteActivity(Target target, bool active)
{
    m_connections.at(target.connection).at(target.session).isActive = active;
}

std::vector<Target> SessionRegistry::sessionsOf(UserId user) const
{
    const auto found = m_users.find(user);
    return found == m_users.end() ? std::vector<Target>() : found->second;
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
    std::set<ConnectionId> connections;
    for (const Target target : sessionsOf(user)) {
        connections.insert(target.connection);
    }
    connections.erase(except);
    return connections.size();
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
    std::erase(found->second, target);
    if (found->second.empty()) {
        m_users.erase(found);
    }
}

} // namespace tidemark::server
