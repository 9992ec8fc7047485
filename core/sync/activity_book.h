#pragma once

#include "core/sync/engine_context.h"

#include <map>

namespace tidemark {

/// At which of their devices the user is: tells the others that they are at this one, and remembers for a
/// while at which others they are. None of it is kept, answered or repeated: what gets lost costs a
/// notification too many, or one that comes later.
class ActivityBook {
public:
    explicit ActivityBook(EngineContext& context) : m_context(context) {}

    /// Told on change, and again every thirty seconds while it lasts.
    void note(bool active);
    void hear(const protocol::DeviceActivity& activity);
    /// Forgets what was not renewed for seventy-five seconds. Called at the end of each step.
    void flush();
    void onOnline();
    void onOffline();

private:
    void tell();
    void report();

    EngineContext& m_context;
    bool m_isActive = false;
    Instant m_told{};
    std::map<DeviceId, Instant> m_others; ///< until when each counts as active
    bool m_reported = false;
};

} // namespace tidemark
