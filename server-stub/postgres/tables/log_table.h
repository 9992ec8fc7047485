#pragma once

#include "server-stub/hub/contract/stores/log_store.h"
#include "server-stub/postgres/session/connection.h"
#include "server-stub/postgres/tables/blob_table.h"
#include "server-stub/postgres/tables/conversation_table.h"
#include "server-stub/postgres/tables/count_table.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace tidemark::server::postgres {

/// The logs of the PostgreSQL store: entries with their prefix counts, and the rows that make counting cheap.
/// A transaction that writes to a log must lock its conversation (I1).
class LogTable final : public LogStore {
public:
    struct Others {
        ConversationTable& conversations;
        CountTable& counts;
        EntryWriter& entries;
        BlobTable& blobs;
    };
    LogTable(Connection& connection, const Others& others);

    /// Reads together the data that the hub will ask for about these messages. Their conversations must be
    /// locked.
    void expect(const std::vector<ExpectedSend>& sends);
    /// Drops all data that another server may have changed since.
    void forget()
    {
        m_expected.clear();
        m_own.clear();
    }
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
    ReadCounts ofHidden(ConversationId conversation, Seq after, const Viewer& viewer) override;
    Seq firstUnreadAfter(ConversationId conversation, Seq after, const Viewer& viewer) override;
    ReadCounts recount(ConversationId conversation, Seq after, const Viewer& viewer) override;

private:
    void insert(const NewEntry& entry, LogEntry& logged);
    void insertAboutMe(const NewEntry& entry, const content::Message& message, Seq seq);
    void markEdited(ConversationId conversation, const content::Edit& edit, Seq seq);
    void markRecalled(ConversationId conversation, Seq recalled, Seq seq);
    /// Of the entries (after, through].
    void removeFiles(ConversationId conversation, Seq after, Seq through);

    Connection& m_connection;
    ConversationTable& m_conversations;
    CountTable& m_counts;
    EntryWriter& m_entries;
    BlobTable& m_blobs;
    Statement m_insert;
    Statement m_insertAboutMe;
    Statement m_insertRecalled;
    Statement m_markEdited;
    Statement m_markRecalled;
    Statement m_clearEdits;
    Statement m_recallAboutMe;
    Statement m_forgetAboutMe;
    Statement m_trim;
    Statement m_selectFiles;
    Statement m_select;
    Statement m_selectTimes;
    Statement m_selectFirst;
    Statement m_selectLast;
    Statement m_selectUuid;
    Statement m_selectSent;
    Statement m_selectExpected;
    Statement m_selectOwn;
    Statement m_countIgnored;
    Statement m_selectFirstUnread;
    Statement m_selectHidden;
    Statement m_scan;
    /// Number of messages of the expected authors.
    std::map<std::pair<ConversationId, UserId>, std::uint64_t> m_own;
    /// The entries with an expected uuid, of all authors.
    std::map<std::pair<ConversationId, MessageUuid>, std::vector<std::pair<UserId, SentRecord>>> m_expected;
};

} // namespace tidemark::server::postgres
