#pragma once

#include "core/domain/view.h"
#include "core/store/file/statement.h"

#include <cstdint>
#include <vector>

namespace tidemark {

/// Held messages of others that mention the account's user or answer a message of theirs. Derived from
/// `entries`, one row each, so that find() need not scan the whole log.
class AboutReaderTable {
public:
    explicit AboutReaderTable(Database& database);

    /// Adds the rows first..last of a log that are about the reader.
    void note(ConversationId conversation, Seq first, Seq last);
    void drop(ConversationId conversation, Seq through);

    struct Found {
        ConversationId conversation;
        Seq seq;
        bool answersReader = false;
        bool isUnread = false;
        bool isReactedTo = false;
    };
    /// Returns unrecalled messages, newest first. O(rows here, and messages with reactions).
    [[nodiscard]] std::vector<Found> find(const AboutReaderQuery& query);

    /// For the audit: the number of stored rows, the number there should be, and whether both sets are equal.
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
