#pragma once

#include "core/sync/attention_set.h"
#include "core/sync/engine_context.h"
#include "core/sync/tracked.h"

#include <cstdint>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tidemark {

/// All conversations of the account with the totals over them. Writes what a step has changed, conversations
/// and totals together (I11).
class TrackedConversations {
public:
    TrackedConversations(EngineContext& context, AttentionSet& attention,
                         std::vector<Snapshot::Conversation> conversations, const Totals& totals);

    [[nodiscard]] Tracked* find(ConversationId id);
    [[nodiscard]] const Tracked* find(ConversationId id) const;
    /// Precondition: the conversation is known.
    [[nodiscard]] Tracked& at(ConversationId id);
    [[nodiscard]] const std::map<ConversationId, Tracked>& all() const { return m_all; }
    /// Calls `visit` with each conversation, ascending by id.
    template <typename Visit>
    void each(Visit visit)
    {
        for (auto& [id, tracked] : m_all) {
            visit(tracked);
        }
    }

    /// Precondition: the conversation is not known yet.
    Tracked& add(const ConversationState& state);
    /// Notes that the durable state of `tracked` changed in this step.
    void touch(Tracked& tracked);
    /// A newer head is known: entries through it can be pulled.
    void noteHead(Tracked& tracked, Seq head);

    /// Writes the touched conversations together with the totals; called at the end of each step.
    void flush();
    /// Forgets all conversations and their totals.
    void clear();

    // As of the last flush().
    [[nodiscard]] const Totals& totals() const { return m_totals; }
    /// The number of entries of all conversations that are not held.
    [[nodiscard]] std::uint64_t missing() const { return m_missing; }

    [[nodiscard]] static KnownAtRequest knownOf(const Tracked& tracked);
    /// The present state of the conversations in `ids`, except unknown ones.
    [[nodiscard]] std::map<ConversationId, KnownAtRequest>
    knownOf(const std::vector<ConversationId>& ids) const;
    [[nodiscard]] std::map<ConversationId, KnownAtRequest> knownOfAll() const;

private:
    /// One conversation's contribution to the sums below.
    struct Share {
        Totals totals;
        std::uint64_t missing = 0;
    };
    void resum(const Tracked& tracked);
    [[nodiscard]] bool isSumOfShares() const;

    EngineContext& m_context;
    AttentionSet& m_attention;
    std::map<ConversationId, Tracked> m_all;
    std::unordered_map<ConversationId, Share> m_shares;
    std::vector<ConversationId> m_dirty; ///< in the order in which they were touched
    std::unordered_set<ConversationId> m_isDirty;
    Totals m_totals;
    Totals m_sum; ///< sum of all shares; its `exact` is unused
    std::size_t m_inexact = 0;
    std::size_t m_mutedInexact = 0;
    std::size_t m_feedInexact = 0;
    std::uint64_t m_missing = 0;
};

} // namespace tidemark
