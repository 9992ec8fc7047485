#pragma once

#include "server-stub/hub/store.h"
#include "server-stub/postgres/connection.h"

#include <set>
#include <unordered_map>

namespace tidemark::server::postgres {

/// Conversations of the PostgreSQL store. Records are kept within a transaction: those that it holds are as
/// they are, the others as they were when they were read.
class ConversationTable {
public:
    explicit ConversationTable(Connection& connection);

    ConversationId insert(const ConversationRecord& record, MessageUuid creation);
    /// Null when there is none. Valid until forget().
    [[nodiscard]] const ConversationRecord* find(ConversationId id);
    std::optional<ConversationId> byCreation(UserId creator, MessageUuid creation);
    std::optional<ConversationId> direct(UserId low, UserId high);
    std::optional<ConversationId> noticeList();
    void setTitle(ConversationId id, std::string_view title);
    void setTrimmed(ConversationId id, Seq upto);
    std::vector<ConversationId> findChannels(std::string_view text, std::uint32_t limit);
    std::vector<ConversationId> all();
    /// As they are committed, whatever is kept here.
    std::vector<protocol::Head> heads(const std::vector<ConversationId>& ids);

    /// Holds these and reads them anew; in one order, so that two who want the same do not wait for each
    /// other.
    void hold(std::vector<ConversationId> ids);
    /// Null when there is none.
    [[nodiscard]] const ConversationRecord* held(ConversationId id);
    /// The log of one that is held has grown.
    void moveHead(ConversationId id, Seq head, std::uint64_t countable, UnixMs activity);
    /// Present members that have come (or gone).
    void addMembers(ConversationId id, int count);
    /// Keeps a record that was read together with something else.
    void remember(const ConversationRecord& record);
    /// Writes what has moved. To be called before it is read by a statement, and before the commit.
    void flush();
    void forget();

private:
    struct Row {
        ConversationRecord record;
        bool isHeld = false;
        bool hasMoved = false; ///< its head is to be written
        int membersAdded = 0;  ///< to be written
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
    Statement m_selectDirect;
    Statement m_selectNoticeList;
    Statement m_updateTitle;
    Statement m_updateTrimmed;
    Statement m_updateHeads;
    Statement m_addMembers;
    Statement m_selectChannels;
    Statement m_selectAll;
    Statement m_selectHeads;
    std::unordered_map<ConversationId, Row> m_rows;
    std::set<ConversationId> m_moved; ///< the rows of which something is to be written
};

/// The record of a row that begins at `column` with the id; `column` then is the one behind the last.
[[nodiscard]] ConversationRecord conversationIn(const Statement::Run& run, int& column);

/// The columns that conversationIn() reads, each behind `prefix`.
[[nodiscard]] std::string conversationColumns(const std::string& prefix);

} // namespace tidemark::server::postgres
