#pragma once

#include "server-stub/hub/state/hub_context.h"

#include <cstdint>
#include <optional>

namespace tidemark::server {

/// Keeps the folders of accounts. They are the same on all devices of a user; nobody else sees them, and no
/// number of the server depends on them.
class Folders {
public:
    explicit Folders(HubContext& context) : m_context(context) {}

    [[nodiscard]] Answer set(const Caller& caller, const protocol::SetFolder& request);
    [[nodiscard]] Answer get(const Caller& caller);

    /// The folders, if the device holds another version; empty if it does not know folders.
    [[nodiscard]] std::optional<protocol::Folders> unlike(UserId user, std::optional<std::uint64_t> version);
    /// Pushes the folders to the caller's session if it holds another version.
    void compare(const Caller& caller, std::optional<std::uint64_t> version);
    /// Pushes the folders to all devices of the user, because another server may have changed them.
    void resync(UserId user);

private:
    [[nodiscard]] protocol::Folders of(UserId user);
    /// The caller's folders have changed: the user's other devices are to show it.
    void publish(const Caller& caller);

    HubContext& m_context;
};

} // namespace tidemark::server
