#include "server-stub/store/tables/deletion_table.h"

#include "core/base/failpoint.h"
#include "server-stub/store/stored_values.h"

#include <array>

namespace tidemark::server {

namespace {

constexpr std::array erasingStatements{
    "DELETE FROM draft WHERE user = ?",
    "DELETE FROM scheduled WHERE user = ?",
    "DELETE FROM folder WHERE user = ?",
    "DELETE FROM folder_set WHERE user = ?",
    "DELETE FROM ignored_user WHERE user = ?",
    "DELETE FROM ignore_set WHERE user = ?",
    "DELETE FROM invitation WHERE user = ?",
    "DELETE FROM invitation_set WHERE user = ?",
    "DELETE FROM seen_dot WHERE user = ?",
    "UPDATE token SET device_name = '', client_name = '' WHERE user = ?",
    "UPDATE upload SET expires_at = 0 WHERE user = ?",
    "UPDATE account SET receipts = 0, settings_version = 0, reading = 0, quiet_while_active = 1, adding = 0,"
    " last_contact_at = 0 WHERE id = ?",
};

} // namespace

DeletionTable::DeletionTable(Connection& connection)
    : m_selectNext(connection.statement(
        "SELECT user, stage, removes_texts, done, through FROM deletion ORDER BY user LIMIT 1")),
      m_put(connection.statement("INSERT OR REPLACE INTO deletion (user, stage, removes_texts, done, "
                                 "through) VALUES (?, ?, ?, ?, ?)")),
      m_remove(connection.statement("DELETE FROM deletion WHERE user = ?")),
      m_selectConversations(connection.statement("SELECT conversation FROM member WHERE user = ? AND "
                                                 "conversation > ? ORDER BY conversation LIMIT ?")),
      m_selectMessages(connection.statement(
          "SELECT seq FROM entry INDEXED BY entry_own WHERE conversation = ? AND author = ? AND seq > ?"
          " AND kind = 0 AND recalled_by = 0 ORDER BY seq LIMIT ?")),
      m_selectReactions(connection.statement(
          "SELECT target, emoji, target_author, seq, first_seq, recent_uuids FROM reaction"
          " INDEXED BY reaction_user WHERE user = ? AND conversation = ? AND is_on = 1 LIMIT ?"))
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
    m_put.change(record.user.value, static_cast<std::uint32_t>(record.stage), record.removesTexts,
                 record.done.value, record.through.value);
    failpoint(Failpoint::ServerDeletionWritten);
}

void DeletionTable::remove(UserId user)
{
    m_remove.change(user.value);
    failpoint(Failpoint::ServerDeletionWritten);
}

void DeletionTable::eraseOwned(UserId user)
{
    for (Statement& statement : m_erasing) {
        statement.change(user.value);
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
        found.push_back({.conversation = conversation,
                         .target = Seq(run.number(0)),
                         .user = user,
                         .emoji = run.bytes(1),
                         .isOn = true,
                         .targetAuthor = UserId(run.number(2)),
                         .seq = ReactionSeq(run.number(3)),
                         .first = ReactionSeq(run.number(4)),
                         .recentUuids = uuidsFrom(run.bytes(5))});
    }
    return found;
}

} // namespace tidemark::server
