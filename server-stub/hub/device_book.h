#pragma once

#include "server-stub/hub/hub_context.h"

namespace tidemark::server {

/// What a user's devices are called, when they were last heard of, and whether they held the same as the
/// server when that was last compared. What people see of it is stored when it changes; the time of the last
/// contact at the end of a connection and every few minutes, so that an idle device costs next to nothing.
class DeviceBook {
public:
    explicit DeviceBook(HubContext& context) : m_context(context) {}

    /// A session has begun.
    void arrived(Target target, const protocol::Hello& hello);
    /// What the device holds has been compared with what it should.
    void compared(Target target, bool agrees);
    /// Something came from the device.
    void heardOf(Target target);
    /// Keeps what is known: the session is about to end.
    void store(Target target);

    [[nodiscard]] Answer devices(const Caller& caller);

private:
    HubContext& m_context;
};

} // namespace tidemark::server
