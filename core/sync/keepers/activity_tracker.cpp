#include "core/sync/keepers/activity_tracker.h"

#include <utility>

namespace tidemark {

namespace {

constexpr Milliseconds renewal{30000};
constexpr Milliseconds lifetime{75000};

} // namespace

void ActivityTracker::note(bool active)
{
    if (std::exchange(m_isActive, active) != active) {
        send();
    }
}

void ActivityTracker::send()
{
    if (!m_context.isOnline()) {
        return;
    }
    m_lastSent = m_context.now();
    m_context.sendUnanswered(protocol::Activity{m_isActive});
}

void ActivityTracker::take(const protocol::DeviceActivity& activity)
{
    if (!activity.active) {
        m_others.erase(activity.device);
    } else if (activity.device != m_context.device) {
        m_others.insert_or_assign(activity.device, m_context.now() + lifetime);
    }
    report();
}

void ActivityTracker::flush()
{
    if (std::erase_if(m_others, [this](const auto& other) { return other.second <= m_context.now(); }) > 0) {
        report();
    }
    for (const auto& [device, until] : m_others) {
        m_context.wakeAt(until);
    }
    if (!m_isActive || !m_context.isOnline()) {
        return;
    }
    if (m_lastSent + renewal <= m_context.now()) {
        send();
    }
    m_context.wakeAt(m_lastSent + renewal);
}

void ActivityTracker::onOnline()
{
    if (m_isActive) {
        send();
    }
}

void ActivityTracker::onOffline()
{
    m_others.clear();
    report();
}

void ActivityTracker::report()
{
    if (std::exchange(m_reported, !m_others.empty()) == m_others.empty()) {
        m_context.report(change::ActiveElsewhere{!m_others.empty()});
    }
}

} // namespace tidemark
