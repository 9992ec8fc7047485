#pragma once

#include "server-stub/hub/contract/stores/deletion_store.h"
#include "server-stub/store/connection.h"

#include <vector>

namespace tidemark::server {

/// Deletions of the SQLite store.
class DeletionTable final : public DeletionStore {
public:
    explicit DeletionTable(Connection& connection);

    std::optional<DeletionRecord> next() override;
    void put(const DeletionRecord& record) override;
    void remove(UserId user) override;
    void eraseOwned(UserId user) override;
    std::vector<ConversationId> conversationsOf(UserId user, ConversationId after,
                                                std::uint32_t limit) override;
    std::vector<Seq> messagesOf(UserId user, ConversationId conversation, Seq after,
                                std::uint32_t limit) override;
    std::vector<ReactionRecord> reactionsOf(UserId user, ConversationId conversation,
                                            std::uint32_t limit) override;

private:
    Statement m_selectNext;
    Statement m_put;
    Statement m_remove;
    std::vector<Statement> m_erasing; ///< statements whose only parameter is the user
    Statement m_selectConversations;
    Statement m_selectMessages;
    Statement m_selectReactions;
};

} // namespace tidemark::server
