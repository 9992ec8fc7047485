#include "server-stub/store/tables/draft_table.h"

#include "core/base/failpoint.h"
#include "server-stub/store/stored_values.h"

#include <algorithm>
#include <limits>

namespace tidemark::server {

namespace {

// The columns of a register, in the order in which draftsIn() reads them.
#define TIDEMARK_DRAFT_COLUMNS "user, conversation, text, reply_to, version, device, at, uuid"

std::vector<DraftRecord> draftsIn(Statement::Run&& run)
{
    std::vector<DraftRecord> records;
    while (run.next()) {
        records.push_back({.user = UserId(run.number(0)),
                           .conversation = ConversationId(run.number(1)),
                           .text = run.bytes(2),
                           .replyTo = Seq(run.number(3)),
                           .version = run.number(4),
                           .device = DeviceId(run.number(5)),
                           .at = UnixMs{static_cast<std::int64_t>(run.number(6))},
                           .uuid = uuidFrom(run.bytes(7))});
    }
    return records;
}

} // namespace

DraftTable::DraftTable(Connection& connection)
    : m_select(connection.statement("SELECT " TIDEMARK_DRAFT_COLUMNS
                                    " FROM draft WHERE user = ? AND conversation = ?")),
      m_put(connection.statement(
          "INSERT INTO draft (" TIDEMARK_DRAFT_COLUMNS ") VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
          " ON CONFLICT (user, conversation) DO UPDATE SET text = excluded.text,"
          " reply_to = excluded.reply_to, version = excluded.version, device = excluded.device,"
          " at = excluded.at, uuid = excluded.uuid")),
      m_selectHead(connection.statement("SELECT COALESCE(MAX(version), 0) FROM draft WHERE user = ?")),
      m_selectChanges(connection.statement("SELECT " TIDEMARK_DRAFT_COLUMNS
                                           " FROM draft WHERE user = ? AND version > ?"
                                           " ORDER BY version LIMIT ?")),
      m_countTexts(connection.statement("SELECT COUNT(*) FROM draft WHERE user = ? AND length(text) > 0"))
{
}

std::optional<DraftRecord> DraftTable::find(UserId user, ConversationId conversation)
{
    std::vector<DraftRecord> found = draftsIn(m_select.run(user.value, conversation.value));
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

void DraftTable::put(const DraftRecord& record, std::uint64_t /*before*/)
{
    m_put.change(record.user.value, record.conversation.value, std::string_view(record.text),
                 record.replyTo.value, record.version, record.device.value,
                 static_cast<std::uint64_t>(record.at.value), storedUuid(record.uuid));
    failpoint(failpointOf(Deed::Draft, ServerStep::Written));
}

std::uint64_t DraftTable::head(UserId user)
{
    Statement::Run run = m_selectHead.run(user.value);
    return run.next() ? run.number(0) : 0;
}

std::vector<DraftRecord> DraftTable::changes(UserId user, std::uint64_t after, std::uint32_t limit)
{
    return draftsIn(m_selectChanges.run(user.value, clamped(Seq(after)), limit));
}

std::size_t DraftTable::countOfTexts(UserId user)
{
    Statement::Run run = m_countTexts.run(user.value);
    return run.next() ? run.number(0) : 0;
}

} // namespace tidemark::server
