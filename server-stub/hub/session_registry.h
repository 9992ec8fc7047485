#pragma once

#include "server-stub/hub/hub.h"

#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace tidemark::server {

/// One signed-in account on one connection.
struct Session {
    UserId user;
    TokenHash token{};
    bool silent = false;     ///< wants answers only, no pushes
    bool totalsOnly = false; ///< wants heads and totals, no states
    DeviceId device;
    std::string deviceName;
    DeviceRecord record = {};
    bool isRecordStored = false; ///< all of it but the times
    bool isActive = false;       ///< the user is there, as the device said last

    /// Holds the user's states, and is told of all that changes.
    [[nodiscard]] bool isListener() const { return !silent && !totalsOnly; }
};

/// Who is connected and signed in. Knows nothing durable: all of it is gone with the process.
class SessionRegistry {
public:
    void connect(ConnectionId connection);
    /// Forgets the connection and its sessions. Unknown connections are ignored.
    void close(ConnectionId connection);
    [[nodiscard]] bool isConnected(ConnectionId connection) const
    {
        return m_connections.contains(connection);
    }

    /// The connection is there; a session at `target` is replaced.
    void signIn(Target target, const Session& session);
    void signOut(Target target);
    /// Null when nobody is signed in there. Valid until the next change.
    [[nodiscard]] const Session* find(Target target) const;
    /// The sessions of a device go on under this token, which took the place of theirs.
    void renewToken(UserId user, DeviceId device, const TokenHash& token);
    /// What is known of the device of a session that is there.
    void noteDevice(Target target, const DeviceRecord& record, bool isStored);

    /// Whether the user is at the device of a session that is there.
    void noteActivity(Target target, bool active);

    /// Ascending.
    [[nodiscard]] std::vector<Target> sessionsOf(UserId user) const;
    /// Those of one device, ascending.
    [[nodiscard]] std::vector<Target> sessionsOf(UserId user, DeviceId device) const;
    /// Those that hold the user's states, ascending.
    [[nodiscard]] std::vector<Target> listenersOf(UserId user) const;
    /// Whoever is signed in, ascending.
    [[nodiscard]] std::vector<UserId> users() const;
    /// The users of all that want pushes, ascending.
    [[nodiscard]] std::vector<UserId> listeners() const;
    /// Those that want heads and totals only, ascending.
    [[nodiscard]] std::vector<Target> totalsListenersOf(UserId user) const;
    /// Those that signed in with this token, ascending.
    [[nodiscard]] std::vector<Target> sessionsWith(UserId user, const TokenHash& token) const;
    /// Connections other than `except` on which the user is signed in.
    [[nodiscard]] std::size_t connectionsOf(UserId user, ConnectionId except) const;
    [[nodiscard]] std::size_t sessionsOn(ConnectionId connection) const;
    [[nodiscard]] std::size_t sessionCount() const { return m_sessionCount; }
    /// Every session's target; session 0 for connections without one. Ascending.
    [[nodiscard]] std::vector<Target> everyone() const;
    /// The sessions of a connection, ascending.
    [[nodiscard]] std::vector<Target> targetsOn(ConnectionId connection) const;

private:
    using Sessions = std::map<std::uint32_t, Session>;
    void forgetTarget(UserId user, Target target);

    std::unordered_map<ConnectionId, Sessions> m_connections;
    std::unordered_map<UserId, std::vector<Target>> m_users;
    std::size_t m_sessionCount = 0;
};

} // namespace tidemark::server
