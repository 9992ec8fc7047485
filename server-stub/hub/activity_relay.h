#pragma once

#include "server-stub/hub/hub_context.h"

#include <map>
#include <unordered_map>

namespace tidemark::server {

/// Tells a user's devices at which other of them the user is. Knows it as long as the session is there, and
/// of devices on other servers as long as those are; stores nothing and answers nothing.
class ActivityRelay {
public:
    explicit ActivityRelay(HubContext& context) : m_context(context) {}

    void relay(const Caller& caller, const protocol::Activity& activity);
    /// Tells a device that has just come where else the user is. Nothing where it is not signed in.
    void greet(Target target);
    /// The session is about to end.
    void leave(Target target);

    /// Another server has told of a device of its own.
    void heard(NodeId node, const hint::Activity& activity);
    /// Another server wants to know of the devices here.
    void answer(UserId user);
    /// Another server has ended, and with it what it had told.
    void forget(NodeId node);

private:
    /// Devices elsewhere at which the user is.
    using Elsewhere = std::map<DeviceId, NodeId>;

    void push(Target from, bool active);
    void tellOthers(UserId user, DeviceId device, bool active);
    [[nodiscard]] bool isHere(UserId user, DeviceId device) const;

    HubContext& m_context;
    std::unordered_map<UserId, Elsewhere> m_elsewhere; ///< of users with sessions here
};

} // namespace tidemark::server
