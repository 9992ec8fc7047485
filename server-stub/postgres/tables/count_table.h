#pragma once

#include "server-stub/hub/contract/stores/conversation_store.h"
#include "server-stub/hub/contract/stores/log_store.h"
#include "server-stub/postgres/session/connection.h"
#include "server-stub/postgres/tables/entry_writer.h"

#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace tidemark::server::postgres {

/// The parts of the counts of I4, for a reader who has read through a seq, as of a head. Entries that others
/// append meanwhile change none of them (I8).
struct Counts {
    std::uint64_t countable = 0; ///< prefix count at that seq, which must be below the head
    std::uint64_t own = 0;       ///< the same for the reader's own messages
    std::uint64_t ownAtHead = 0;
    std::uint64_t recalledOfOthers = 0;
    AboutMeCounts aboutMe;
};

/// Reads all parts at once, since a caller that needs one needs the others next. Keeps them within a
/// transaction.
class CountTable {
public:
    CountTable(Connection& connection, EntryWriter& entries);

    /// `conversation` must be the record of this transaction.
    [[nodiscard]] Counts find(const ConversationRecord& conversation, Seq after, UserId reader);
    /// The number of the reader's own messages up to the head in `conversation`.
    [[nodiscard]] std::uint64_t ownAtHead(const ConversationRecord& conversation, UserId reader);
    /// Keeps counts that another statement has read.
    void remember(ConversationId conversation, Seq after, UserId reader, const Counts& counts);
    /// Call after a write to the log.
    void forget(ConversationId conversation) { m_known.erase(conversation); }
    void forget() { m_known.clear(); }

private:
    using Places = std::map<std::pair<UserId, Seq>, Counts>;

    Connection& m_connection;
    EntryWriter& m_entries;
    Statement m_select;
    std::unordered_map<ConversationId, Places> m_known;
};

/// The columns of the counts, each a subquery. The arguments are expressions of the statement around them.
[[nodiscard]] std::string countColumns(const std::string& conversation, const std::string& after,
                                       const std::string& head, const std::string& reader);
/// The number of columns in countColumns().
inline constexpr int countColumnsWide = 6;
[[nodiscard]] Counts countsIn(const Statement::Run& run, int column);

} // namespace tidemark::server::postgres
