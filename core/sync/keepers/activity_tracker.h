#pragma once

#include "core/sync/engine_context.h"

#include <map>

namespace tidemark {

/// Reports to the server when the user is active at this device, and remembers for a while which other
/// devices the user is active at. Nothing is stored, answered or repeated; a lost frame costs at most an
/// extra or a late notification.
class ActivityTracker {
public:
    explicit ActivityTracker(EngineContext& context) : m_context(context) {}

    /// The engine sends a change at once, and repeats `active` every thirty seconds.
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
