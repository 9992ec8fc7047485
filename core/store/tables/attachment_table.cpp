#include "core/store/tables/attachment_table.h"

#include <algorithm>
#include <limits>

namespace tidemark {

namespace {

#define TIDEMARK_SELECT_ATTACHMENT_ITEM                                                                      \
    "SELECT " TIDEMARK_ATTACHMENT_COLUMNS ", a.seq, a.number, e.author, e.at,"                               \
    " (SELECT u.name FROM shown_users u WHERE u.id = e.author) FROM attachments a"
// Left alone, SQLite would read all files of the conversation to find those of one kind.
#define TIDEMARK_BY_KIND " INDEXED BY attachments_by_kind"
#define TIDEMARK_BEFORE_PLACE                                                                                \
    " JOIN entries e ON e.conversation = a.conversation AND e.seq = a.seq"                                   \
    " WHERE a.conversation = ? AND (a.seq, a.number) < (?, ?)"
#define TIDEMARK_NEWEST_FILE_FIRST " ORDER BY a.seq DESC, a.number DESC LIMIT ?"

#define TIDEMARK_HELD_FILES                                                                                  \
    "(SELECT count(*) FROM attachments a WHERE a.conversation = entries.conversation AND a.seq = "           \
    "entries.seq)"
#define TIDEMARK_INCOMPLETE                                                                                  \
    "kind = 0 AND recalled_by = 0 AND flags >> 4 > 0 AND flags >> 4 <> " TIDEMARK_HELD_FILES
#define TIDEMARK_STRAY                                                                                       \
    "NOT EXISTS (SELECT 1 FROM entries e WHERE e.conversation = attachments.conversation"                    \
    " AND e.seq = attachments.seq AND e.kind = 0 AND e.recalled_by = 0"                                      \
    " AND attachments.number < e.flags >> 4)"

std::uint64_t numberIn(Statement& statement)
{
    Run run(statement);
    return run.next() ? static_cast<std::uint64_t>(run.number(0)) : 0;
}

} // namespace

Attachment attachmentOf(const Run& run, int first)
{
    return {hashFromColumn(run.bytes(first)),
            static_cast<std::uint64_t>(run.number(first + 1)),
            run.text(first + 2),
            run.text(first + 3),
            static_cast<std::uint32_t>(run.number(first + 4)),
            static_cast<std::uint32_t>(run.number(first + 5)),
            run.text(first + 6)};
}

AttachmentTable::AttachmentTable(Database& database)
    : m_insert(database, "INSERT OR IGNORE INTO attachments (number, is_picture, " TIDEMARK_ATTACHMENT_COLUMNS
                         ", conversation, seq) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, conversation, seq"
                         " FROM entries WHERE conversation = ? AND seq = ? AND kind = 0 AND recalled_by = 0"
                         " AND flags >> 4 = ?"),
      m_erase(database, "DELETE FROM attachments WHERE conversation = ? AND seq = ?"),
      m_drop(database, "DELETE FROM attachments WHERE conversation = ? AND seq <= ?"),
      m_select(database, "SELECT " TIDEMARK_ATTACHMENT_COLUMNS
                         " FROM attachments WHERE conversation = ? AND seq = ? ORDER BY number"),
      m_find(database, TIDEMARK_SELECT_ATTACHMENT_ITEM TIDEMARK_BEFORE_PLACE TIDEMARK_NEWEST_FILE_FIRST),
      m_findKind(database, TIDEMARK_SELECT_ATTACHMENT_ITEM TIDEMARK_BY_KIND TIDEMARK_BEFORE_PLACE
                 " AND a.is_picture = ?" TIDEMARK_NEWEST_FILE_FIRST),
      m_names(database, "WITH q (hash) AS (SELECT ?)"
                        " SELECT 1 FROM q WHERE EXISTS (SELECT 1 FROM attachments a WHERE a.hash = q.hash)"
                        " OR EXISTS (SELECT 1 FROM outbox_attachments o WHERE o.hash = q.hash)"),
      m_all(database, "SELECT hash FROM attachments UNION SELECT hash FROM outbox_attachments ORDER BY hash"),
      m_countIncomplete(database, "SELECT count(*) FROM entries WHERE " TIDEMARK_INCOMPLETE),
      m_countStray(database, "SELECT count(*) FROM attachments WHERE " TIDEMARK_STRAY),
      m_eraseStray(database, "DELETE FROM attachments WHERE " TIDEMARK_STRAY),
      m_eraseIncomplete(database, "DELETE FROM entries WHERE " TIDEMARK_INCOMPLETE
                                  " AND seq > coalesce((SELECT trimmed_upto FROM conversations c"
                                  " WHERE c.id = entries.conversation), 0)"),
      m_recount(database, "UPDATE entries SET flags = (flags & 15) | (" TIDEMARK_HELD_FILES
                          " << 4) WHERE " TIDEMARK_INCOMPLETE)
{
}

void AttachmentTable::put(ConversationId conversation, Seq seq, const std::vector<Attachment>& attachments)
{
    for (std::size_t number = 0; number < attachments.size(); ++number) {
        const Attachment& one = attachments[number];
        Run run(m_insert, number, isPicture(one), one.hash, one.size, one.mime, one.name, one.width,
                one.height, one.preview, conversation, seq, attachments.size());
    }
}

void AttachmentTable::erase(ConversationId conversation, Seq seq)
{
    Run run(m_erase, conversation, seq);
}

void AttachmentTable::drop(ConversationId conversation, Seq through)
{
    Run run(m_drop, conversation, through);
}

std::vector<Attachment> AttachmentTable::of(ConversationId conversation, Seq seq)
{
    std::vector<Attachment> found;
    Run run(m_select, conversation, seq);
    while (run.next()) {
        found.push_back(attachmentOf(run, 0));
    }
    return found;
}

std::vector<AttachmentItem> AttachmentTable::find(const AttachmentQuery& query, UserId reader)
{
    using Kind = AttachmentQuery::Kind;
    std::vector<AttachmentItem> found;
    const Seq before = query.before.isValid() ? query.before : Seq(std::numeric_limits<std::int64_t>::max());
    const auto read = [&](Run&& run) {
        while (run.next()) {
            AttachmentItem item;
            item.attachment = attachmentOf(run, 0);
            item.key = {query.conversation,
                        run.id<Seq>(attachmentColumnCount),
                        {},
                        static_cast<std::uint32_t>(run.number(attachmentColumnCount + 1))};
            item.author = run.id<UserId>(attachmentColumnCount + 2);
            item.isOwn = item.author == reader;
            item.at = UnixMs{run.number(attachmentColumnCount + 3)};
            item.authorName = run.text(attachmentColumnCount + 4);
            found.push_back(std::move(item));
        }
    };
    if (query.kind == Kind::All) {
        read(Run(m_find, query.conversation, before, query.beforeIndex, query.limit));
    } else {
        read(Run(m_findKind, query.conversation, before, query.beforeIndex, query.kind == Kind::Pictures,
                 query.limit));
    }
    return found;
}

bool AttachmentTable::names(const BlobHash& hash)
{
    Run run(m_names, hash);
    return run.next();
}

std::vector<BlobHash> AttachmentTable::all()
{
    std::vector<BlobHash> found;
    Run run(m_all);
    while (run.next()) {
        found.push_back(hashFromColumn(run.bytes(0)));
    }
    return found;
}

std::uint64_t AttachmentTable::countIncomplete()
{
    return numberIn(m_countIncomplete);
}

std::uint64_t AttachmentTable::countStray()
{
    return numberIn(m_countStray);
}

void AttachmentTable::repair()
{
    for (Statement* statement : {&m_eraseIncomplete, &m_recount, &m_eraseStray}) {
        Run run(*statement);
    }
}

} // namespace tidemark
