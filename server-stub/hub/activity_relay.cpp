#include "server-stub/hub/activity_relay.h"

#include <utility>
#include <vector>

namespace tidemark::server {

void ActivityRelay::relay(const Caller& caller, const protocol::Activity& activity)
{
    m_context.sessions.noteActivity(caller.target, activity.active);
    push(caller.target, activity.active);
}

void ActivityRelay::greet(Target target)
{
    const Session* session = m_context.sessions.find(target);
    if (session == nullptr || !session->isListener()) {
        return;
    }
    for (const Target other : m_context.sessions.sessionsOf(session->user)) {
        const Session* known = m_context.sessions.find(other);
        if (known->isActive && known->device != session->device) {
            m_context.turn.effects.emplace_back(
                Push{{target}, protocol::DeviceActivity{known->device, true}});
        }
    }
}

void ActivityRelay::leave(Target target)
{
    const Session* session = m_context.sessions.find(target);
    if (session != nullptr && session->isActive) {
        push(target, false);
    }
}

void ActivityRelay::push(Target from, bool active)
{
    const Session* session = m_context.sessions.find(from);
    std::vector<Target> others = m_context.sessions.listenersOf(session->user);
    std::erase_if(others,
                  [&](Target other) { return m_context.sessions.find(other)->device == session->device; });
    if (!others.empty()) {
        m_context.turn.effects.emplace_back(
            Push{std::move(others), protocol::DeviceActivity{session->device, active}});
    }
}

} // namespace tidemark::server
