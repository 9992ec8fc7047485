#pragma once

#include "server-stub/hub/contract/stores/log_store.h"
#include "server-stub/hub/contract/stores/member_store.h"
#include "server-stub/postgres/session/connection.h"
#include "server-stub/postgres/tables/conversation_table.h"
#include "server-stub/postgres/tables/count_table.h"
#include "server-stub/postgres/tables/reaction_table.h"
#include "server-stub/postgres/tables/receipt_table.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::server::postgres {

/// Members of the PostgreSQL store. Rows, and the absence of rows, are kept within a transaction. If another
/// server has changed a row since it was read, writing it makes the transaction fail, and the client tries
/// again.
class MemberTable final : public MemberStore {
public:
    MemberTable(Connection& connection, ConversationTable& conversations, CountTable& counts,
                ReceiptTable& receipts, ReactionTable& reactions, EntryWriter& entries);

    using Place = std::pair<ConversationId, UserId>;

    std::optional<MemberRecord> find(ConversationId conversation, UserId user) override;
    void put(const MemberRecord& member) override;
    /// Locks those of the rows that exist, in a fixed order, and reads them again.
    void hold(const std::vector<Place>& places);
    /// Reads the rows of these messages' authors at once. The conversations are locked, so no user can join
    /// or leave them.
    void expect(const std::vector<ExpectedSend>& sends);
    std::vector<UserId> present(ConversationId conversation) override;
    std::vector<UserId> presentAfter(ConversationId conversation, UserId after, std::uint32_t limit) override;
    std::vector<GroupAdmin> groupAdmins(ConversationId conversation) override;
    /// Each of these users may ask for all their rows next: when one does, the rows of all are read together.
    void expect(const std::vector<UserId>& readers);
    /// Also reads, in the same statement, the parts of the user's counts in these conversations.
    std::vector<MemberRecord> ofUser(UserId user) override;
    std::size_t countOfUser(UserId user) override;
    std::vector<MemberVersion> versions(const std::vector<UserId>& users) override;
    void raiseDelivered(ConversationId conversation, UserId user, Seq through) override;
    std::vector<MuteEnd> muteEnds(std::uint32_t limit) override;

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
    ReactionTable& m_reactions;
    EntryWriter& m_entries;
    Statement m_select;
    Statement m_hold;
    Statement m_selectMany;
    Statement m_insert;
    Statement m_insertMembership;
    Statement m_update;
    Statement m_selectPresent;
    Statement m_selectPage;
    Statement m_selectGroupAdmins;
    Statement m_selectOfReaders;
    Statement m_selectMemberships;
    Statement m_countMemberships;
    Statement m_selectVersions;
    Statement m_raiseDelivered;
    Statement m_selectMuteEnds;
    std::map<Place, Row> m_rows;
    /// Users who may ask next, with the conversations in which they have rows; empty until these are read.
    ExpectedReaders m_readers;
    /// Rows read in advance, by user: the conversations, and the head through which each was counted.
    std::map<UserId, std::vector<std::pair<ConversationId, Seq>>> m_read;
};

/// The statement that selects rows of members by two arrays of the same size: conversations and users. Each
/// row includes its conversation and the parts of its counts.
[[nodiscard]] std::string selectOfReaders();

} // namespace tidemark::server::postgres
