#pragma once

#include "server-stub/hub/hub_context.h"

#include <optional>

namespace tidemark::server {

/// Ends mutes when their time has come, a bounded number a turn, and tells the users' devices: the numbers of
/// all of them change in the same version. After a restart it ends first what was overdue.
class MuteEnds {
public:
    explicit MuteEnds(HubContext& context) : m_context(context) {}

    /// Does what is due. Before the inputs of the turn.
    void run();
    /// The turn was not committed: what it ended is still on.
    void undo();
    /// When run() may have something to do; none: no mute has an end.
    [[nodiscard]] std::optional<Instant> wakeUp() const;

private:
    HubContext& m_context;
    UnixMs m_before;     ///< the next end, as of the beginning of the turn
    Instant m_notBefore; ///< after a failure
};

} // namespace tidemark::server
