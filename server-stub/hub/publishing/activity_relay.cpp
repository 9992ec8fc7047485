#include "server-stub/hub/publishing/activity_relay.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tidemark::server {

void ActivityRelay::relay(const Caller& caller, const protocol::Activity& activity)
{
    m_context.sessions().noteActivity(caller.target, activity.active);
    m_context.chargePush(caller.user);
    push(caller.target, activity.active);
}

void ActivityRelay::greet(Target target)
{
    const Session* session = m_context.sessions().find(target);
    if (session == nullptr || !session->isListener()) {
        return;
    }
    const std::vector<Target> others = m_context.sessions().isActive(session->user)
                                           ? m_context.sessions().sessionsOf(session->user)
                                           : std::vector<Target>();
    for (const Target other : others) {
        const Session* known = m_context.sessions().find(other);
        if (known->isActive && known->device != session->device) {
            m_context.turn().add(Push{{target}, protocol::DeviceActivity{known->device, true}});
        }
    }
    if (const auto elsewhere = m_elsewhere.find(session->user); elsewhere != m_elsewhere.end()) {
        for (const auto& [device, node] : elsewhere->second) {
            if (device != session->device) {
                m_context.turn().add(Push{{target}, protocol::DeviceActivity{device, true}});
            }
        }
    }
    m_context.addHint(hint::ActivityAsked{session->user});
}

void ActivityRelay::leave(Target target)
{
    const Session* session = m_context.sessions().find(target);
    if (session != nullptr && session->isActive) {
        push(target, false);
    }
    if (session != nullptr && m_context.sessions().sessionCountOf(session->user) == 1) {
        m_elsewhere.erase(session->user);
    }
}

void ActivityRelay::received(NodeId node, const hint::Activity& activity)
{
    if (m_context.sessions().sessionsOf(activity.user).empty()) {
        m_elsewhere.erase(activity.user);
        return;
    }
    // Check the hint against the store, because each active device takes memory here.
    if (activity.active && !isDevice(activity.user, activity.device)) {
        return;
    }
    Elsewhere& elsewhere = m_elsewhere[activity.user];
    const auto known = elsewhere.find(activity.device);
    if (activity.active) {
        elsewhere.insert_or_assign(activity.device, node);
    } else if (known != elsewhere.end() && known->second == node) {
        elsewhere.erase(known);
    } else {
        return; // the device has moved to another server, or was unknown
    }
    if (activity.active || !isHere(activity.user, activity.device)) {
        notifyOthers(activity.user, activity.device, activity.active);
    }
}

void ActivityRelay::answer(UserId user)
{
    for (const Target target : m_context.sessions().sessionsOf(user)) {
        const Session* session = m_context.sessions().find(target);
        if (session->isActive) {
            m_context.addHint(hint::Activity{user, session->device, true});
        }
    }
}

void ActivityRelay::forget(NodeId node)
{
    for (auto& [user, elsewhere] : m_elsewhere) {
        for (auto place = elsewhere.begin(); place != elsewhere.end();) {
            if (place->second != node) {
                ++place;
                continue;
            }
            if (!isHere(user, place->first)) {
                notifyOthers(user, place->first, false);
            }
            place = elsewhere.erase(place);
        }
    }
}

bool ActivityRelay::isDevice(UserId user, DeviceId device)
{
    const std::vector<DeviceRecord> devices = m_context.store().tokens().devices(user);
    return std::any_of(devices.begin(), devices.end(),
                       [device](const DeviceRecord& record) { return record.device == device; });
}

bool ActivityRelay::isHere(UserId user, DeviceId device) const
{
    const std::vector<Target> own = m_context.sessions().sessionsOf(user, device);
    return std::any_of(own.begin(), own.end(),
                       [this](Target target) { return m_context.sessions().find(target)->isActive; });
}

void ActivityRelay::push(Target from, bool active)
{
    const Session* session = m_context.sessions().find(from);
    notifyOthers(session->user, session->device, active);
    m_context.addHint(hint::Activity{session->user, session->device, active});
}

void ActivityRelay::notifyOthers(UserId user, DeviceId device, bool active)
{
    std::vector<Target> others = m_context.sessions().listenersOf(user);
    std::erase_if(others, [&](Target other) { return m_context.sessions().find(other)->device == device; });
    if (!others.empty()) {
        m_context.turn().add(Push{std::move(others), protocol::DeviceActivity{device, active}});
    }
}

} // namespace tidemark::server
