#pragma once

#include "core/domain/view.h"
#include "core/store/statement.h"

#include <cstdint>
#include <vector>

namespace tidemark {

/// Which held messages of others mention the reader or answer a message of theirs: what `entries` says, by
/// row, so that they are found without looking at the whole log. The reader is the account's user.
class AboutReaderTable {
public:
    explicit AboutReaderTable(Database& database);

    /// What of the rows first..last of a log is about the reader.
    void note(ConversationId conversation, Seq first, Seq last);
    void drop(ConversationId conversation);

    struct Found {
        ConversationId conversation;
        Seq seq;
        bool answersReader = false;
        bool isUnread = false;
    };
    /// Newest first, without what was recalled; of all conversations or of one. O(rows).
    [[nodiscard]] std::vector<Found> find(const AboutReaderQuery& query);

    /// For the audit: rows that are there, and that should be; whether they are the same.
    struct Comparison {
        std::uint64_t stored = 0;
        std::uint64_t computed = 0;
        bool agrees = true;
    };
    [[nodiscard]] Comparison compare();
    void rebuild();

private:
    Statement m_note;
    Statement m_drop;
    Statement m_find;
    Statement m_count;
    Statement m_computed;
    Statement m_clear;
    Statement m_noteAll;
};

} // namespace tidemark
