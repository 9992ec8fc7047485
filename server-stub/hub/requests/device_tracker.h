#pragma once

#include "server-stub/hub/state/hub_context.h"

namespace tidemark::server {

/// Stores for each device its name, its last contact, and whether it held the same state as the server at the
/// last comparison. Values that users see are stored when they change; the last contact is stored at the end
/// of a connection and every few minutes, so that an idle device costs almost nothing.
class DeviceTracker {
public:
    explicit DeviceTracker(HubContext& context) : m_context(context) {}

    /// Call when a session has begun.
    void arrived(Target target, const protocol::Hello& hello);
    /// Call after a comparison of the device's data with the server's.
    void compared(Target target, bool agrees);
    /// Call when a frame from the device has arrived.
    void noteContact(Target target);
    /// Stores the device's record. Call before the session ends.
    void store(Target target);

    [[nodiscard]] Answer devices(const Caller& caller);

private:
    HubContext& m_context;
};

} // namespace tidemark::server
