#pragma once

#include "server-stub/hub/contract/stores/log_store.h"
#include "server-stub/store/connection.h"
#include "server-stub/store/tables/blob_table.h"
#include "server-stub/store/tables/conversation_table.h"

#include <map>
#include <unordered_map>

namespace tidemark::server {

/// The logs of the SQLite store: entries with their prefix counts, and the rows that make counting cheap.
class LogTable final : public LogStore {
public:
    LogTable(Connection& connection, ConversationTable& conversations, BlobTable& blobs);

    LogEntry append(const NewEntry& entry) override;
    std::optional<LogEntry> entry(ConversationId conversation, Seq seq) override;
    std::vector<UnixMs> times(ConversationId conversation, Seq after, Seq through) override;
    bool hasUuid(ConversationId conversation, MessageUuid uuid) override;
    std::optional<SentRecord> sent(ConversationId conversation, UserId author, MessageUuid uuid) override;
    std::vector<Entry> part(const EntriesOf& of) override;

    void trim(ConversationId conversation, Seq through) override;

    PrefixCounts prefix(ConversationId conversation, Seq seq, UserId reader) override;
    std::uint64_t recalledOfOthers(ConversationId conversation, Seq after, UserId reader) override;
    AboutMeCounts aboutMeAfter(ConversationId conversation, Seq after, UserId reader) override;
    ReadCounts ofIgnored(ConversationId conversation, Seq after, const Viewer& viewer) override;
    Seq firstUnreadAfter(ConversationId conversation, Seq after, const Viewer& viewer) override;
    ReadCounts recount(ConversationId conversation, Seq after, const Viewer& viewer) override;

    void forgetCached()
    {
        m_ownAtHead.clear();
        m_timeAtHead.clear();
    }

private:
    /// The number of messages of each author in a conversation, which gives the next own prefix count without
    /// a lookup.
    using OwnCounts = std::unordered_map<UserId, std::uint64_t>;

    std::uint64_t& ownAtHead(ConversationId conversation, UserId author);
    [[nodiscard]] std::uint64_t ownAt(ConversationId conversation, Seq seq, UserId author);
    /// The time of the entry at the head. The caller updates it with the head.
    UnixMs& timeAtHead(const ConversationRecord& record);
    void insert(const NewEntry& entry, const LogEntry& logged);
    void insertAboutMe(const NewEntry& entry, const content::Message& message, Seq seq);
    void markEdited(ConversationId conversation, const content::Edit& edit, Seq seq);
    void markRecalled(ConversationId conversation, Seq recalled, Seq seq);
    void forgetAboutMe(ConversationId conversation, Seq after, Seq through);

    StatementHealth& m_health;
    ConversationTable& m_conversations;
    BlobTable& m_blobs;
    Statement m_insert;
    Statement m_insertAboutMe;
    Statement m_insertRecalled;
    Statement m_markEdited;
    Statement m_markRecalled;
    Statement m_clearEdits;
    Statement m_recallAboutMe;
    Statement m_selectConcerned;
    Statement m_forgetAboutMe;
    Statement m_trim;
    Statement m_select;
    Statement m_selectTimes;
    Statement m_selectFirst;
    Statement m_selectLast;
    Statement m_selectUuid;
    Statement m_selectSent;
    Statement m_selectCountable;
    Statement m_selectOwn;
    Statement m_countRecalled;
    Statement m_countAboutMe;
    Statement m_countRecalledByAuthor;
    Statement m_countAboutMeByAuthor;
    Statement m_selectAuthors;
    Statement m_selectUnread;
    Statement m_scan;
    std::unordered_map<ConversationId, OwnCounts> m_ownAtHead;
    std::unordered_map<ConversationId, UnixMs> m_timeAtHead;
    std::size_t m_ownCounts = 0;
};

} // namespace tidemark::server
