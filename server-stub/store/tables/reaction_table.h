#pragma once

#include "server-stub/hub/contract/stores/reaction_store.h"
#include "server-stub/store/connection.h"
#include "server-stub/store/tables/conversation_table.h"

namespace tidemark::server {

/// Reactions of the SQLite store.
class ReactionTable final : public ReactionStore {
public:
    ReactionTable(Connection& connection, ConversationTable& conversations);

    std::optional<ReactionRecord> find(const ReactionKey& key) override;
    void put(const ReactionRecord& record) override;
    std::size_t countOf(ConversationId conversation, Seq target, UserId user) override;
    std::vector<MessageReactions> summaries(ConversationId conversation, Seq after, Seq through,
                                            UserId reader) override;
    std::vector<ReactionChange> changes(ConversationId conversation, ReactionSeq after,
                                        std::uint32_t limit) override;
    std::vector<MessageReactions> changedSummaries(ConversationId conversation, ReactionSeq after,
                                                   std::uint32_t limit, UserId reader) override;
    std::vector<ReactionRecord> reactors(ConversationId conversation, Seq target, ReactionSeq after,
                                         std::uint32_t limit) override;
    std::vector<ReactionRecord> unread(const UnreadReactionsOf& of, std::uint32_t limit) override;
    std::uint64_t countUnread(const UnreadReactionsOf& of) override;
    std::vector<UserId> remove(ConversationId conversation, Seq after, Seq through) override;
    std::vector<ReactionRecord> all(ConversationId conversation) override;

private:
    ConversationTable& m_conversations;
    Statement m_select;
    Statement m_put;
    Statement m_countOf;
    Statement m_selectSummaries;
    Statement m_selectChanges;
    Statement m_selectChangedSummaries;
    Statement m_selectReactors;
    Statement m_selectUnread;
    Statement m_countUnread;
    Statement m_selectAuthors;
    Statement m_remove;
    Statement m_selectAll;
};

} // namespace tidemark::server
