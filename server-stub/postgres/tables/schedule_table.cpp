#include "server-stub/postgres/tables/schedule_table.h"

#include "core/base/failpoint.h"
#include "server-stub/postgres/tables/fields.h"

namespace tidemark::server::postgres {

namespace {

constexpr int fieldsOfScheduled = 14;

std::vector<ScheduledRecord> scheduledIn(Statement::Run&& run)
{
    std::vector<ScheduledRecord> records;
    while (run.next()) {
        records.push_back(recordIn<ScheduledRecord>(run));
    }
    return records;
}

std::string selectScheduled(const std::string& rest)
{
    return "SELECT " + columnsOf<ScheduledRecord>() + " FROM scheduled WHERE " + rest;
}

} // namespace

ScheduleTable::ScheduleTable(Connection& connection)
    : m_connection(connection), m_select(connection.statement(selectScheduled("user_id = $1 AND uuid = $2"))),
      m_put(connection.statement(
          "INSERT INTO scheduled (" + columnsOf<ScheduledRecord>() + ") VALUES ("
          + placesOf<ScheduledRecord>(1)
          + ") ON CONFLICT (user_id, uuid) DO UPDATE SET conversation = excluded.conversation,"
            " text = excluded.text, is_action = excluded.is_action, reply_to = excluded.reply_to,"
            " mentions = excluded.mentions, mentions_all = excluded.mentions_all, due = excluded.due,"
            " version = excluded.version, change = excluded.change, state = excluded.state,"
            " failure = excluded.failure, seq = excluded.seq WHERE scheduled.version = $"
          + std::to_string(fieldsOfScheduled + 1) + " RETURNING 1")),
      m_selectHead(
          connection.statement("SELECT COALESCE(max(version), 0) FROM scheduled WHERE user_id = $1")),
      m_selectOpen(connection.statement(selectScheduled("user_id = $1 AND state < 2"
                                                        " ORDER BY version LIMIT $2"))),
      m_selectChanges(connection.statement(selectScheduled("user_id = $1 AND version > $2"
                                                           " ORDER BY version LIMIT $3"))),
      m_countOpen(connection.statement("SELECT count(*) FROM scheduled WHERE user_id = $1 AND state < 2")),
      m_selectDue(connection.statement(selectScheduled("state = 0 ORDER BY due LIMIT $1")))
{
}

std::optional<ScheduledRecord> ScheduleTable::find(UserId user, const MessageUuid& uuid)
{
    std::vector<ScheduledRecord> found = scheduledIn(m_select.run(user.value, storedUuid(uuid)));
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

void ScheduleTable::put(const ScheduledRecord& record, std::uint64_t before)
{
    std::vector<Value> values;
    bindFields(values, record);
    values.push_back(bound(before));
    Statement::Run run = m_connection.writeWith(m_put, values);
    if (!run.next() && !m_connection.health().failed) {
        m_connection.fail(QStringLiteral("another server has changed the scheduled message"));
    }
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

} // namespace tidemark::server::postgres
