#pragma once

#include "server-stub/hub/hub_context.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tidemark::server {

/// Trims the logs to what the policy keeps, a bounded number of entries a turn, and tells the members who are
/// online. The others learn of it when they next ask, and cost nothing until then (I17).
class Retention {
public:
    explicit Retention(HubContext& context);

    /// The policy may be another one.
    void beginAnew();
    /// Another server has changed a conversation for all of its members: those who are online are told.
    void changedElsewhere(ConversationId id);
    /// Does what is due, as far as one turn may go. Before the inputs of the turn.
    void run();
    /// The turn was not committed: what it trimmed is still there.
    void undo();
    /// When run() will have something to do; none: the policy keeps everything, and nobody is to be told.
    [[nodiscard]] std::optional<Instant> wakeUp() const;

private:
    void look();
    /// Trims `id` while there is room; true when there is nothing left to trim in it.
    [[nodiscard]] bool trim(ConversationId id);
    [[nodiscard]] Seq wantedFor(const ConversationRecord& conversation);
    void noteWatchers(ConversationId id);
    void tellWatchers();

    HubContext& m_context;
    const RetentionPolicy& m_policy;
    using Pairs = std::vector<std::pair<ConversationId, UserId>>;
    std::optional<Instant> m_next;         ///< to look for what is to be trimmed
    std::vector<ConversationId> m_waiting; ///< to be looked at, the last one first
    Pairs m_untold;                        ///< who is to hear of it
    std::size_t m_untoldBefore = 0;        ///< of these, not of this turn
    Pairs m_told;                          ///< in this turn, of those before
    Instant m_tellNotBefore{};
    std::uint64_t m_room = 0; ///< rows that the turn may still change
};

} // namespace tidemark::server
