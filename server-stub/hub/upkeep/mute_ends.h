#pragma once

#include "server-stub/hub/state/hub_context.h"

#include <optional>

namespace tidemark::server {

/// Ends mutes at their times, a bounded number per turn, and notifies the users' devices: all of a user's
/// numbers change in one version. After a restart it first ends the overdue mutes.
class MuteEnds {
public:
    explicit MuteEnds(HubContext& context) : m_context(context) {}

    /// Does the due work. Must run before the inputs of the turn.
    void run();
    /// The turn was not committed: the mutes that it ended are still set.
    void undo();
    /// The time when run() may have work; empty if no mute has an end.
    [[nodiscard]] std::optional<Instant> wakeUp() const;

private:
    HubContext& m_context;
    UnixMs m_before;     ///< the next end of a mute, as of the beginning of the turn
    Instant m_notBefore; ///< set after a failure
};

} // namespace tidemark::server
