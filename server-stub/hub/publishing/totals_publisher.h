#pragma once

#include "server-stub/hub/publishing/notifier.h"
#include "server-stub/hub/state/hub_context.h"

#include <optional>
#include <set>
#include <vector>

namespace tidemark::server {

/// Sends totals to the sessions that want only totals: with every head pushed to them, and after every change
/// of a state of their user. Runs after the commit and counts committed data.
class TotalsPublisher {
public:
    explicit TotalsPublisher(HubContext& context) : m_context(context) {}

    /// Raises the floors and ends the mutes that the last counting found due.
    void run();
    /// The commit failed: run() repeats its work after `retryDelay`.
    void undo();
    /// `announced`: the heads that the step pushes.
    void publish(const std::vector<Notifier::Announcement>& announced, Effects& effects);
    [[nodiscard]] std::optional<Instant> wakeUp() const;

private:
    void publish(const std::set<UserId>& users, Effects& effects);

    HubContext& m_context;
    std::set<UserId> m_unsettled;
    std::set<UserId> m_settling; ///< users handled in this turn
    Instant m_notBefore{};
};

} // namespace tidemark::server
