#pragma once

#include "app/lab/world/plan.h"
#include "app/lab/world/servers/sim_database.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tidemark::sim {

/// The conversations of a SimStore, with a defect of a server.
class SimConversations final : public server::ConversationStore {
public:
    SimConversations(SimDatabase& database, const Plan& plan)
        : m_store(database.store()), m_real(m_store.conversations()), m_defect(plan.defect)
    {
    }

    std::optional<server::ConversationRecord> find(ConversationId id) override;
    /// Throws Violation if the other user of a direct chat has blocked the one who opens it.
    ConversationId insert(const server::ConversationRecord& record, MessageUuid creation) override;

    std::optional<ConversationId> byCreation(UserId creator, MessageUuid creation) override
    {
        return m_real.byCreation(creator, creation);
    }
    std::size_t createdBy(UserId creator) override { return m_real.createdBy(creator); }
    std::optional<ConversationId> direct(UserId low, UserId high) override
    {
        return m_real.direct(low, high);
    }
    std::optional<ConversationId> noticeList() override { return m_real.noticeList(); }
    std::vector<ConversationId> findChannels(std::string_view text, std::uint32_t limit) override
    {
        return m_real.findChannels(text, limit);
    }
    std::vector<ConversationId> all() override { return m_real.all(); }
    std::vector<protocol::Head> heads(const std::vector<ConversationId>& ids) override
    {
        return m_real.heads(ids);
    }
    UnixMs newestTime() override { return m_real.newestTime(); }
    void setTitle(ConversationId id, std::string_view title) override { m_real.setTitle(id, title); }
    void setForwarding(ConversationId id, bool forbidden) override { m_real.setForwarding(id, forbidden); }

private:
    server::Store& m_store;
    server::ConversationStore& m_real;
    Defect m_defect;
};

/// Throws Violation if members learn that `user` has read or got something there, and one of them is blocked
/// by the user.
void checkMayTell(server::Store& store, ConversationId conversation, UserId user);
/// Throws Violation if `adder` must not make `user` a member of a group: the user has blocked the adder, or
/// wants to be asked (N1).
void checkMayAdd(server::Store& store, UserId adder, UserId user);

} // namespace tidemark::sim
