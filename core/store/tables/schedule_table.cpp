#include "core/store/tables/schedule_table.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tidemark {

namespace {

#define TIDEMARK_SCHEDULED_COLUMNS                                                                           \
    "uuid, part, conversation, text, is_action, reply_to, mentions, mentions_all, due, version, changes,"    \
    " state, error, seq"

/// The bytes of the values, one after another.
template <typename T>
std::string bytesOf(const std::vector<T>& values)
{
    std::string bytes(values.size() * sizeof(T), '\0');
    if (!values.empty()) {
        std::memcpy(bytes.data(), values.data(), bytes.size());
    }
    return bytes;
}

template <typename T>
std::vector<T> valuesIn(const std::string& bytes)
{
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty()) {
        std::memcpy(static_cast<void*>(values.data()), bytes.data(), values.size() * sizeof(T));
    }
    return values;
}

} // namespace

struct ScheduleTable::Row {
    Part part = Part::Server;
    content::Message message;
    UnixMs due;
    std::uint64_t version = 0;
    std::vector<MessageUuid> changes;
    int state = 0; ///< of the server's message; of an intent: whether it cancels
    protocol::ErrorCode error = {};
    Seq seq;
};

ScheduleTable::ScheduleTable(Database& database)
    : m_insert(database, "INSERT INTO scheduled (" TIDEMARK_SCHEDULED_COLUMNS
                         ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      m_erase(database, "DELETE FROM scheduled WHERE uuid = ?"),
      m_selectAll(database, "SELECT " TIDEMARK_SCHEDULED_COLUMNS " FROM scheduled ORDER BY uuid, part"),
      m_putThrough(database, "INSERT OR REPLACE INTO scheduled_progress (only, through) VALUES (1, ?)"),
      m_selectThrough(database, "SELECT through FROM scheduled_progress"),
      m_clear(database, "DELETE FROM scheduled"), m_clearThrough(database, "DELETE FROM scheduled_progress")
{
}

void ScheduleTable::put(const LocalScheduled& scheduled)
{
    erase(scheduled.server.uuid);
    const ScheduledMessage& server = scheduled.server;
    insert(scheduled, {Part::Server,
                       server.message,
                       server.due,
                       server.version,
                       {server.change},
                       static_cast<int>(server.state),
                       server.failure,
                       server.seq});
    if (const auto& intent = scheduled.intent) {
        insert(scheduled, {Part::Intent,
                           intent->message,
                           intent->due,
                           intent->base,
                           intent->changes,
                           int{intent->isCancelled},
                           {},
                           {}});
    }
    if (const auto& refused = scheduled.refused) {
        insert(scheduled, {Part::Refused, refused->message, refused->due, 0, {}, 0, refused->error, {}});
    }
}

void ScheduleTable::insert(const LocalScheduled& scheduled, const Row& row)
{
    const content::Message& message = row.message;
    const std::string mentions = bytesOf(message.mentions);
    const std::string changes = bytesOf(row.changes);
    Run run(m_insert, scheduled.server.uuid, static_cast<int>(row.part), scheduled.server.conversation,
            message.text, message.isAction, message.replyTo, mentions, message.mentionsAll, row.due,
            row.version, changes, row.state, row.error, row.seq);
}

void ScheduleTable::erase(const MessageUuid& uuid)
{
    Run run(m_erase, uuid);
}

ScheduleTable::Row ScheduleTable::rowIn(const Run& run)
{
    Row row;
    row.part = static_cast<Part>(run.number(1));
    row.message = {.text = run.text(3),
                   .isAction = run.flag(4),
                   .replyTo = run.id<Seq>(5),
                   .mentions = valuesIn<UserId>(run.text(6)),
                   .mentionsAll = run.flag(7)};
    row.due = UnixMs{run.number(8)};
    row.version = static_cast<std::uint64_t>(run.number(9));
    row.changes = valuesIn<MessageUuid>(run.text(10));
    row.state = static_cast<int>(run.number(11));
    row.error = static_cast<protocol::ErrorCode>(run.number(12));
    row.seq = run.id<Seq>(13);
    return row;
}

std::vector<LocalScheduled> ScheduleTable::all()
{
    std::vector<LocalScheduled> found;
    Run run(m_selectAll);
    while (run.next()) {
        const MessageUuid uuid = run.uuid(0);
        if (found.empty() || found.back().server.uuid != uuid) {
            found.emplace_back().server.uuid = uuid;
            found.back().server.conversation = run.id<ConversationId>(2);
        }
        LocalScheduled& scheduled = found.back();
        Row row = rowIn(run);
        switch (row.part) {
        case Part::Server:
            scheduled.server.message = std::move(row.message);
            scheduled.server.due = row.due;
            scheduled.server.version = row.version;
            scheduled.server.change = row.changes.empty() ? MessageUuid() : row.changes.front();
            scheduled.server.state = static_cast<ScheduledState>(row.state);
            scheduled.server.failure = row.error;
            scheduled.server.seq = row.seq;
            break;
        case Part::Intent:
            if (!row.changes.empty()) {
                scheduled.intent = ScheduleIntent{std::move(row.message), row.due, row.state != 0,
                                                  row.version, std::move(row.changes)};
            }
            break;
        case Part::Refused:
            scheduled.refused = RefusedSchedule{std::move(row.message), row.due, row.error};
            break;
        }
    }
    return found;
}

void ScheduleTable::putThrough(std::uint64_t through)
{
    Run run(m_putThrough, through);
}

std::uint64_t ScheduleTable::through()
{
    Run run(m_selectThrough);
    return run.next() ? static_cast<std::uint64_t>(run.number(0)) : 0;
}

void ScheduleTable::clear()
{
    {
        Run run(m_clear);
    }
    Run run(m_clearThrough);
}

} // namespace tidemark
