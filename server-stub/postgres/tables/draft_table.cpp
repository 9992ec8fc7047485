#include "server-stub/postgres/tables/draft_table.h"

#include "core/base/failpoint.h"
#include "server-stub/postgres/tables/fields.h"

namespace tidemark::server::postgres {

namespace {

constexpr int fieldsOfDraft = 8;

std::vector<DraftRecord> draftsIn(Statement::Run&& run)
{
    std::vector<DraftRecord> records;
    while (run.next()) {
        records.push_back(recordIn<DraftRecord>(run));
    }
    return records;
}

} // namespace

DraftTable::DraftTable(Connection& connection)
    : m_connection(connection),
      m_select(connection.statement("SELECT " + columnsOf<DraftRecord>()
                                    + " FROM draft WHERE user_id = $1 AND conversation = $2")),
      m_put(connection.statement(
          "INSERT INTO draft (" + columnsOf<DraftRecord>() + ") VALUES (" + placesOf<DraftRecord>(1)
          + ") ON CONFLICT (user_id, conversation) DO UPDATE SET text = excluded.text,"
            " reply_to = excluded.reply_to, version = excluded.version, device = excluded.device,"
            " at = excluded.at, uuid = excluded.uuid WHERE draft.version = $"
          + std::to_string(fieldsOfDraft + 1) + " RETURNING 1")),
      m_selectHead(connection.statement("SELECT COALESCE(max(version), 0) FROM draft WHERE user_id = $1")),
      m_selectChanges(connection.statement("SELECT " + columnsOf<DraftRecord>()
                                           + " FROM draft WHERE user_id = $1 AND version > $2"
                                             " ORDER BY version LIMIT $3")),
      m_countTexts(
          connection.statement("SELECT count(*) FROM draft WHERE user_id = $1 AND length(text) > 0")),
      m_selectExpected(connection.statement(
          "SELECT " + columnsOf<DraftRecord>()
          + " FROM draft JOIN unnest($1::bigint[], $2::bigint[]) AS wanted (user_id, conversation)"
            " USING (user_id, conversation)"))
{
}

void DraftTable::expect(const std::vector<std::pair<UserId, ConversationId>>& drafts)
{
    if (drafts.empty()) {
        return;
    }
    Numbers users;
    Numbers conversations;
    for (const auto& [user, conversation] : drafts) {
        users.values.push_back(user.value);
        conversations.values.push_back(conversation.value);
        m_known.try_emplace({user, conversation});
    }
    for (DraftRecord& record : draftsIn(m_selectExpected.run(users, conversations))) {
        m_known[{record.user, record.conversation}] = std::move(record);
    }
}

std::optional<DraftRecord> DraftTable::find(UserId user, ConversationId conversation)
{
    if (const auto known = m_known.find({user, conversation}); known != m_known.end()) {
        return known->second;
    }
    std::vector<DraftRecord> found = draftsIn(m_select.run(user.value, conversation.value));
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

void DraftTable::put(const DraftRecord& record, std::uint64_t before)
{
    m_known.erase({record.user, record.conversation});
    std::vector<Value> values;
    bindFields(values, record);
    values.push_back(bound(before));
    Statement::Run run = m_connection.writeWith(m_put, values);
    if (!run.next() && !m_connection.health().failed) {
        m_connection.fail(QStringLiteral("another server has changed the draft"));
    }
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

} // namespace tidemark::server::postgres
