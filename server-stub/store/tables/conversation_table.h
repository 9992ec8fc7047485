#pragma once

#include "server-stub/hub/contract/stores/conversation_store.h"
#include "server-stub/store/connection.h"

#include <unordered_map>

namespace tidemark::server {

/// Conversations of the SQLite store. A record that was read stays in memory. Its head and its number of
/// members are derived from the log and the members when it is loaded, and updated with them from then on.
class ConversationTable final : public ConversationStore {
public:
    explicit ConversationTable(Connection& connection);

    /// Null if there is no such conversation. Valid until the next call of this class.
    [[nodiscard]] ConversationRecord* record(ConversationId id);

    ConversationId insert(const ConversationRecord& record, MessageUuid creation) override;
    std::optional<ConversationRecord> find(ConversationId id) override;
    std::optional<ConversationId> byCreation(UserId creator, MessageUuid creation) override;
    std::size_t createdBy(UserId creator) override;
    std::optional<ConversationId> direct(UserId low, UserId high) override;
    std::optional<ConversationId> noticeList() override;
    void setTitle(ConversationId id, std::string_view title) override;
    void setForwarding(ConversationId id, bool forbidden) override;
    std::vector<ConversationId> findChannels(std::string_view text, std::uint32_t limit) override;
    std::vector<ConversationId> all() override;
    [[nodiscard]] UnixMs newestTime() override;

    void setTrimmed(ConversationId id, Seq through);
    /// Writes nothing if these are the pinned messages already.
    void setPinned(ConversationId id, std::vector<Seq> pinned);
    /// Raises ConversationRecord::reactionHead; never lowers it.
    void raiseReactionHead(ConversationId id, ReactionSeq head);
    void forgetCached()
    {
        m_records.clear();
        m_noticeList.reset();
    }

private:
    [[nodiscard]] std::optional<ConversationRecord> load(ConversationId id);

    StatementHealth& m_health;
    Statement m_insert;
    Statement m_select;
    Statement m_selectHead;
    Statement m_selectActivity;
    Statement m_countMembers;
    Statement m_selectByCreation;
    Statement m_countCreated;
    Statement m_selectDirect;
    Statement m_selectNoticeList;
    Statement m_updateTitle;
    Statement m_updateForwarding;
    Statement m_updateTrimmed;
    Statement m_updatePinned;
    Statement m_updateReactionHead;
    Statement m_selectChannels;
    Statement m_selectAll;
    Statement m_selectNewestTime;
    std::unordered_map<ConversationId, ConversationRecord> m_records;
    std::optional<ConversationId> m_noticeList; ///< empty until it is known
};

} // namespace tidemark::server
