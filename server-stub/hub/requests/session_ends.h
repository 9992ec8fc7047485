#pragma once

#include "server-stub/hub/publishing/activity_relay.h"
#include "server-stub/hub/requests/accounts.h"
#include "server-stub/hub/requests/device_tracker.h"
#include "server-stub/hub/state/hub_context.h"

#include <vector>

namespace tidemark::server {

/// Ends sessions and connections on behalf of the server, and notifies the users concerned.
class SessionEnds {
public:
    SessionEnds(HubContext& context, DeviceTracker& devices, ActivityRelay& activity, Accounts& accounts)
        : m_context(context), m_devices(devices), m_activity(activity), m_accounts(accounts)
    {
    }

    /// Cleans up after a connection that has closed or is being closed.
    void end(ConnectionId connection);
    /// Closes the connection after the frames that are still to be sent.
    void cut(ConnectionId connection);
    /// Closes those of the targets' connections that have no session left.
    void cutUnused(const std::vector<Target>& targets);
    /// Reports that the users are no longer active at these sessions. Call before the sessions end.
    void leaveActivity(const std::vector<Target>& targets);
    /// Ends all sessions of the user, and closes the connections that have no session left.
    void dismiss(UserId user, protocol::ErrorCode why);
    /// Ends the user's sessions that the store no longer knows as signed in: another server may have ended
    /// them.
    void recheck(UserId user);
    /// Whether the store knows the session's token as one of this user and device, and the user is neither
    /// disabled nor deleted.
    [[nodiscard]] bool isSignedIn(Target target) const;

private:
    void endSessions(const std::vector<Target>& targets, protocol::ErrorCode why);

    HubContext& m_context;
    DeviceTracker& m_devices;
    ActivityRelay& m_activity;
    Accounts& m_accounts;
};

} // namespace tidemark::server
