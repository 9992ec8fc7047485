#pragma once

#include "server-stub/hub/contract/stores/member_store.h"
#include "server-stub/store/connection.h"
#include "server-stub/store/tables/conversation_table.h"

#include <unordered_map>

namespace tidemark::server {

/// Members of the SQLite store. Rows that were read, and the absence of rows, are kept in memory.
class MemberTable final : public MemberStore {
public:
    MemberTable(Connection& connection, ConversationTable& conversations);

    std::optional<MemberRecord> find(ConversationId conversation, UserId user) override;
    void put(const MemberRecord& member) override;
    std::vector<UserId> present(ConversationId conversation) override;
    std::vector<UserId> presentAfter(ConversationId conversation, UserId after, std::uint32_t limit) override;
    std::vector<GroupAdmin> groupAdmins(ConversationId conversation) override;
    std::vector<MemberRecord> ofUser(UserId user) override;
    std::size_t countOfUser(UserId user) override;
    void raiseDelivered(ConversationId conversation, UserId user, Seq through) override;
    std::vector<MuteEnd> muteEnds(std::uint32_t limit) override;

    void forgetCached();

private:
    using Rows = std::unordered_map<UserId, std::optional<MemberRecord>>;

    std::optional<MemberRecord>& remember(ConversationId conversation, UserId user,
                                          std::optional<MemberRecord> row);

    StatementHealth& m_health;
    ConversationTable& m_conversations;
    Statement m_select;
    Statement m_put;
    Statement m_selectPresent;
    Statement m_selectPage;
    Statement m_selectGroupAdmins;
    Statement m_selectOfUser;
    Statement m_countOfUser;
    Statement m_raiseDelivered;
    Statement m_selectMuteEnds;
    std::unordered_map<ConversationId, Rows> m_rows;
    std::size_t m_cached = 0;
};

} // namespace tidemark::server
