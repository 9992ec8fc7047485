#pragma once

#include "core/domain/view.h"
#include "core/store/file/statement.h"
#include "core/store/reading/timeline_reader.h"
#include "core/store/tables/store_tables.h"

#include <optional>
#include <set>
#include <vector>

namespace tidemark {

/// The full-text index. It follows the held log in the background, a few rows at a time, and is never updated
/// while entries are stored.
///
/// It only grows: the text of a message is one document, the text of each edit another. Both have the names
/// of the message's files. A search checks each hit against the current text, so edits and recalls cost
/// nothing here.
class SearchIndex {
public:
    SearchIndex(Database& database, StoreTables& tables, TimelineReader& timeline);

    /// Call when the held part of the conversation has changed.
    void heldChanged(ConversationId conversation) { m_behind.insert(conversation); }
    /// Call after a rollback or repair: the index then looks for unindexed entries in all conversations.
    void forgetBehind() { m_knowsBehind = false; }
    /// Whether there may be entries to index.
    [[nodiscard]] bool hasMore() const { return !m_knowsBehind || !m_behind.empty(); }
    /// Empties the index, in the caller's transaction.
    void clear();
    /// Number of entries processed, with or without text.
    [[nodiscard]] std::uint64_t indexedEntries();
    /// Reads the whole index; may leave an error in the database.
    [[nodiscard]] bool isSound();
    /// Removes the documents of a log.
    void drop(ConversationId conversation);

    /// Indexes about `maxRows` entries, newest first, in the caller's transaction. Returns false if nothing
    /// is left to index.
    bool indexSome(int maxRows);

    /// Returns messages whose current text and file names contain all of `words`, newest first. Does not find
    /// entries that are not indexed yet. `onlyIn` 0: all conversations.
    [[nodiscard]] std::vector<SearchHit> find(const QString& words, ConversationId onlyIn, UserId reader,
                                              int limit);

private:
    /// A message that was found, and its sort key.
    struct Hit {
        Seq seq;
        UnixMs at;
    };
    /// Hits of one log, newest first; `current` is the next one whose text still matches.
    struct Hits {
        ConversationId conversation;
        std::vector<Seq> seqs;
        std::size_t position = 0;
        std::set<Seq> taken;
        Hit current;
    };

    void findBehind();
    [[nodiscard]] std::optional<SeqRange> newestMissing(const RangeSet& held, const RangeSet& done) const;
    [[nodiscard]] RangeSet done(ConversationId conversation);
    void index(ConversationId conversation, SeqRange range);
    [[nodiscard]] std::int64_t logNumber(ConversationId conversation);
    [[nodiscard]] std::vector<Hits> collect(const QString& query, ConversationId onlyIn);
    [[nodiscard]] bool advance(Hits& hits, const QString& query, UserId reader);
    /// Returns the hit at `seq` if its current text still matches.
    [[nodiscard]] std::optional<Hit> hitAt(ConversationId conversation, Seq seq, const QString& query,
                                           UserId reader);
    [[nodiscard]] bool stillMatches(const TimelineItem& message, const QString& query);

    Database& m_database;
    ConversationTable& m_conversations;
    AttachmentTable& m_attachments;
    TimelineReader& m_timeline;
    std::set<ConversationId> m_behind;
    bool m_knowsBehind = false;

    Statement m_countDone;
    Statement m_clearDone;
    Statement m_clearNumbers;
    Statement m_clearDocuments;
    Statement m_check;
    Statement m_selectDone;
    Statement m_eraseDone;
    Statement m_insertDone;
    Statement m_selectNumber;
    Statement m_insertNumber;
    Statement m_dropNumber;
    Statement m_selectLogs;
    Statement m_selectTexts;
    Statement m_insert;
    Statement m_match;
    Statement m_glance;
    Statement m_insertProbe;
    Statement m_matchProbe;
    Statement m_eraseProbe;
};

} // namespace tidemark
