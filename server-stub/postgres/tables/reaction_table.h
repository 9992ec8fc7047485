#pragma once

#include "server-stub/hub/contract/stores/reaction_store.h"
#include "server-stub/postgres/session/connection.h"
#include "server-stub/postgres/tables/conversation_table.h"

#include <map>
#include <utility>

namespace tidemark::server::postgres {

/// Reactions of the PostgreSQL store. They change only while their conversation is locked.
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

    /// Keeps a number that another statement has counted.
    void remember(const UnreadReactionsOf& of, std::uint64_t count);
    void forget() { m_known.clear(); }

private:
    struct Known {
        UnreadReactionsOf of;
        std::uint64_t count = 0;
    };

    Connection& m_connection;
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
    /// Counted in this transaction.
    std::map<std::pair<ConversationId, UserId>, Known> m_known;
};

/// An expression that counts the unread reactions of one user. The arguments are expressions of the
/// surrounding statement.
[[nodiscard]] std::string unreadReactionsColumn(const std::string& conversation, const std::string& author,
                                                const std::string& after, const std::string& above);

} // namespace tidemark::server::postgres
