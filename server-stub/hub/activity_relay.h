#pragma once

#include "server-stub/hub/hub_context.h"

namespace tidemark::server {

/// Tells a user's devices at which other of them the user is. Knows it as long as the session is there; keeps
/// nothing and answers nothing.
class ActivityRelay {
public:
    explicit ActivityRelay(HubContext& context) : m_context(context) {}

    void relay(const Caller& caller, const protocol::Activity& activity);
    /// Tells a device that has just come where else the user is. Nothing where it is not signed in.
    void greet(Target target);
    /// The session is about to end.
    void leave(Target target);

private:
    void push(Target from, bool active);

    HubContext& m_context;
};

} // namespace tidemark::server
