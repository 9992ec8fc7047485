#pragma once

#include "server-stub/hub/hub_context.h"
#include "server-stub/hub/notifier.h"

#include <optional>
#include <set>
#include <vector>

namespace tidemark::server {

/// Tells the sessions that want only totals of them: with every head that they are told of, and whenever a
/// state of their user has changed. After the commit, and of what was committed.
class TotalsTeller {
public:
    explicit TotalsTeller(HubContext& context) : m_context(context) {}

    /// Raises the floors and ends the mutes that were found due when the totals were last looked at.
    void run();
    /// The commit failed: that is still to be done, a second later.
    void undo();
    /// `announced`: the heads that the step pushes.
    void tell(const std::vector<Notifier::Announcement>& announced, Effects& effects);
    [[nodiscard]] std::optional<Instant> wakeUp() const;

private:
    void tell(const std::set<UserId>& users, Effects& effects);

    HubContext& m_context;
    std::set<UserId> m_unsettled;
    std::set<UserId> m_settling; ///< in this turn
    Instant m_notBefore{};
};

} // namespace tidemark::server
