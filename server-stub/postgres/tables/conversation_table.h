#pragma once

#include "server-stub/hub/contract/stores/conversation_store.h"
#include "server-stub/hub/contract/stores/log_store.h"
#include "server-stub/postgres/session/connection.h"

#include <set>
#include <unordered_map>

namespace tidemark::server::postgres {

/// Conversations of the PostgreSQL store. Records are kept within a transaction: locked ones are current, the
/// others are as they were when they were read.
class ConversationTable final : public ConversationStore {
public:
    explicit ConversationTable(Connection& connection);

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
    UnixMs newestTime() override;
    /// Independent of the kept records.
    std::vector<protocol::Head> heads(const std::vector<ConversationId>& ids) override;

    /// Null if there is no such conversation. Valid until forget().
    [[nodiscard]] const ConversationRecord* record(ConversationId id);
    void setTrimmed(ConversationId id, Seq through);
    /// Writes nothing if these are the pinned messages already.
    void setPinned(ConversationId id, std::vector<Seq> pinned);
    /// Raises ConversationRecord::reactionHead of a locked conversation; never lowers it.
    void raiseReactionHead(ConversationId id, ReactionSeq head);
    /// Locks these conversations and reads them again. Locks in a fixed order, so that two servers that lock
    /// the same conversations cannot deadlock.
    void hold(std::vector<ConversationId> ids);
    /// Null if there is no such conversation. Its row is locked.
    [[nodiscard]] const ConversationRecord* held(ConversationId id);
    /// Call when the log of a locked conversation has grown.
    void moveHead(ConversationId id, const LogEntry& head, bool isChange);
    /// The time of the newest entry of a locked conversation; 0 if there is none.
    [[nodiscard]] UnixMs timeAtHead(ConversationId id) const;
    /// Call when another statement has read a time after the conversation was locked.
    void raiseTimeAtHead(ConversationId id, UnixMs at);
    /// Adds to the number of members; negative when members have left.
    void addMembers(ConversationId id, int count);
    /// Keeps a record that another statement has read.
    void remember(const ConversationRecord& record);
    /// Writes all changes. Call it before another statement reads it, and before the commit.
    void flush();
    void forget();

private:
    struct Row {
        ConversationRecord record;
        bool isHeld = false;
        UnixMs timeAtHead = {}; ///< only for locked conversations
        bool hasMoved = false;  ///< whether the head is still to be written
        int membersAdded = 0;   ///< still to be written
    };

    Row* row(ConversationId id);
    void insertName(const ConversationRecord& record, ConversationId id, MessageUuid creation);

    Connection& m_connection;
    Statement m_selectNextId;
    Statement m_insert;
    Statement m_insertCreation;
    Statement m_insertDirect;
    Statement m_setNoticeList;
    Statement m_select;
    Statement m_hold;
    Statement m_selectByCreation;
    Statement m_countCreated;
    Statement m_selectDirect;
    Statement m_selectNoticeList;
    Statement m_updateTitle;
    Statement m_updateForwarding;
    Statement m_updateTrimmed;
    Statement m_updatePinned;
    Statement m_updateReactionHead;
    Statement m_updateHeads;
    Statement m_addMembers;
    Statement m_selectChannels;
    Statement m_selectAll;
    Statement m_selectHeads;
    Statement m_selectNewestTime;
    std::unordered_map<ConversationId, Row> m_rows;
    std::set<ConversationId> m_moved; ///< conversations with something still to be written
};

/// Reads the record of a row that begins at `column` with the id. Afterwards `column` is the next column.
[[nodiscard]] ConversationRecord conversationIn(const Statement::Run& run, int& column);

/// The columns that conversationIn() reads, each preceded by `prefix`.
[[nodiscard]] std::string conversationColumns(const std::string& prefix);

} // namespace tidemark::server::postgres
