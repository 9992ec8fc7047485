#include "server-stub/postgres/tables/deletion_table.h"

#include "core/base/failpoint.h"
#include "server-stub/postgres/tables/fields.h"

#include <array>

namespace tidemark::server::postgres {

namespace {

constexpr std::array erasingStatements{
    "DELETE FROM draft WHERE user_id = $1",
    "DELETE FROM scheduled WHERE user_id = $1",
    "DELETE FROM folder WHERE user_id = $1",
    "DELETE FROM folder_set WHERE user_id = $1",
    "DELETE FROM ignored_user WHERE user_id = $1",
    "DELETE FROM ignore_set WHERE user_id = $1",
    "DELETE FROM invitation WHERE user_id = $1",
    "DELETE FROM invitation_set WHERE user_id = $1",
    "DELETE FROM seen_dot WHERE user_id = $1",
    "UPDATE device SET name = '', client_name = '' WHERE user_id = $1",
    "UPDATE upload SET expires_at = 0 WHERE user_id = $1",
    "UPDATE account SET receipts = 0, settings_version = 0, reading = 0, quiet_while_active = 1, adding = 0,"
    " last_contact_at = 0 WHERE id = $1",
};

} // namespace

DeletionTable::DeletionTable(Connection& connection)
    : m_connection(connection),
      m_selectNext(connection.statement(
          "SELECT user_id, stage, removes_texts, done, through FROM deletion ORDER BY user_id LIMIT 1")),
      m_put(connection.statement(
          "INSERT INTO deletion (user_id, stage, removes_texts, done, through) VALUES ($1, $2, $3, $4, $5)"
          " ON CONFLICT (user_id) DO UPDATE SET stage = excluded.stage, done = excluded.done,"
          " through = excluded.through")),
      m_remove(connection.statement("DELETE FROM deletion WHERE user_id = $1")),
      m_selectConversations(
          connection.statement("SELECT conversation FROM membership WHERE user_id = $1 AND conversation > $2"
                               " ORDER BY conversation LIMIT $3")),
      m_selectMessages(connection.statement(
          "SELECT seq FROM entry WHERE conversation = $1 AND author = $2 AND seq > $3 AND kind = 0"
          " AND recalled_by = 0 ORDER BY seq LIMIT $4")),
      m_selectReactions(connection.statement("SELECT " + columnsOf<ReactionRecord>()
                                             + " FROM reaction WHERE user_id = $1 AND conversation = $2"
                                               " AND is_on = 1 LIMIT $3"))
{
    m_erasing.reserve(erasingStatements.size());
    for (const char* text : erasingStatements) {
        m_erasing.push_back(connection.statement(text));
    }
}

std::optional<DeletionRecord> DeletionTable::next()
{
    Statement::Run run = m_selectNext.run();
    if (!run.next()) {
        return std::nullopt;
    }
    return DeletionRecord{UserId(run.number(0)), static_cast<DeletionRecord::Stage>(run.number(1)),
                          run.number(2) != 0, ConversationId(run.number(3)), Seq(run.number(4))};
}

void DeletionTable::put(const DeletionRecord& record)
{
    m_connection.change(m_put, record.user.value, static_cast<std::uint32_t>(record.stage),
                        record.removesTexts, record.done.value, record.through.value);
    failpoint(Failpoint::ServerDeletionWritten);
}

void DeletionTable::remove(UserId user)
{
    m_connection.change(m_remove, user.value);
    failpoint(Failpoint::ServerDeletionWritten);
}

void DeletionTable::eraseOwned(UserId user)
{
    for (Statement& statement : m_erasing) {
        m_connection.change(statement, user.value);
    }
}

std::vector<ConversationId> DeletionTable::conversationsOf(UserId user, ConversationId after,
                                                           std::uint32_t limit)
{
    std::vector<ConversationId> found;
    Statement::Run run = m_selectConversations.run(user.value, after.value, limit);
    while (run.next()) {
        found.emplace_back(run.number(0));
    }
    return found;
}

std::vector<Seq> DeletionTable::messagesOf(UserId user, ConversationId conversation, Seq after,
                                           std::uint32_t limit)
{
    std::vector<Seq> found;
    Statement::Run run = m_selectMessages.run(conversation.value, user.value, clamped(after), limit);
    while (run.next()) {
        found.emplace_back(run.number(0));
    }
    return found;
}

std::vector<ReactionRecord> DeletionTable::reactionsOf(UserId user, ConversationId conversation,
                                                       std::uint32_t limit)
{
    std::vector<ReactionRecord> found;
    Statement::Run run = m_selectReactions.run(user.value, conversation.value, limit);
    while (run.next()) {
        found.push_back(recordIn<ReactionRecord>(run));
    }
    return found;
}

} // namespace tidemark::server::postgres
