#include "server-stub/postgres/tables/reaction_table.h"

#include "core/base/failpoint.h"
#include "server-stub/postgres/tables/fields.h"

namespace tidemark::server::postgres {

namespace {

/// A summary has a row for each message and emoji. The emoji that was used first comes first.
constexpr const char* selectSummaries =
    "SELECT target, emoji, count(*), bool_or(user_id = $1)::int FROM reaction"
    " WHERE conversation = $2 AND is_on = 1";
constexpr const char* groupSummaries = " GROUP BY target, emoji ORDER BY target, min(first_seq)";

constexpr const char* notOfIgnored = " AND NOT (x.user_id = ANY($5::bigint[]))";

std::string columns()
{
    return columnsOf<ReactionRecord>();
}

std::string unreadReactions(const std::string& conversation, const std::string& author,
                            const std::string& after, const std::string& above)
{
    return " FROM reaction x WHERE x.conversation = " + conversation + " AND x.target_author = " + author
           + " AND x.is_on = 1 AND x.first_seq > " + after + " AND x.target > " + above
           + " AND x.user_id <> x.target_author";
}

std::vector<ReactionRecord> reactionsIn(Statement::Run&& run)
{
    std::vector<ReactionRecord> records;
    while (run.next()) {
        records.push_back(recordIn<ReactionRecord>(run));
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

std::string unreadReactionsColumn(const std::string& conversation, const std::string& author,
                                  const std::string& after, const std::string& above)
{
    return "(SELECT count(*)" + unreadReactions(conversation, author, after, above) + ")";
}

ReactionTable::ReactionTable(Connection& connection, ConversationTable& conversations)
    : m_connection(connection), m_conversations(conversations),
      m_select(connection.statement("SELECT " + columns()
                                    + " FROM reaction WHERE conversation = $1 AND target = $2"
                                      " AND user_id = $3 AND emoji = $4")),
      m_put(connection.statement("INSERT INTO reaction (" + columns() + ") VALUES ("
                                 + placesOf<ReactionRecord>(1)
                                 + ") ON CONFLICT (conversation, target, user_id, emoji) DO UPDATE SET"
                                   " is_on = excluded.is_on, seq = excluded.seq,"
                                   " recent_uuids = excluded.recent_uuids")),
      m_countOf(connection.statement(
          "SELECT count(*) FROM reaction WHERE conversation = $1 AND target = $2 AND user_id = $3")),
      m_selectSummaries(connection.statement(std::string(selectSummaries)
                                             + " AND target > $3 AND target <= $4" + groupSummaries)),
      m_selectChanges(connection.statement("SELECT seq, target FROM reaction WHERE conversation = $1"
                                           " AND seq > $2 ORDER BY seq LIMIT $3")),
      m_selectChangedSummaries(connection.statement(
          std::string(selectSummaries)
          + " AND target IN (SELECT target FROM (SELECT target FROM reaction WHERE conversation = $2"
            " AND seq > $3 ORDER BY seq LIMIT $4) AS changed)"
          + groupSummaries)),
      m_selectReactors(
          connection.statement("SELECT " + columns()
                               + " FROM reaction WHERE conversation = $1 AND target = $2 AND is_on = 1"
                                 " AND first_seq > $3 ORDER BY first_seq LIMIT $4")),
      m_selectUnread(connection.statement("SELECT " + columns() + unreadReactions("$1", "$2", "$3", "$4")
                                          + notOfIgnored + " ORDER BY first_seq LIMIT $6")),
      m_countUnread(
          connection.statement("SELECT count(*)" + unreadReactions("$1", "$2", "$3", "$4") + notOfIgnored)),
      m_selectAuthors(connection.statement(
          "SELECT DISTINCT target_author FROM reaction WHERE conversation = $1 AND target > $2"
          " AND target <= $3 AND is_on = 1 AND user_id <> target_author ORDER BY target_author")),
      m_remove(connection.statement(
          "DELETE FROM reaction WHERE conversation = $1 AND target > $2 AND target <= $3")),
      m_selectAll(
          connection.statement("SELECT " + columns() + " FROM reaction WHERE conversation = $1 ORDER BY seq"))
{
}

std::optional<ReactionRecord> ReactionTable::find(const ReactionKey& key)
{
    std::vector<ReactionRecord> found =
        reactionsIn(m_select.run(key.conversation.value, clamped(key.target), key.user.value, key.emoji));
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

void ReactionTable::put(const ReactionRecord& record)
{
    if (m_conversations.held(record.conversation) == nullptr) {
        return;
    }
    std::vector<Value> values;
    bindFields(values, record);
    static_cast<void>(m_connection.writeWith(m_put, values));
    m_conversations.raiseReactionHead(record.conversation, record.seq);
    m_known.erase({record.conversation, record.targetAuthor});
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
    return summariesIn(m_selectChangedSummaries.run(reader.value, conversation.value, clamped(after), limit));
}

std::vector<ReactionRecord> ReactionTable::reactors(ConversationId conversation, Seq target,
                                                    ReactionSeq after, std::uint32_t limit)
{
    return reactionsIn(m_selectReactors.run(conversation.value, target.value, clamped(after), limit));
}

std::vector<ReactionRecord> ReactionTable::unread(const UnreadReactionsOf& of, std::uint32_t limit)
{
    return reactionsIn(m_selectUnread.run(of.conversation.value, of.author.value, clamped(of.after),
                                          of.above.value, numbersOf(of.except), limit));
}

std::uint64_t ReactionTable::countUnread(const UnreadReactionsOf& of)
{
    if (!m_connection.isInTransaction()) {
        forget();
    }
    const auto known = m_known.find({of.conversation, of.author});
    if (known != m_known.end() && known->second.of.after == of.after && known->second.of.above == of.above
        && known->second.of.except == of.except) {
        return known->second.count;
    }
    Statement::Run run = m_countUnread.run(of.conversation.value, of.author.value, clamped(of.after),
                                           of.above.value, numbersOf(of.except));
    return run.next() ? run.number(0) : 0;
}

void ReactionTable::remember(const UnreadReactionsOf& of, std::uint64_t count)
{
    if (m_connection.isInTransaction()) {
        m_known.insert_or_assign({of.conversation, of.author}, Known{of, count});
    }
}

std::vector<UserId> ReactionTable::remove(ConversationId conversation, Seq after, Seq through)
{
    std::vector<UserId> authors;
    const ConversationRecord* record = m_conversations.held(conversation);
    if (record == nullptr || !record->reactionHead.isValid()) {
        return authors;
    }
    {
        Statement::Run run = m_selectAuthors.run(conversation.value, after.value, through.value);
        while (run.next()) {
            authors.emplace_back(run.number(0));
        }
    }
    m_connection.change(m_remove, conversation.value, after.value, through.value);
    forget();
    return authors;
}

std::vector<ReactionRecord> ReactionTable::all(ConversationId conversation)
{
    return reactionsIn(m_selectAll.run(conversation.value));
}

} // namespace tidemark::server::postgres
