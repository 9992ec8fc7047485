#pragma once

#include "app/lab/world/devices/sim_device.h"
#include "app/lab/world/plan.h"
#include "app/lab/world/servers/sim_database.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace tidemark::sim {

/// The reactions of a SimStore, with defects of a server.
class SimReactions final : public server::ReactionStore {
public:
    SimReactions(SimDatabase& database, const Plan& plan)
        : m_store(database.store()), m_real(m_store.reactions()), m_defect(plan.defect)
    {
    }

    std::uint64_t countUnread(const server::UnreadReactionsOf& of) override;
    std::vector<UserId> remove(ConversationId conversation, Seq after, Seq through) override;

    std::optional<server::ReactionRecord> find(const server::ReactionKey& key) override;
    /// Throws Violation if the reaction must not be made (R-I4) or was made before (R-I3).
    void put(const server::ReactionRecord& record) override;
    std::size_t countOf(ConversationId conversation, Seq target, UserId user) override
    {
        return m_real.countOf(conversation, target, user);
    }
    std::vector<MessageReactions> summaries(ConversationId conversation, Seq after, Seq through,
                                            UserId reader) override
    {
        return m_real.summaries(conversation, after, through, reader);
    }
    std::vector<server::ReactionChange> changes(ConversationId conversation, ReactionSeq after,
                                                std::uint32_t limit) override
    {
        return m_real.changes(conversation, after, limit);
    }
    std::vector<MessageReactions> changedSummaries(ConversationId conversation, ReactionSeq after,
                                                   std::uint32_t limit, UserId reader) override
    {
        return m_real.changedSummaries(conversation, after, limit, reader);
    }
    std::vector<server::ReactionRecord> reactors(ConversationId conversation, Seq target, ReactionSeq after,
                                                 std::uint32_t limit) override
    {
        return m_real.reactors(conversation, target, after, limit);
    }
    std::vector<server::ReactionRecord> unread(const server::UnreadReactionsOf& of,
                                               std::uint32_t limit) override
    {
        return m_real.unread(of, limit);
    }
    std::vector<server::ReactionRecord> all(ConversationId conversation) override
    {
        return m_real.all(conversation);
    }

private:
    server::Store& m_store;
    server::ReactionStore& m_real;
    Defect m_defect;
};

/// The definition of unread reactions, from what was ever seen in the store. Each function throws Violation.
class ReactionTruth {
public:
    /// Call often: remembers when each reaction was there first.
    void observe(server::Store& store);
    /// R-I2, R-I5: the device shows the reactions of the messages that it holds, and the number of
    /// unread ones by its definition.
    void check(SimDevice& device, server::Store& store) const;

private:
    using Key = std::tuple<ConversationId, LogEpoch, Seq, UserId, std::string>;

    [[nodiscard]] std::uint64_t unreadOf(const server::ConversationRecord& conversation,
                                         const server::MemberRecord& member, server::Store& store) const;

    std::map<Key, ReactionSeq> m_first;
};

/// R-I3: the last wish of each user for a reaction has won, unless it was refused.
void checkPendingReactions(const std::vector<SimDevice*>& devices, server::Store& store);

/// I13: no look at reactions on `devices` of one account is lost.
void checkSeenReactions(const std::vector<SimDevice*>& devices, server::Store& store);

} // namespace tidemark::sim
