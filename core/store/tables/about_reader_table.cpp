#include "core/store/tables/about_reader_table.h"

#include "core/store/file/database.h"
#include "core/store/tables/ignore_table.h"

namespace tidemark {

namespace {

#define TIDEMARK_MENTIONS_READER                                                                             \
    "((e.flags & 2) <> 0 OR (e.mentions IS NOT NULL AND instr(e.mentions, ',' || a.user || ',') > 0))"
#define TIDEMARK_ABOUT_READER                                                                                \
    "e.kind = 0 AND e.author <> a.user AND (e.ref_user = a.user OR " TIDEMARK_MENTIONS_READER ")"
#define TIDEMARK_NOTE_ABOUT_READER                                                                           \
    "INSERT OR IGNORE INTO about_reader (conversation, seq, at)"                                             \
    " SELECT e.conversation, e.seq, e.at FROM account a, entries e WHERE " TIDEMARK_ABOUT_READER

} // namespace

AboutReaderTable::AboutReaderTable(Database& database)
    : m_note(database, TIDEMARK_NOTE_ABOUT_READER " AND e.conversation = ? AND e.seq BETWEEN ? AND ?"),
      m_drop(database, "DELETE FROM about_reader WHERE conversation = ? AND seq <= ?"),
      m_find(database, "SELECT r.conversation AS conversation, r.seq AS seq, e.ref_user = a.user,"
                       " c.is_member <> 0 AND r.seq > max(c.floor, c.cursor_seq) AS is_unread,"
                       " 0, r.at AS at"
                       " FROM account a, about_reader r JOIN conversations c ON c.id = r.conversation"
                       " JOIN entries e ON e.conversation = r.conversation AND e.seq = r.seq"
                       " WHERE e.recalled_by = 0 AND e.author NOT IN (" TIDEMARK_IGNORED
                       ") AND ((? AND " TIDEMARK_MENTIONS_READER ") OR (? AND e.ref_user = a.user))"
                       " AND (is_unread OR NOT ?)"
                       " UNION ALL SELECT r.conversation, r.seq, 0, 0, 1, e.at FROM account a"
                       " JOIN (SELECT DISTINCT conversation, seq FROM reactions WHERE count > mine) r"
                       " JOIN entries e ON e.conversation = r.conversation AND e.seq = r.seq"
                       " WHERE ? AND e.kind = 0 AND e.author = a.user AND e.recalled_by = 0"
                       " ORDER BY at DESC, conversation DESC, seq DESC LIMIT ?"),
      m_count(database, "SELECT count(*) FROM about_reader"),
      m_computed(database, "SELECT count(*), coalesce(sum(EXISTS (SELECT 1 FROM about_reader r"
                           " WHERE r.conversation = e.conversation AND r.seq = e.seq AND r.at = e.at)), 0)"
                           " FROM account a, entries e JOIN conversations c ON c.id = e.conversation"
                           " WHERE " TIDEMARK_ABOUT_READER),
      m_clear(database, "DELETE FROM about_reader"), m_noteAll(database, TIDEMARK_NOTE_ABOUT_READER)
{
}

void AboutReaderTable::note(ConversationId conversation, Seq first, Seq last)
{
    Run run(m_note, conversation, first, last);
}

void AboutReaderTable::drop(ConversationId conversation, Seq through)
{
    Run run(m_drop, conversation, through);
}

std::vector<AboutReaderTable::Found> AboutReaderTable::find(const AboutReaderQuery& query)
{
    std::vector<Found> found;
    Run run(m_find, query.mentions, query.answers, query.onlyUnread, query.reactions && !query.onlyUnread,
            query.limit);
    while (run.next()) {
        found.push_back({run.id<ConversationId>(0), run.id<Seq>(1), run.flag(2), run.flag(3), run.flag(4)});
    }
    return found;
}

AboutReaderTable::Comparison AboutReaderTable::compare()
{
    Comparison result;
    {
        Run run(m_count);
        result.stored = run.next() ? static_cast<std::uint64_t>(run.number(0)) : 0;
    }
    Run run(m_computed);
    if (run.next()) {
        result.computed = static_cast<std::uint64_t>(run.number(0));
        result.agrees = result.stored == result.computed && run.number(1) == run.number(0);
    }
    return result;
}

void AboutReaderTable::rebuild()
{
    {
        Run run(m_clear);
    }
    Run run(m_noteAll);
}

} // namespace tidemark
