#pragma once

#include "server-stub/hub/state/hub_context.h"

namespace tidemark::server {

/// Records of each of a user's devices its name, its last contact, and whether it held the same as the server
/// at the last comparison. What users see of this is stored when it changes; the last contact is stored at
/// the end of a connection and every few minutes, so that an idle device costs almost nothing.
class DeviceTracker {
public:
    explicit DeviceTracker(HubContext& context) : m_context(context) {}

    /// Call when a session has begun.
    void arrived(Target target, const protocol::Hello& hello);
    /// Call when the device's data was compared with the server's.
    void compared(Target target, bool agrees);
    /// Call when a frame has come from the device.
    void noteContact(Target target);
    /// Stores what is known of the device. Call before the session ends.
    void store(Target target);

    [[nodiscard]] Answer devices(const Caller& caller);

private:
    HubContext& m_context;
};

} // namespace tidemark::server
