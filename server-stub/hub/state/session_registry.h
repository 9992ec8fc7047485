#pragma once

#include "server-stub/hub/contract/hub_values.h"

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
    bool silent = false;     ///< wants only answers, no pushes
    bool totalsOnly = false; ///< wants only heads and totals, no states
    DeviceId device;
    std::string deviceName;
    DeviceRecord record = {};
    bool isRecordStored = false; ///< whether everything but the times is stored
    bool isActive = false;       ///< the user is at this device, as the device last reported

    /// Whether the session holds the user's states and is notified of all changes.
    [[nodiscard]] bool isListener() const { return !silent && !totalsOnly; }
};

/// Tracks the connections and their sessions. All of it is in memory and is lost with the process.
class SessionRegistry {
public:
    void connect(ConnectionId connection);
    /// Forgets the connection and its sessions. Unknown connections are ignored.
    void close(ConnectionId connection);
    [[nodiscard]] bool isConnected(ConnectionId connection) const
    {
        return m_connections.contains(connection);
    }

    /// Signs in at `target` and replaces a session there. The connection must exist.
    void signIn(Target target, const Session& session);
    void signOut(Target target);
    /// Null if there is no session at `target`. Valid until the next change.
    [[nodiscard]] const Session* find(Target target) const;
    /// The device's sessions go on with this token, which has replaced theirs.
    void renewToken(UserId user, DeviceId device, const TokenHash& token);
    /// Stores the device's record in a session that exists.
    void noteDevice(Target target, const DeviceRecord& record, bool isStored);

    /// Stores whether the user is at the device of a session that exists.
    void noteActivity(Target target, bool active);

    /// All sessions of the user, ascending.
    [[nodiscard]] std::vector<Target> sessionsOf(UserId user) const;
    [[nodiscard]] std::size_t sessionCountOf(UserId user) const;
    /// Whether the user is active at any of their sessions.
    [[nodiscard]] bool isActive(UserId user) const;
    /// The user's sessions on one device, ascending.
    [[nodiscard]] std::vector<Target> sessionsOf(UserId user, DeviceId device) const;
    /// The user's sessions that hold states (see Session::isListener()), ascending.
    [[nodiscard]] std::vector<Target> listenersOf(UserId user) const;
    /// All users who are signed in, ascending.
    [[nodiscard]] std::vector<UserId> users() const;
    /// The users with a session that wants pushes, ascending.
    [[nodiscard]] std::vector<UserId> listeners() const;
    /// The user's sessions that want only heads and totals, ascending.
    [[nodiscard]] std::vector<Target> totalsListenersOf(UserId user) const;
    /// The user's sessions that signed in with this token, ascending.
    [[nodiscard]] std::vector<Target> sessionsWith(UserId user, const TokenHash& token) const;
    /// The number of connections other than `except` on which the user is signed in.
    [[nodiscard]] std::size_t connectionsOf(UserId user, ConnectionId except) const;
    /// The user of the connection's lowest session; invalid if it has none.
    [[nodiscard]] UserId firstUserOn(ConnectionId connection) const;
    [[nodiscard]] std::size_t sessionsOn(ConnectionId connection) const;
    [[nodiscard]] std::size_t sessionCount() const { return m_sessionCount; }
    /// The targets of all sessions, ascending; a connection without a session has session 0.
    [[nodiscard]] std::vector<Target> everyone() const;
    /// The sessions of a connection, ascending.
    [[nodiscard]] std::vector<Target> targetsOn(ConnectionId connection) const;

private:
    using Sessions = std::map<std::uint32_t, Session>;
    struct Signed {
        std::vector<Target> targets; ///< ascending
        std::size_t connections = 0; ///< number of their connections
        std::size_t active = 0;      ///< number of sessions at which the user is active
    };
    [[nodiscard]] Session& at(Target target);
    void forgetTarget(UserId user, Target target);

    std::unordered_map<ConnectionId, Sessions> m_connections;
    std::unordered_map<UserId, Signed> m_users;
    std::size_t m_sessionCount = 0;
};

} // namespace tidemark::server
