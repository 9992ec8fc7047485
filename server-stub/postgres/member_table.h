#pragma once

#include "server-stub/hub/store.h"
#include "server-stub/postgres/connection.h"
#include "server-stub/postgres/conversation_table.h"
#include "server-stub/postgres/count_table.h"
#include "server-stub/postgres/receipt_table.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::server::postgres {

/// Members of the PostgreSQL store. Rows, and the absence of rows, are kept within a transaction. A row that
/// another server has changed since it was read is not written: the transaction fails, and is tried again.
class MemberTable {
public:
    MemberTable(Connection& connection, ConversationTable& conversations, CountTable& counts,
                ReceiptTable& receipts, EntryWriter& entries);

    using Place = std::pair<ConversationId, UserId>;

    std::optional<MemberRecord> find(ConversationId conversation, UserId user);
    void put(const MemberRecord& member);
    /// Holds the rows that are there, in one order, and reads them anew.
    void hold(const std::vector<Place>& places);
    /// The rows of who is about to write are read at once. Nobody joins or leaves these conversations, since
    /// they are held.
    void expect(const std::vector<ExpectedSend>& sends);
    std::vector<UserId> present(ConversationId conversation);
    std::vector<UserId> presentAfter(ConversationId conversation, UserId after, std::uint32_t limit);
    std::vector<Officer> officers(ConversationId conversation);
    /// Each of these is about to ask for all of their rows: they are read together, once one does.
    void expect(const std::vector<UserId>& readers);
    /// Reads with them, in one statement, what the user's counts in all of them are made of.
    std::vector<MemberRecord> ofUser(UserId user);
    std::vector<MemberVersion> versions(const std::vector<UserId>& users);
    void raiseDelivered(ConversationId conversation, UserId user, Seq upto);
    std::vector<MuteEnd> muteEnds(std::uint32_t limit);

    void forget();

private:
    struct Row {
        std::optional<MemberRecord> record;
        std::uint64_t revision = 0;
    };

    using ExpectedReaders = std::map<UserId, std::optional<std::vector<std::uint64_t>>>;
    using ExpectedReader = ExpectedReaders::value_type;

    Row& row(const Place& place);
    void take(Statement::Run&& run);
    void insert(Row& row, const MemberRecord& member);
    void update(Row& row, const MemberRecord& member);
    [[nodiscard]] std::optional<std::vector<MemberRecord>> takeRead(UserId user);
    [[nodiscard]] std::vector<MemberRecord> read(UserId user);
    [[nodiscard]] std::pair<Numbers, Numbers> placesOfReaders(UserId user);
    void readMemberships(UserId user);
    [[nodiscard]] std::optional<MemberRecord> rowOfReader(const Statement::Run& run, Seq& head);
    void rememberCounts(const Statement::Run& run, int column, const ConversationRecord& conversation,
                        const MemberRecord& member);

    Connection& m_connection;
    ConversationTable& m_conversations;
    CountTable& m_counts;
    ReceiptTable& m_receipts;
    EntryWriter& m_entries;
    Statement m_select;
    Statement m_hold;
    Statement m_selectMany;
    Statement m_insert;
    Statement m_insertMembership;
    Statement m_update;
    Statement m_selectPresent;
    Statement m_selectPage;
    Statement m_selectOfficers;
    Statement m_selectOfReaders;
    Statement m_selectMemberships;
    Statement m_selectVersions;
    Statement m_raiseDelivered;
    Statement m_selectMuteEnds;
    std::map<Place, Row> m_rows;
    /// Who will ask, and where they have rows, as far as that was read.
    ExpectedReaders m_readers;
    /// Of those whose rows were read before they ask: where these are, and the head up to which was counted.
    std::map<UserId, std::vector<std::pair<ConversationId, Seq>>> m_read;
};

/// The statement for rows of members, by two arrays of the same size: conversations and users. With each row
/// come its conversation and what the counts are made of.
[[nodiscard]] std::string selectOfReaders();

} // namespace tidemark::server::postgres
