#include "core/store/tables/draft_table.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

#define TIDEMARK_DRAFT_COLUMNS                                                                               \
    "conversation, text, reply_to, base, uuid, own, server_text, server_reply_to, server_version,"           \
    " server_uuid, server_device, server_device_name, server_at"

/// Uuids one after another.
std::string joined(const std::vector<MessageUuid>& uuids)
{
    std::string bytes;
    for (const MessageUuid& uuid : uuids) {
        bytes.append(uuid.bytes.begin(), uuid.bytes.end());
    }
    return bytes;
}

std::vector<MessageUuid> uuidsIn(const std::string& bytes)
{
    std::vector<MessageUuid> uuids(bytes.size() / sizeof(MessageUuid));
    auto next = bytes.begin();
    for (MessageUuid& uuid : uuids) {
        std::copy_n(next, uuid.bytes.size(), uuid.bytes.begin());
        next += static_cast<std::ptrdiff_t>(uuid.bytes.size());
    }
    return uuids;
}

LocalDraft draftOf(const Run& run)
{
    LocalDraft draft;
    draft.conversation = run.id<ConversationId>(0);
    draft.text = run.text(1);
    draft.replyTo = run.id<Seq>(2);
    draft.base = static_cast<std::uint64_t>(run.number(3));
    draft.uuid = run.uuid(4);
    draft.own = uuidsIn(run.text(5));
    draft.server.text = run.text(6);
    draft.server.replyTo = run.id<Seq>(7);
    draft.server.version = static_cast<std::uint64_t>(run.number(8));
    draft.server.uuid = run.uuid(9);
    draft.server.device = run.id<DeviceId>(10);
    draft.server.deviceName = run.text(11);
    draft.server.at = UnixMs{run.number(12)};
    draft.server.conversation = draft.server.version > 0 ? draft.conversation : ConversationId();
    return draft;
}

} // namespace

DraftTable::DraftTable(Database& database)
    : m_put(database, "INSERT OR REPLACE INTO drafts (" TIDEMARK_DRAFT_COLUMNS
                      ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      m_selectAll(database, "SELECT " TIDEMARK_DRAFT_COLUMNS " FROM drafts ORDER BY conversation"),
      m_putProgress(database,
                    "INSERT OR REPLACE INTO draft_progress (only, through, shared) VALUES (1, ?, ?)"),
      m_selectProgress(database, "SELECT through, shared FROM draft_progress"),
      m_clear(database, "DELETE FROM drafts"),
      m_clearProgress(database, "UPDATE draft_progress SET through = 0")
{
}

void DraftTable::put(const LocalDraft& draft)
{
    const std::string own = joined(draft.own);
    const Draft& server = draft.server;
    // The texts are blobs: SQLite would take a leading U+FEFF of a text for a byte order mark.
    Run run(m_put, draft.conversation, draft.text, draft.replyTo, draft.base, draft.uuid, own, server.text,
            server.replyTo, server.version, server.uuid, server.device, server.deviceName, server.at);
}

std::vector<LocalDraft> DraftTable::all()
{
    std::vector<LocalDraft> found;
    Run run(m_selectAll);
    while (run.next()) {
        found.push_back(draftOf(run));
    }
    return found;
}

void DraftTable::putProgress(const DraftProgress& progress)
{
    Run run(m_putProgress, progress.through, progress.isShared);
}

DraftProgress DraftTable::progress()
{
    Run run(m_selectProgress);
    return run.next() ? DraftProgress{static_cast<std::uint64_t>(run.number(0)), run.flag(1)}
                      : DraftProgress();
}

void DraftTable::clear()
{
    {
        Run run(m_clear);
    }
    Run run(m_clearProgress);
}

} // namespace tidemark
