#pragma once

#include "server-stub/hub/store.h"
#include "server-stub/postgres/connection.h"
#include "server-stub/postgres/entry_writer.h"

#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace tidemark::server::postgres {

/// What the counts of I4 are made of, for a reader who has read up to a seq, as of a head: what others append
/// meanwhile changes none of it (I8).
struct Counts {
    std::uint64_t countable = 0; ///< prefix count at that seq, which is below the head
    std::uint64_t own = 0;       ///< the same of the reader's own
    std::uint64_t ownAtHead = 0;
    std::uint64_t recalledOfOthers = 0;
    AboutMeCounts aboutMe;
};

/// Reads all of them at once, since who asks for one asks for the others next. Kept within a transaction.
class CountTable {
public:
    CountTable(Connection& connection, EntryWriter& entries);

    /// `conversation` is the record of this transaction.
    [[nodiscard]] Counts find(const ConversationRecord& conversation, Seq after, UserId reader);
    /// The reader's own messages up to its head.
    [[nodiscard]] std::uint64_t ownAtHead(const ConversationRecord& conversation, UserId reader);
    /// Keeps what was read together with something else.
    void remember(ConversationId conversation, Seq after, UserId reader, const Counts& counts);
    /// Something was written to the log.
    void forget(ConversationId conversation) { m_known.erase(conversation); }
    void forget() { m_known.clear(); }

private:
    using Places = std::map<std::pair<UserId, Seq>, Counts>;

    Connection& m_connection;
    EntryWriter& m_entries;
    Statement m_select;
    std::unordered_map<ConversationId, Places> m_known;
};

/// The columns of counts, each a statement of its own, for places in a statement around them.
[[nodiscard]] std::string countColumns(const std::string& conversation, const std::string& after,
                                       const std::string& head, const std::string& reader);
/// So many they are.
inline constexpr int countColumnsWide = 6;
[[nodiscard]] Counts countsIn(const Statement::Run& run, int column);

/// A seq as the database has it, whose numbers end at 2^63-1, which is as good as endless.
[[nodiscard]] std::uint64_t clamped(Seq seq);

} // namespace tidemark::server::postgres
