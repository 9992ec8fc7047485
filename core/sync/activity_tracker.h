#pragma once

#include "core/sync/engine_context.h"

#include <map>

namespace tidemark {

/// Tracks at which devices the user is active: tells the server about this device and remembers for a while
/// which others are active. Nothing is stored, answered or repeated; a lost frame costs at most an extra or a
/// late notification.
class ActivityTracker {
public:
    explicit ActivityTracker(EngineContext& context) : m_context(context) {}

    /// Sent on change, and again every thirty seconds while the user stays active.
    void note(bool active);
    void take(const protocol::DeviceActivity& activity);
    /// Forgets devices that were not renewed for 75 seconds. Called at the end of each step.
    void flush();
    void onOnline();
    void onOffline();

private:
    void send();
    void report();

    EngineContext& m_context;
    bool m_isActive = false;
    Instant m_lastSent{};
    std::map<DeviceId, Instant> m_others; ///< until when each device counts as active
    bool m_reported = false;
};

} // namespace tidemark
