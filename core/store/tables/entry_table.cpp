#include "core/store/tables/entry_table.h"

#include "core/store/tables/entry_columns.h"

#include <algorithm>

namespace tidemark {

namespace {

// An existing row changes only when its marks rise: a recall empties the text, a later edit replaces it.
#define TIDEMARK_FOLD_ON_CONFLICT                                                                            \
    " ON CONFLICT (conversation, seq) DO UPDATE SET"                                                         \
    " text = CASE WHEN max(entries.recalled_by, excluded.recalled_by) > 0 THEN x''"                          \
    " WHEN excluded.edited_by > entries.edited_by THEN excluded.text ELSE entries.text END,"                 \
    " edited_by = max(entries.edited_by, excluded.edited_by),"                                               \
    " forwarded_from = CASE WHEN max(entries.recalled_by, excluded.recalled_by) > 0 THEN 0"                  \
    " ELSE entries.forwarded_from END,"                                                                      \
    " forwarded_at = CASE WHEN max(entries.recalled_by, excluded.recalled_by) > 0 THEN 0"                    \
    " ELSE entries.forwarded_at END,"                                                                        \
    " recalled_by = max(entries.recalled_by, excluded.recalled_by)"                                          \
    " WHERE entries.kind = 0 AND excluded.kind = 0"                                                          \
    " AND (excluded.edited_by > entries.edited_by OR excluded.recalled_by > entries.recalled_by)"

#define TIDEMARK_SELECT_HISTORY                                                                              \
    "SELECT " TIDEMARK_ENTRY_COLUMNS ", author.name, subject.name, " TIDEMARK_FORWARDED_NAME                 \
    ", author.deleted FROM entries e"                                                                        \
    " LEFT JOIN shown_users author ON author.id = e.author LEFT JOIN shown_users subject ON e.kind = 3 AND " \
    "subject.id "                                                                                            \
    "= e.ref_user"                                                                                           \
    " WHERE e.conversation = ? AND e.seq > ? AND e.seq < ? ORDER BY e.seq"

const std::string noText;

/// Whether this is a message of another user with text only, as most entries are. Binding is most of the cost
/// of an insert, so these have their own statement with a third of the parameters.
bool isPlain(const Entry& entry)
{
    const auto* message = entry.as<content::Message>();
    return message != nullptr && !entry.uuid.isValid() && !message->isAction && !message->replyTo.isValid()
           && message->mentions.empty() && !message->mentionsAll && !message->editedBy.isValid()
           && !message->recalledBy.isValid() && message->attachments.empty() && !message->forwarded.isValid();
}

} // namespace

EntryTable::EntryTable(Database& database, AttachmentTable& attachments)
    : m_attachments(attachments),
      m_insertPlain(
          database,
          "INSERT INTO entries (conversation, seq, kind, author, at, flags, edited_by, recalled_by, text)"
          " VALUES (?, ?, 0, ?, ?, 0, 0, 0, ?) ON CONFLICT (conversation, seq) DO NOTHING"),
      m_insert(
          database,
          "INSERT INTO entries (conversation, seq, kind, author, at, flags, edited_by, recalled_by, text,"
          " ref_seq, ref_user, notice, mentions, uuid, forwarded_from, forwarded_at)"
          " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)" TIDEMARK_FOLD_ON_CONFLICT),
      m_insertMark(database, "INSERT OR IGNORE INTO marks (conversation, target, seq) VALUES (?, ?, ?)"),
      m_selectMarks(database,
                    "SELECT " TIDEMARK_ENTRY_COLUMNS
                    " FROM marks m JOIN entries e ON e.conversation = m.conversation AND e.seq = m.seq"
                    " WHERE m.conversation = ? AND m.target BETWEEN ? AND ? ORDER BY m.target, m.seq"),
      m_markEdited(database,
                   "UPDATE entries SET text = CASE WHEN recalled_by > 0 THEN x'' ELSE ? END, edited_by = ?"
                   " WHERE conversation = ? AND seq = ? AND kind = 0 AND edited_by < ?"),
      m_markRecalled(database, "UPDATE entries SET text = x'', forwarded_from = 0, forwarded_at = 0,"
                               " recalled_by = ?"
                               " WHERE conversation = ? AND seq = ? AND kind = 0 AND recalled_by < ?"
                               " AND recalled_by <> seq"), // not a hidden message
      m_hide(database, "UPDATE entries SET text = x'', forwarded_from = 0, forwarded_at = 0,"
                       " recalled_by = seq WHERE conversation = ? AND seq = ? AND kind = 0"),
      m_emptyAllEdits(database, "UPDATE entries SET text = x'' WHERE conversation = ? AND kind = 1 AND seq IN"
                                " (SELECT seq FROM marks WHERE conversation = ? AND target = ?)"),
      m_emptyEdits(database,
                   "UPDATE entries SET text = x'' WHERE conversation = ? AND kind = 1 AND text <> x''"
                   " AND seq IN (SELECT seq FROM marks WHERE conversation = ? AND target = ?)"
                   " AND EXISTS (SELECT 1 FROM marks m JOIN entries r"
                   " ON r.conversation = m.conversation AND r.seq = m.seq AND r.kind = 2"
                   " WHERE m.conversation = ? AND m.target = ?)"),
      m_dropEntries(database, "DELETE FROM entries WHERE conversation = ? AND seq <= ?"),
      m_dropMarks(database, "DELETE FROM marks WHERE conversation = ? AND seq <= ?"),
      m_countUnread(
          database,
          "SELECT count(*), sum((flags & 2) <> 0 OR (mentions IS NOT NULL AND instr(mentions, ?) > 0)),"
          " sum(ref_user = ?)"
          " FROM entries WHERE conversation = ? AND seq > ? AND seq <= ? AND kind = 0 AND author <> ?"
          " AND author NOT IN (SELECT value FROM json_each(?))"
          " AND seq NOT IN (SELECT value FROM json_each(?))"
          " AND (recalled_by = 0 OR recalled_by > ?)")
      // Sums contribution() of core/domain/read_state.h. Each parameter may be bound only once, hence `q`.
      ,
      m_contributions(
          database,
          "WITH q (reader, pattern, read_seq) AS (SELECT ?, ?, ?)"
          " SELECT sum(CASE kind WHEN 0 THEN author <> reader AND seq > read_seq"
          " WHEN 2 THEN -(ref_user <> reader AND ref_seq > read_seq) ELSE 0 END),"
          " sum(CASE kind WHEN 0 THEN author <> reader AND seq > read_seq"
          " AND ((flags & 2) <> 0 OR (mentions IS NOT NULL AND instr(mentions, pattern) > 0))"
          " WHEN 2 THEN -(ref_user <> reader AND ref_seq > read_seq AND (flags & 4) <> 0) ELSE 0 END),"
          " sum(CASE kind WHEN 0 THEN author <> reader AND seq > read_seq AND ref_user = reader"
          " WHEN 2 THEN -(ref_user <> reader AND ref_seq > read_seq AND (flags & 8) <> 0) ELSE 0 END)"
          " FROM q, entries WHERE conversation = ? AND seq > ? AND seq <= ? AND kind IN (0, 2)"
          " AND CASE kind WHEN 0 THEN author ELSE ref_user END NOT IN (SELECT value FROM json_each(?))"
          " AND CASE kind WHEN 0 THEN seq ELSE ref_seq END NOT IN (SELECT value FROM json_each(?))"),
      // 7 and 8 are NoticeKind::Pinned and Unpinned.
      m_pinChanges(database,
                   "SELECT ref_seq, kind = 3 AND notice = 7 FROM entries WHERE conversation = ? AND seq > ?"
                   " AND seq <= ? AND (kind = 2 OR (kind = 3 AND notice IN (7, 8))) ORDER BY seq"),
      m_firstUnread(database,
                    "SELECT seq FROM entries WHERE conversation = ? AND seq > ? AND kind = 0 AND author <> ?"
                    " AND author NOT IN (SELECT value FROM json_each(?))"
                    " AND recalled_by = 0 ORDER BY seq LIMIT 1"),
      // Only kind 1 is a group. Of the notices, 3, 5 and 11 are NoticeKind::Left, Removed and AccountDeleted,
      // and 4 and 5 have the person as the subject. Each parameter may be bound only once, hence `q`.
      m_groupsWith(
          database,
          "WITH q (person) AS (SELECT ?)"
          " SELECT c.id FROM q, (SELECT id, last_activity FROM conversations WHERE kind = 1"
          " AND is_member <> 0 ORDER BY last_activity DESC, id LIMIT 300) c"
          " WHERE (SELECT e.kind = 3 AND (e.notice IN (3, 11) OR (e.notice = 5 AND e.ref_user = q.person))"
          " FROM (SELECT seq, kind, author, notice, ref_user FROM entries WHERE conversation = c.id"
          " ORDER BY seq DESC LIMIT 1000) e"
          " WHERE e.author = q.person OR (e.kind = 3 AND e.notice IN (4, 5) AND e.ref_user = q.person)"
          " ORDER BY e.seq DESC LIMIT 1) = 0"
          " ORDER BY c.last_activity DESC, c.id"),
      m_unreadMentions(
          database,
          "SELECT min(CASE WHEN seq > ? THEN seq END), count(*)"
          " FROM entries WHERE conversation = ? AND seq > ? AND kind = 0 AND author <> ? AND recalled_by = 0"
          " AND author NOT IN (SELECT value FROM json_each(?))"
          " AND ((flags & 2) <> 0 OR (mentions IS NOT NULL AND instr(mentions, ?) > 0))"),
      m_selectRecall(
          database,
          "SELECT 1 FROM marks m JOIN entries r ON r.conversation = m.conversation AND r.seq = m.seq"
          " AND r.kind = 2 WHERE m.conversation = ? AND m.target = ?"),
      m_historyUp(database, TIDEMARK_SELECT_HISTORY " LIMIT ?"),
      m_historyDown(database, TIDEMARK_SELECT_HISTORY " DESC LIMIT ?")
{
}

void EntryTable::put(ConversationId conversation, const std::vector<Entry>& entries)
{
    if (entries.empty()) {
        return;
    }
    for (const Entry& entry : entries) {
        insert(conversation, entry);
    }
    const Seq first = entries.front().seq;
    const Seq last = entries.back().seq;
    for (const Entry& entry : entries) {
        // applyMarks() marks the targets in first..last.
        if (const Seq target = targetOf(entry); isChange(entry.kind()) && (target < first || target > last)) {
            mark(conversation, entry);
        }
    }
    applyMarks(conversation, first, last);
    for (const Entry& entry : entries) {
        if (isChange(entry.kind())) {
            // A recall also removes the text of all edits of the message.
            const Seq target = targetOf(entry);
            Run run(m_emptyEdits, conversation, conversation, target, conversation, target);
        }
    }
}

void EntryTable::insert(ConversationId conversation, const Entry& entry)
{
    if (isPlain(entry)) {
        Run run(m_insertPlain, conversation, entry.seq, entry.author, entry.at, textOf(entry));
        return;
    }
    {
        content::Fields fields = fieldsOf(entry.content);
        if (fields.recalledBy.isValid()) {
            fields.forwarded = {};
        }
        Run run(m_insert, conversation, entry.seq, entry.kind(), entry.author, entry.at, flagsOf(fields),
                fields.editedBy, fields.recalledBy, fields.recalledBy.isValid() ? noText : fields.text,
                referenceOf(fields), referredUserOf(fields), fields.notice, mentionsToColumn(fields.mentions),
                entry.uuid, fields.forwarded.from, fields.forwarded.at);
        insertFiles(conversation, entry.seq, fields);
    }
    if (isChange(entry.kind())) {
        Run run(m_insertMark, conversation, targetOf(entry), entry.seq);
    }
}

void EntryTable::insertFiles(ConversationId conversation, Seq seq, const content::Fields& fields)
{
    if (fields.recalledBy.isValid()) {
        m_attachments.erase(conversation, seq);
    } else {
        m_attachments.put(conversation, seq, fields.attachments);
    }
}

void EntryTable::mark(ConversationId conversation, const Entry& by)
{
    if (const auto* edit = by.as<content::Edit>()) {
        Run run(m_markEdited, edit->text, by.seq, conversation, edit->target, by.seq);
    } else {
        Run run(m_markRecalled, by.seq, conversation, targetOf(by), by.seq);
        m_attachments.erase(conversation, targetOf(by));
    }
}

void EntryTable::hide(ConversationId conversation, const std::vector<Seq>& seqs)
{
    for (const Seq seq : seqs) {
        {
            Run run(m_hide, conversation, seq);
        }
        {
            Run run(m_emptyAllEdits, conversation, conversation, seq);
        }
        m_attachments.erase(conversation, seq);
    }
}

void EntryTable::applyMarks(ConversationId conversation, Seq first, Seq last)
{
    std::vector<Entry> marks;
    {
        Run run(m_selectMarks, conversation, first, last);
        while (run.next()) {
            marks.push_back(entryOf(run));
        }
    }
    for (const Entry& by : marks) {
        mark(conversation, by);
    }
}

void EntryTable::drop(ConversationId conversation, Seq through)
{
    m_attachments.drop(conversation, through);
    {
        Run run(m_dropEntries, conversation, through);
    }
    Run run(m_dropMarks, conversation, through);
}

ReadCounts EntryTable::countUnread(ConversationId conversation, const Viewer& viewer, Seq after, Seq through,
                                   Seq atHead)
{
    Run run(m_countUnread, mentionPattern(viewer.self), viewer.self, conversation, after, through,
            viewer.self, jsonList(viewer.ignored), jsonList(viewer.hidden), atHead);
    if (!run.next()) {
        return {};
    }
    return {static_cast<std::uint64_t>(run.number(0)), static_cast<std::uint64_t>(run.number(1)),
            static_cast<std::uint64_t>(run.number(2))};
}

CountDelta EntryTable::contributions(ConversationId conversation, const Viewer& viewer, Seq after,
                                     Seq through, Seq readSeq)
{
    Run run(m_contributions, viewer.self, mentionPattern(viewer.self), readSeq, conversation, after, through,
            jsonList(viewer.ignored), jsonList(viewer.hidden));
    if (!run.next()) {
        return {};
    }
    return {run.number(0), run.number(1), run.number(2)};
}

std::vector<PinChange> EntryTable::pinChanges(ConversationId conversation, Seq after, Seq through)
{
    static_assert(static_cast<int>(NoticeKind::Pinned) == 7 && static_cast<int>(NoticeKind::Unpinned) == 8);
    std::vector<PinChange> changes;
    Run run(m_pinChanges, conversation, after, through);
    while (run.next()) {
        changes.push_back({run.id<Seq>(0), run.flag(1)});
    }
    return changes;
}

std::optional<Seq> EntryTable::firstUnread(ConversationId conversation, const Viewer& viewer, Seq readSeq)
{
    Run run(m_firstUnread, conversation, readSeq, viewer.self, jsonList(viewer.ignored));
    return run.next() ? std::optional(run.id<Seq>(0)) : std::nullopt;
}

std::vector<ConversationId> EntryTable::groupsWith(UserId person)
{
    std::vector<ConversationId> groups;
    Run run(m_groupsWith, person);
    while (run.next()) {
        groups.push_back(run.id<ConversationId>(0));
    }
    return groups;
}

EntryTable::Mentions EntryTable::unreadMentions(ConversationId conversation, const Viewer& viewer,
                                                Seq readSeq, Seq after)
{
    Run run(m_unreadMentions, after, conversation, readSeq, viewer.self, jsonList(viewer.ignored),
            mentionPattern(viewer.self));
    if (!run.next()) {
        return {};
    }
    return {run.id<Seq>(0), static_cast<std::uint64_t>(run.number(1))};
}

bool EntryTable::isRecalled(ConversationId conversation, Seq target)
{
    Run run(m_selectRecall, conversation, target);
    return run.next();
}

HistoryEntry EntryTable::historyEntryOf(const Run& run, ConversationId conversation)
{
    HistoryEntry found{entryOf(run), run.text(entryColumnCount), run.text(entryColumnCount + 1)};
    found.forwardedName = run.text(entryColumnCount + 2);
    found.isAuthorDeleted = run.flag(entryColumnCount + 3);
    if (auto* message = found.entry.as<content::Message>(); message != nullptr && hasFiles(run)) {
        message->attachments = m_attachments.of(conversation, found.entry.seq);
    }
    return found;
}

std::optional<HistoryEntry> EntryTable::entry(ConversationId conversation, Seq seq)
{
    Run run(m_historyUp, conversation, previous(seq), next(seq), 1);
    return run.next() ? std::optional(historyEntryOf(run, conversation)) : std::nullopt;
}

std::vector<HistoryEntry> EntryTable::history(ConversationId conversation, Seq after, Seq before, int limit,
                                              bool fromEnd)
{
    std::vector<HistoryEntry> found;
    Run run(fromEnd ? m_historyDown : m_historyUp, conversation, after, before, limit);
    while (run.next()) {
        found.push_back(historyEntryOf(run, conversation));
    }
    if (fromEnd) {
        std::reverse(found.begin(), found.end());
    }
    return found;
}

} // namespace tidemark
