#pragma once

#include "server-stub/hub/state/hub_context.h"

#include <map>
#include <unordered_map>

namespace tidemark::server {

/// Notifies a user's devices of the user's other active devices. Forgets an activity with its session, or
/// with the server that reported it. Stores nothing and answers nothing.
class ActivityRelay {
public:
    explicit ActivityRelay(HubContext& context) : m_context(context) {}

    void relay(const Caller& caller, const protocol::Activity& activity);
    /// Notifies a newly connected device of the user's other active devices. Does nothing if the session is
    /// not signed in.
    void greet(Target target);
    /// Call before the session ends.
    void leave(Target target);

    /// Another server has reported the activity of one of its devices.
    void received(NodeId node, const hint::Activity& activity);
    /// Another server asks for the user's active devices here.
    void answer(UserId user);
    /// Another server has stopped: forgets the activities that it reported.
    void forget(NodeId node);

private:
    /// Active devices on other servers, with the server of each.
    using Elsewhere = std::map<DeviceId, NodeId>;

    void push(Target from, bool active);
    void notifyOthers(UserId user, DeviceId device, bool active);
    [[nodiscard]] bool isDevice(UserId user, DeviceId device);
    [[nodiscard]] bool isHere(UserId user, DeviceId device) const;

    HubContext& m_context;
    std::unordered_map<UserId, Elsewhere> m_elsewhere; ///< of users with sessions here
};

} // namespace tidemark::server
