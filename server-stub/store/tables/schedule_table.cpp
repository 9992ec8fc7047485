#include "server-stub/store/tables/schedule_table.h"

#include "core/base/failpoint.h"
#include "server-stub/store/stored_values.h"

#include <limits>

namespace tidemark::server {

namespace {

// The columns of a register, in the order in which scheduledIn() reads them.
#define TIDEMARK_SCHEDULE_COLUMNS                                                                            \
    "user, uuid, conversation, text, is_action, reply_to, mentions, mentions_all, due, version, change,"     \
    " state, failure, seq"

std::vector<ScheduledRecord> scheduledIn(Statement::Run&& run)
{
    std::vector<ScheduledRecord> records;
    while (run.next()) {
        records.push_back({UserId(run.number(0)),
                           {.uuid = uuidFrom(run.bytes(1)),
                            .conversation = ConversationId(run.number(2)),
                            .message = {.text = run.bytes(3),
                                        .isAction = run.number(4) != 0,
                                        .replyTo = Seq(run.number(5)),
                                        .mentions = usersFrom(run.bytes(6)),
                                        .mentionsAll = run.number(7) != 0},
                            .due = UnixMs{static_cast<std::int64_t>(run.number(8))},
                            .version = run.number(9),
                            .change = uuidFrom(run.bytes(10)),
                            .state = static_cast<ScheduledState>(run.number(11)),
                            .failure = static_cast<protocol::ErrorCode>(run.number(12)),
                            .seq = Seq(run.number(13))}});
    }
    return records;
}

} // namespace

ScheduleTable::ScheduleTable(Connection& connection)
    : m_select(connection.statement("SELECT " TIDEMARK_SCHEDULE_COLUMNS
                                    " FROM scheduled WHERE user = ? AND uuid = ?")),
      m_put(connection.statement(
          "INSERT INTO scheduled (" TIDEMARK_SCHEDULE_COLUMNS ")"
          " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
          " ON CONFLICT (user, uuid) DO UPDATE SET conversation = excluded.conversation,"
          " text = excluded.text, is_action = excluded.is_action, reply_to = excluded.reply_to,"
          " mentions = excluded.mentions, mentions_all = excluded.mentions_all, due = excluded.due,"
          " version = excluded.version, change = excluded.change, state = excluded.state,"
          " failure = excluded.failure, seq = excluded.seq")),
      m_selectHead(connection.statement("SELECT COALESCE(MAX(version), 0) FROM scheduled WHERE user = ?")),
      m_selectOpen(connection.statement("SELECT " TIDEMARK_SCHEDULE_COLUMNS
                                        " FROM scheduled INDEXED BY scheduled_open"
                                        " WHERE user = ? AND state < 2 ORDER BY version LIMIT ?")),
      m_selectChanges(connection.statement("SELECT " TIDEMARK_SCHEDULE_COLUMNS
                                           " FROM scheduled INDEXED BY scheduled_change"
                                           " WHERE user = ? AND version > ? ORDER BY version LIMIT ?")),
      m_countOpen(connection.statement("SELECT COUNT(*) FROM scheduled INDEXED BY scheduled_open"
                                       " WHERE user = ? AND state < 2")),
      m_selectDue(connection.statement("SELECT " TIDEMARK_SCHEDULE_COLUMNS
                                       " FROM scheduled INDEXED BY scheduled_due"
                                       " WHERE state = 0 ORDER BY due LIMIT ?"))
{
    static_assert(static_cast<int>(ScheduledState::Waiting) == 0
                  && static_cast<int>(ScheduledState::Failed) == 1);
}

std::optional<ScheduledRecord> ScheduleTable::find(UserId user, const MessageUuid& uuid)
{
    std::vector<ScheduledRecord> found = scheduledIn(m_select.run(user.value, storedUuid(uuid)));
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

void ScheduleTable::put(const ScheduledRecord& record, std::uint64_t /*before*/)
{
    const ScheduledMessage& scheduled = record.scheduled;
    const std::string mentions = storedUsers(scheduled.message.mentions);
    m_put.change(record.user.value, storedUuid(scheduled.uuid), scheduled.conversation.value,
                 std::string_view(scheduled.message.text), std::uint64_t{scheduled.message.isAction},
                 scheduled.message.replyTo.value, std::string_view(mentions),
                 std::uint64_t{scheduled.message.mentionsAll},
                 static_cast<std::uint64_t>(scheduled.due.value), scheduled.version,
                 storedUuid(scheduled.change), static_cast<std::uint64_t>(scheduled.state),
                 static_cast<std::uint64_t>(scheduled.failure), scheduled.seq.value);
    failpoint(failpointOf(Deed::Schedule, ServerStep::Written));
}

std::uint64_t ScheduleTable::head(UserId user)
{
    Statement::Run run = m_selectHead.run(user.value);
    return run.next() ? run.number(0) : 0;
}

std::vector<ScheduledRecord> ScheduleTable::changes(UserId user, std::uint64_t after, std::uint32_t limit)
{
    return scheduledIn(after == 0 ? m_selectOpen.run(user.value, limit)
                                  : m_selectChanges.run(user.value, clamped(Seq(after)), limit));
}

std::size_t ScheduleTable::countOfOpen(UserId user)
{
    Statement::Run run = m_countOpen.run(user.value);
    return run.next() ? run.number(0) : 0;
}

std::vector<ScheduledRecord> ScheduleTable::nextDue(std::uint32_t limit)
{
    return scheduledIn(m_selectDue.run(limit));
}

} // namespace tidemark::server
