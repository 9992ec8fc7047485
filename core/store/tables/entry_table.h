#pragma once

#include "core/domain/view.h"
#include "core/store/file/statement.h"
#include "core/store/tables/attachment_table.h"
#include "core/sync/local_state.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace tidemark {

/// SQLite has no greater number.
inline constexpr Seq lastStorableSeq(std::numeric_limits<std::int64_t>::max());

/// The local log: one row per entry, in its current ("folded") state, in whatever order entries arrive.
class EntryTable {
public:
    EntryTable(Database& database, AttachmentTable& attachments);

    /// Implements write::PutEntries.
    void put(ConversationId conversation, const std::vector<Entry>& entries);
    /// Implements write::HideEntries, except for the reactions.
    void hide(ConversationId conversation, const std::vector<Seq>& seqs);
    /// Deletes the entries through `through`, with their files and marks.
    void drop(ConversationId conversation, Seq through);

    /// Implement LogReader.
    [[nodiscard]] ReadCounts countUnread(ConversationId conversation, const Viewer& viewer, Seq after,
                                         Seq through, Seq atHead);
    [[nodiscard]] CountDelta contributions(ConversationId conversation, const Viewer& viewer, Seq after,
                                           Seq through, Seq readSeq);
    [[nodiscard]] std::vector<PinChange> pinChanges(ConversationId conversation, Seq after, Seq through);

    /// Returns the first held message above `readSeq` that counts for the viewer and is not recalled.
    [[nodiscard]] std::optional<Seq> firstUnread(ConversationId conversation, const Viewer& viewer,
                                                 Seq readSeq);
    /// Returns the groups of the user that a person is known to be in, those with the newest activity first:
    /// the newest entry about the person is a message of theirs, or says that they came. Looks at the newest
    /// entries of the newest groups only.
    [[nodiscard]] std::vector<ConversationId> groupsWith(UserId person);
    /// Held messages above `readSeq` that mention the viewer, count for them and are not recalled: the first
    /// one above `after`, and the number of all.
    struct Mentions {
        Seq next;
        std::uint64_t count = 0;
    };
    [[nodiscard]] Mentions unreadMentions(ConversationId conversation, const Viewer& viewer, Seq readSeq,
                                          Seq after);
    /// Whether a recall of the message at `target` is held. The message itself need not be held.
    [[nodiscard]] bool isRecalled(ConversationId conversation, Seq target);

    [[nodiscard]] std::optional<HistoryEntry> entry(ConversationId conversation, Seq seq);
    /// Returns held entries of (after, before), ascending, at most `limit`: the first ones, or with `fromEnd`
    /// the newest ones.
    [[nodiscard]] std::vector<HistoryEntry> history(ConversationId conversation, Seq after, Seq before,
                                                    int limit, bool fromEnd);

private:
    void insert(ConversationId conversation, const Entry& entry);
    void insertFiles(ConversationId conversation, Seq seq, const content::Fields& fields);
    [[nodiscard]] HistoryEntry historyEntryOf(const Run& run, ConversationId conversation);
    void mark(ConversationId conversation, const Entry& by);
    void applyMarks(ConversationId conversation, Seq first, Seq last);

    AttachmentTable& m_attachments;
    Statement m_insertPlain;
    Statement m_insert;
    Statement m_insertMark;
    Statement m_selectMarks;
    Statement m_markEdited;
    Statement m_markRecalled;
    Statement m_hide;
    Statement m_emptyAllEdits;
    Statement m_emptyEdits;
    Statement m_dropEntries;
    Statement m_dropMarks;
    Statement m_countUnread;
    Statement m_contributions;
    Statement m_pinChanges;
    Statement m_firstUnread;
    Statement m_groupsWith;
    Statement m_unreadMentions;
    Statement m_selectRecall;
    Statement m_historyUp;
    Statement m_historyDown;
};

} // namespace tidemark
