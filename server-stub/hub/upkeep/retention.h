#pragma once

#include "server-stub/hub/state/hub_context.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tidemark::server {

/// Trims the logs to the policy, a bounded number of entries per turn, and notifies the online members. Other
/// members learn of it when they next ask, and cost nothing until then (I17).
///
/// The server cannot know whether the wall clock is right, so entries that are young by AgeClock are not
/// trimmed for their age. If entries are overdue for longer than a usual downtime explains, trimming waits
/// for some days more.
class Retention {
public:
    explicit Retention(HubContext& context);

    /// Starts again, because the policy may have changed.
    void restart();
    /// Another server has changed a conversation for all its members: notifies those who are online.
    void changedElsewhere(ConversationId id);
    /// Does the due work, within the bounds of one turn. Must run before the inputs of the turn.
    void run();
    /// The turn was not committed: the entries that it trimmed are still there.
    void undo();
    /// The number of conversations in which implausibly much seemed too old at the last search.
    [[nodiscard]] std::size_t heldBack() const { return m_reportedHeldBack; }
    /// The time when run() will have work; empty if the policy keeps all entries and no member is to be
    /// notified.
    [[nodiscard]] std::optional<Instant> wakeUp() const;

private:
    void look();
    /// Trims `id` while there is room. Returns true if nothing is left to trim in it.
    [[nodiscard]] bool trim(ConversationId id);
    [[nodiscard]] Seq wantedFor(const ConversationRecord& conversation);
    [[nodiscard]] Seq tooOld(const ConversationRecord& conversation);
    void noteWatchers(ConversationId id);
    void notifyWatchers();

    HubContext& m_context;
    const RetentionPolicy& m_policy;
    using Pairs = std::vector<std::pair<ConversationId, UserId>>;
    std::optional<Instant> m_next;         ///< when to search again for entries to trim
    std::vector<ConversationId> m_waiting; ///< conversations still to be searched; the next one is at the end
    std::set<ConversationId> m_heldBack;   ///< conversations held back, of those searched so far
    std::size_t m_reportedHeldBack = 0;
    Pairs m_unnotified;                 ///< members still to be notified
    std::size_t m_unnotifiedBefore = 0; ///< number of these from before this turn
    Pairs m_notified;                   ///< members from before this turn who were notified in it
    Instant m_notifyNotBefore{};
    std::uint64_t m_room = 0; ///< number of entries that the turn may still trim
};

} // namespace tidemark::server
