#pragma once

#include "server-stub/hub/requests/scheduling.h"
#include "server-stub/hub/state/hub_context.h"

#include <optional>
#include <vector>

namespace tidemark::server {

/// Sends scheduled messages at their times, a bounded number per turn. After a restart it first sends the
/// overdue ones.
class ScheduledSends {
public:
    ScheduledSends(HubContext& context, Scheduling& scheduling) : m_context(context), m_scheduling(scheduling)
    {
    }

    /// Adds the logs to which run() will append. On a shared store these must be locked before anything is
    /// read, so run() sends only what an earlier turn has found due.
    void addTo(LockSet& lockSet) const;
    /// Does the due work. Must run before the inputs of the turn.
    void run();
    /// The turn was not committed: nothing of what it sent is sent.
    void undo();
    /// The time when run() may have work; empty if no message is scheduled.
    [[nodiscard]] std::optional<Instant> wakeUp() const;

private:
    /// The messages that are due now; reads when the next ones are.
    [[nodiscard]] std::vector<ExpectedSend> due();
    void send(const std::vector<ExpectedSend>& found);

    HubContext& m_context;
    Scheduling& m_scheduling;
    UnixMs m_before;                      ///< the next due time, as of the beginning of the turn
    std::vector<ExpectedSend> m_expected; ///< on a shared store: found due, to be sent in the next turn
    Instant m_notBefore;                  ///< set after a failure
    Milliseconds m_pause{0};              ///< after the next failure; doubles
};

} // namespace tidemark::server
