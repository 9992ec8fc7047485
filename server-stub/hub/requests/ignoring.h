#pragma once

#include "server-stub/hub/state/hub_context.h"

#include <cstddef>
#include <optional>

namespace tidemark::server {

/// Keeps the sets of users whom accounts ignore or block. The numbers of an account are derived from its set,
/// so a change writes nothing for each conversation.
class Ignoring {
public:
    explicit Ignoring(HubContext& context) : m_context(context) {}

    [[nodiscard]] Answer set(const Caller& caller, const protocol::SetIgnored& request);
    [[nodiscard]] Answer get(const Caller& caller);

    /// The set, if the device holds another version; empty if it does not know ignoring.
    [[nodiscard]] std::optional<protocol::IgnoredUsers> unlike(UserId user,
                                                               std::optional<std::uint64_t> version);
    /// Pushes the set to the caller's session if it holds another version.
    void compare(const Caller& caller, std::optional<std::uint64_t> version);
    /// Pushes the set to all devices of the user, because another server may have changed it.
    void resync(UserId user);

private:
    /// The caller's set has changed, which has `users` users: all devices and totals are to show it.
    void publish(const Caller& caller, std::size_t users);

    HubContext& m_context;
};

} // namespace tidemark::server
