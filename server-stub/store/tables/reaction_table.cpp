#include "server-stub/store/tables/reaction_table.h"

#include "core/base/failpoint.h"
#include "server-stub/store/stored_values.h"

#include <algorithm>
#include <limits>

namespace tidemark::server {

// The columns of a register, in the order in which reactionIn() reads them.
#define TIDEMARK_REACTION_COLUMNS                                                                            \
    "conversation, target, user, emoji, is_on, target_author, seq, first_seq, recent_uuids"

// A summary has a row for each message and emoji. The emoji that was used first comes first.
#define TIDEMARK_SELECT_SUMMARIES                                                                            \
    "SELECT target, emoji, COUNT(*), MAX(user = ?) FROM reaction WHERE conversation = ?"
#define TIDEMARK_GROUP_SUMMARIES " AND is_on = 1 GROUP BY target, emoji ORDER BY target, MIN(first_seq)"

// Unread reactions are found by the index reaction_unread.
#define TIDEMARK_UNREAD_REACTIONS                                                                            \
    " FROM reaction INDEXED BY reaction_unread WHERE conversation = ? AND target_author = ? AND is_on = 1"   \
    " AND first_seq > ? AND target > ? AND user <> target_author"

namespace {

/// Takes at most `limit` rows, without those of the users `except`.
std::vector<ReactionRecord> reactionsIn(Statement::Run&& run,
                                        std::size_t limit = std::numeric_limits<std::size_t>::max(),
                                        const std::vector<UserId>& except = {})
{
    std::vector<ReactionRecord> records;
    while (records.size() < limit && run.next()) {
        if (std::ranges::binary_search(except, UserId(run.number(2)))) {
            continue;
        }
        records.push_back({.conversation = ConversationId(run.number(0)),
                           .target = Seq(run.number(1)),
                           .user = UserId(run.number(2)),
                           .emoji = run.bytes(3),
                           .isOn = run.number(4) != 0,
                           .targetAuthor = UserId(run.number(5)),
                           .seq = ReactionSeq(run.number(6)),
                           .first = ReactionSeq(run.number(7)),
                           .recentUuids = uuidsFrom(run.bytes(8))});
    }
    return records;
}

std::vector<MessageReactions> summariesIn(Statement::Run&& run)
{
    std::vector<MessageReactions> messages;
    while (run.next()) {
        const Seq target(run.number(0));
        if (messages.empty() || messages.back().seq != target) {
            messages.push_back({target, {}});
        }
        messages.back().counts.push_back(
            {run.bytes(1), static_cast<std::uint32_t>(run.number(2)), run.number(3) != 0});
    }
    return messages;
}

} // namespace

ReactionTable::ReactionTable(Connection& connection, ConversationTable& conversations)
    : m_conversations(conversations),
      m_select(connection.statement("SELECT " TIDEMARK_REACTION_COLUMNS
                                    " FROM reaction WHERE conversation = ?"
                                    " AND target = ? AND user = ? AND emoji = ?")),
      m_put(connection.statement("INSERT INTO reaction (" TIDEMARK_REACTION_COLUMNS
                                 ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
                                 " ON CONFLICT (conversation, target, user, emoji) DO UPDATE SET"
                                 " is_on = excluded.is_on, seq = excluded.seq,"
                                 " recent_uuids = excluded.recent_uuids")),
      m_countOf(connection.statement(
          "SELECT COUNT(*) FROM reaction WHERE conversation = ? AND target = ? AND user = ?")),
      m_selectSummaries(connection.statement(TIDEMARK_SELECT_SUMMARIES
                                             " AND target > ? AND target <= ?" TIDEMARK_GROUP_SUMMARIES)),
      m_selectChanges(connection.statement("SELECT seq, target FROM reaction INDEXED BY reaction_change"
                                           " WHERE conversation = ? AND seq > ? ORDER BY seq LIMIT ?")),
      m_selectChangedSummaries(connection.statement(
          TIDEMARK_SELECT_SUMMARIES
          " AND target IN (SELECT target FROM (SELECT target FROM reaction INDEXED BY reaction_change"
          " WHERE conversation = ? AND seq > ? ORDER BY seq LIMIT ?))" TIDEMARK_GROUP_SUMMARIES)),
      m_selectReactors(connection.statement("SELECT " TIDEMARK_REACTION_COLUMNS
                                            " FROM reaction WHERE conversation = ? AND target = ?"
                                            " AND is_on = 1 AND first_seq > ? ORDER BY first_seq LIMIT ?")),
      m_selectUnread(connection.statement("SELECT " TIDEMARK_REACTION_COLUMNS TIDEMARK_UNREAD_REACTIONS
                                          " ORDER BY first_seq")),
      m_countUnread(connection.statement("SELECT user, COUNT(*)" TIDEMARK_UNREAD_REACTIONS " GROUP BY user")),
      m_selectAuthors(connection.statement(
          "SELECT DISTINCT target_author FROM reaction WHERE conversation = ? AND target > ? AND target <= ?"
          " AND is_on = 1 AND user <> target_author ORDER BY target_author")),
      m_remove(
          connection.statement("DELETE FROM reaction WHERE conversation = ? AND target > ? AND target <= ?")),
      m_selectAll(connection.statement("SELECT " TIDEMARK_REACTION_COLUMNS
                                       " FROM reaction WHERE conversation = ? ORDER BY seq"))
{
}

std::optional<ReactionRecord> ReactionTable::find(const ReactionKey& key)
{
    const std::vector<ReactionRecord> found =
        reactionsIn(m_select.run(key.conversation.value, clamped(key.target), key.user.value, key.emoji));
    return found.empty() ? std::nullopt : std::optional(found.front());
}

void ReactionTable::put(const ReactionRecord& record)
{
    m_put.change(record.conversation.value, record.target.value, record.user.value, record.emoji, record.isOn,
                 record.targetAuthor.value, record.seq.value, record.first.value,
                 storedUuids(record.recentUuids));
    m_conversations.raiseReactionHead(record.conversation, record.seq);
    failpoint(failpointOf(Deed::Reaction, ServerStep::Written));
}

std::size_t ReactionTable::countOf(ConversationId conversation, Seq target, UserId user)
{
    Statement::Run run = m_countOf.run(conversation.value, target.value, user.value);
    return run.next() ? run.number(0) : 0;
}

std::vector<MessageReactions> ReactionTable::summaries(ConversationId conversation, Seq after, Seq through,
                                                       UserId reader)
{
    return summariesIn(
        m_selectSummaries.run(reader.value, conversation.value, clamped(after), clamped(through)));
}

std::vector<ReactionChange> ReactionTable::changes(ConversationId conversation, ReactionSeq after,
                                                   std::uint32_t limit)
{
    std::vector<ReactionChange> changes;
    Statement::Run run = m_selectChanges.run(conversation.value, clamped(after), limit);
    while (run.next()) {
        changes.push_back({ReactionSeq(run.number(0)), Seq(run.number(1))});
    }
    return changes;
}

std::vector<MessageReactions> ReactionTable::changedSummaries(ConversationId conversation, ReactionSeq after,
                                                              std::uint32_t limit, UserId reader)
{
    return summariesIn(m_selectChangedSummaries.run(reader.value, conversation.value, conversation.value,
                                                    after.value, limit));
}

std::vector<ReactionRecord> ReactionTable::reactors(ConversationId conversation, Seq target,
                                                    ReactionSeq after, std::uint32_t limit)
{
    return reactionsIn(m_selectReactors.run(conversation.value, target.value, clamped(after), limit));
}

std::vector<ReactionRecord> ReactionTable::unread(const UnreadReactionsOf& of, std::uint32_t limit)
{
    return reactionsIn(
        m_selectUnread.run(of.conversation.value, of.author.value, clamped(of.after), of.above.value), limit,
        of.except);
}

std::uint64_t ReactionTable::countUnread(const UnreadReactionsOf& of)
{
    Statement::Run run =
        m_countUnread.run(of.conversation.value, of.author.value, of.after.value, of.above.value);
    std::uint64_t count = 0;
    while (run.next()) {
        count += std::ranges::binary_search(of.except, UserId(run.number(0))) ? 0 : run.number(1);
    }
    return count;
}

std::vector<UserId> ReactionTable::remove(ConversationId conversation, Seq after, Seq through)
{
    std::vector<UserId> authors;
    const ConversationRecord* record = m_conversations.record(conversation);
    if (record == nullptr || !record->reactionHead.isValid()) {
        return authors;
    }
    {
        Statement::Run run = m_selectAuthors.run(conversation.value, after.value, through.value);
        while (run.next()) {
            authors.emplace_back(run.number(0));
        }
    }
    m_remove.change(conversation.value, after.value, through.value);
    return authors;
}

std::vector<ReactionRecord> ReactionTable::all(ConversationId conversation)
{
    return reactionsIn(m_selectAll.run(conversation.value));
}

} // namespace tidemark::server
