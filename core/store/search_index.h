#pragma once

#include "core/domain/view.h"
#include "core/store/conversation_table.h"
#include "core/store/statement.h"
#include "core/store/timeline_reader.h"

#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace tidemark {

/// The full-text index. It follows the held log at its own pace, a few rows at a time, and is never part of
/// an ingest.
///
/// It only grows: the text of a message is one document, that of each edit another. Whether a hit still says
/// what the message says now is decided when it is found, so edits and recalls cost nothing here.
class SearchIndex {
public:
    SearchIndex(Database& database, ConversationTable& conversations, TimelineReader& timeline);

    /// What is held of the conversation has changed.
    void heldChanged(ConversationId conversation) { m_behind.insert(conversation); }
    /// What is to be indexed must be found out anew: after a rollback or repair.
    void forgetBehind() { m_knowsBehind = false; }
    /// Whether there may be something to index.
    [[nodiscard]] bool hasMore() const { return !m_knowsBehind || !m_behind.empty(); }
    /// Forgets everything, within the caller's transaction.
    void clear();
    /// How many entries it has looked at, whether or not they had a text.
    [[nodiscard]] std::uint64_t indexedEntries();
    /// Reads all of it; may leave an error in the database.
    [[nodiscard]] bool isSound();
    /// Forgets the documents of a log.
    void drop(ConversationId conversation);

    /// Indexes at most about `maxRows` entries, newest first, within the caller's transaction. False: nothing
    /// is left to do.
    bool indexSome(int maxRows);

    /// Messages that hold all of `words` now, newest first. Entries that are not indexed yet are not found.
    /// `onlyIn` 0: everywhere.
    [[nodiscard]] std::vector<SearchHit> find(const QString& words, ConversationId onlyIn, UserId reader,
                                              int limit);

private:
    /// A message that was found, and what the order goes by.
    struct Hit {
        Seq seq;
        UnixMs at;
    };
    /// Hits of one log, newest first, and the next one that still holds.
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
    /// What was found at `seq`, if it says it still.
    [[nodiscard]] std::optional<Hit> hitAt(ConversationId conversation, Seq seq, const QString& query,
                                           UserId reader);
    [[nodiscard]] bool stillMatches(const std::string& text, const QString& query);

    Database& m_database;
    ConversationTable& m_conversations;
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
