#pragma once

#include "server-stub/hub/accounts.h"
#include "server-stub/hub/activity_relay.h"
#include "server-stub/hub/device_book.h"
#include "server-stub/hub/hub_context.h"

#include <vector>

namespace tidemark::server {

/// Ends sessions and connections from this side, and says so to whom it concerns.
class SessionEnds {
public:
    SessionEnds(HubContext& context, DeviceBook& devices, ActivityRelay& activity, Accounts& accounts)
        : m_context(context), m_devices(devices), m_activity(activity), m_accounts(accounts)
    {
    }

    /// The connection has ended, or is ended here.
    void end(ConnectionId connection);
    /// Ends the connection from this side, after what it is still sent.
    void cut(ConnectionId connection);
    /// Cuts the connections of these targets over which nobody is signed in any more.
    void cutUnused(const std::vector<Target>& targets);
    /// These sessions are about to end.
    void leaveActivity(const std::vector<Target>& targets);
    /// Ends everything that the user is signed in with, and the connections that were for it alone.
    void dismiss(UserId user, protocol::ErrorCode why);
    /// Ends the sessions of the user that the store does not know as signed in any more: another server may
    /// have ended them.
    void recheck(UserId user);
    /// Whether the store knows the session's token as this user's.
    [[nodiscard]] bool isSignedIn(Target target) const;

private:
    void endSessions(const std::vector<Target>& targets, protocol::ErrorCode why);

    HubContext& m_context;
    DeviceBook& m_devices;
    ActivityRelay& m_activity;
    Accounts& m_accounts;
};

} // namespace tidemark::server
