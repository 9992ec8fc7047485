#include "server-stub/postgres/tables/log_table.h"

#include "core/base/failpoint.h"
#include "core/domain/hidden.h"
#include "server-stub/postgres/tables/fields.h"

#include <algorithm>
#include <utility>

namespace tidemark::server::postgres {

namespace {

/// The user of the rows of about_me that concern all members.
constexpr UserId allUsers;

/// The reason why a message concerns a user. Databases contain these numbers.
enum class AboutMe : std::uint8_t { Mention, Reply };

/// The last field is the author's own prefix count: the entry's contribution is bound, and the statement adds
/// the previous count. It must begin after the conversation was locked.
std::string insertReturningOwnStatement()
{
    constexpr int firstField = 4;
    return "INSERT INTO entry (conversation, payload_hash, " + columnsOf<EntryRow>() + ") VALUES ($1, $2, "
           + placesOf<EntryRow>(firstField)
           + " + COALESCE((SELECT o.own FROM entry o WHERE o.conversation = $1 AND o.author = $3"
             " AND o.kind = 0 ORDER BY o.seq DESC LIMIT 1), 0)) RETURNING own";
}

std::string selectStatement(const char* rest)
{
    return "SELECT " + columnsOf<EntryRow>() + " FROM entry WHERE conversation = $1 AND " + rest;
}

/// The whole result comes to this program at once, so the statement itself counts the bytes of the texts
/// before each entry. PostgreSQL knows the sizes of long texts without reading them.
std::string selectPartStatement(const std::string& order)
{
    return "SELECT " + columnsOf<EntryRow>() + " FROM (SELECT " + columnsOf<EntryRow>()
           + ", COALESCE(sum(octet_length(text)) OVER (ORDER BY " + order
           + " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before FROM entry"
             " WHERE conversation = $1 AND seq > $2 AND seq <= $3 ORDER BY "
           + order
           + " LIMIT $4) AS part"
             " WHERE bytes_before < $5 ORDER BY seq";
}

/// Counts as of the head $3, so that entries which others append meanwhile change nothing (I8). Each ignored
/// author costs two lookups by the index of own messages.
std::string ofIgnoredStatement()
{
    const auto ownThrough = [](const char* through) {
        return std::string("COALESCE((SELECT o.own FROM entry o WHERE o.conversation = $1"
                           " AND o.author = i.author AND o.kind = 0 AND o.seq <= ")
               + through + " ORDER BY o.seq DESC LIMIT 1), 0)";
    };
    const auto aboutReader = [](const char* kind) {
        return std::string("(SELECT count(*) FROM about_me a WHERE a.conversation = $1"
                           " AND a.user_id IN (0, $4) AND a.seq > $2 AND a.seq <= $3"
                           " AND a.author = ANY($5::bigint[])"
                           " AND (a.recalled_by = 0 OR a.recalled_by > $3) AND a.kind = ")
               + kind + ")";
    };
    return "SELECT COALESCE((SELECT sum(" + ownThrough("$3") + " - " + ownThrough("$2")
           + ") FROM unnest($5::bigint[]) AS i (author)), 0)::bigint"
             " - (SELECT count(*) FROM recalled r WHERE r.conversation = $1 AND r.seq > $2"
             " AND r.author = ANY($5::bigint[]) AND r.recalled_by <= $3), "
           + aboutReader("0") + ", " + aboutReader("1");
}

/// Counts the rows with mentions, mentions_all and reply_to_author of messages.
ReadCounts countedIn(Statement::Run& run, UserId reader)
{
    ReadCounts counts;
    while (run.next()) {
        const std::vector<UserId> named = usersFrom(run.bytes(0));
        const bool isNamed = std::find(named.begin(), named.end(), reader) != named.end();
        ++counts.unread;
        counts.mentions += run.number(1) != 0 || isNamed ? 1 : 0;
        counts.replies += run.number(2) == reader.value ? 1 : 0;
    }
    return counts;
}

} // namespace

LogTable::LogTable(Connection& connection, const Others& others)
    : m_connection(connection), m_conversations(others.conversations), m_counts(others.counts),
      m_entries(others.entries), m_blobs(others.blobs),
      m_insert(connection.statement(insertReturningOwnStatement())),
      m_insertAboutMe(connection.statement("INSERT INTO about_me (conversation, user_id, kind, seq, author)"
                                           " VALUES ($1, $2, $3, $4, $5)")),
      m_insertRecalled(connection.statement(
          "INSERT INTO recalled (conversation, seq, author, recalled_by) VALUES ($1, $2, $3, $4)"
          " ON CONFLICT DO NOTHING")),
      m_markEdited(connection.statement(
          "UPDATE entry SET text = $3, edited_by = $4 WHERE conversation = $1 AND seq = $2")),
      m_markRecalled(
          connection.statement("UPDATE entry SET text = '', attachments = NULL, forwarded_from = 0,"
                               " forwarded_at = 0, recalled_by = $3"
                               " WHERE conversation = $1 AND seq = $2")),
      m_clearEdits(connection.statement(
          "UPDATE entry SET text = '' WHERE conversation = $1 AND target = $2 AND kind = 1")),
      m_recallAboutMe(connection.statement(
          "UPDATE about_me SET recalled_by = $3 WHERE conversation = $1 AND seq + 0 = $2")),
      m_forgetAboutMe(connection.statement(
          "DELETE FROM about_me WHERE conversation = $1 AND seq + 0 > $2 AND seq + 0 <= $3")),
      m_trim(connection.statement(
          "UPDATE entry SET text = '', is_action = 0, reply_to = 0, reply_to_author = 0, mentions = '',"
          " mentions_all = 0, attachments = NULL, forwarded_from = 0, forwarded_at = 0"
          " WHERE conversation = $1 AND seq > $2 AND seq <= $3")),
      m_selectFiles(connection.statement("SELECT seq, author, attachments FROM entry WHERE conversation = $1"
                                         " AND seq > $2 AND seq <= $3 AND attachments IS NOT NULL")),
      m_select(connection.statement(selectStatement("seq = $2"))),
      m_selectTimes(connection.statement("SELECT at FROM entry WHERE conversation = $1 AND seq > $2"
                                         " AND seq <= $3 ORDER BY seq")),
      m_selectFirst(connection.statement(selectPartStatement("seq"))),
      m_selectLast(connection.statement(selectPartStatement("seq DESC"))),
      m_selectUuid(connection.statement("SELECT 1 FROM entry WHERE conversation = $1 AND uuid = $2 LIMIT 1")),
      m_selectSent(connection.statement("SELECT seq, at, payload_hash FROM entry"
                                        " WHERE conversation = $1 AND uuid = $2 AND author = $3")),
      m_selectExpected(connection.statement(
          "SELECT e.conversation, e.uuid, e.author, e.seq, e.at, e.payload_hash"
          " FROM unnest($1::bigint[], $2::text[]) AS wanted (conversation, uuid)"
          " JOIN entry e ON e.conversation = wanted.conversation AND e.uuid = decode(wanted.uuid, 'hex')")),
      m_selectOwn(connection.statement(
          "SELECT wanted.conversation, wanted.author, COALESCE(last.own, 0), newest.at"
          " FROM unnest($1::bigint[], $2::bigint[]) AS wanted (conversation, author)"
          " CROSS JOIN LATERAL (SELECT n.at FROM entry n WHERE n.conversation = wanted.conversation"
          " ORDER BY n.seq DESC LIMIT 1) AS newest"
          " LEFT JOIN LATERAL (SELECT o.own FROM entry o WHERE o.conversation = wanted.conversation"
          " AND o.author = wanted.author AND o.kind = 0 ORDER BY o.seq DESC LIMIT 1) AS last ON true")),
      m_countIgnored(connection.statement(ofIgnoredStatement())),
      m_selectFirstUnread(connection.statement(
          "SELECT seq FROM entry WHERE conversation = $1 AND seq > $2 AND seq <= $4 AND kind = 0"
          " AND author <> $3 AND NOT (author = ANY($5::bigint[]))"
          " AND NOT (seq = ANY($6::bigint[]))"
          " AND (recalled_by = 0 OR recalled_by > $4) ORDER BY seq LIMIT 1")),
      m_selectHidden(connection.statement(
          "SELECT mentions, mentions_all, reply_to_author FROM entry WHERE conversation = $1"
          " AND seq = ANY($2::bigint[]) AND kind = 0 AND author <> $3 AND NOT (author = ANY($4::bigint[]))"
          " AND seq <= $5 AND (recalled_by = 0 OR recalled_by > $5)")),
      m_scan(connection.statement(
          "SELECT mentions, mentions_all, reply_to_author FROM entry WHERE conversation = $1 AND seq > $2"
          " AND kind = 0 AND author <> $3 AND NOT (author = ANY($4::bigint[]))"
          " AND NOT (seq = ANY($5::bigint[])) AND recalled_by = 0"))
{
}

void LogTable::expect(const std::vector<ExpectedSend>& sends)
{
    Numbers conversations;
    Hexadecimals uuids;
    Numbers logs;
    Numbers authors;
    const auto want = [&](ConversationId conversation, MessageUuid uuid) {
        if (uuid.isValid() && m_expected.try_emplace({conversation, uuid}).second) {
            conversations.values.push_back(conversation.value);
            uuids.values.emplace_back(uuid.bytes.begin(), uuid.bytes.end());
        }
    };
    for (const ExpectedSend& send : sends) {
        want(send.conversation, send.uuid);
        want(send.conversation, send.after);
        if (m_own.try_emplace({send.conversation, send.author}, 0).second) {
            logs.values.push_back(send.conversation.value);
            authors.values.push_back(send.author.value);
        }
    }
    if (sends.empty()) {
        return;
    }
    Statement::Run own = m_selectOwn.run(logs, authors);
    while (own.next()) {
        const ConversationId conversation(own.number(0));
        m_own[{conversation, UserId(own.number(1))}] = own.number(2);
        m_conversations.raiseTimeAtHead(conversation, UnixMs{static_cast<std::int64_t>(own.number(3))});
    }
    Statement::Run run = m_selectExpected.run(conversations, uuids);
    while (run.next()) {
        SentRecord record;
        record.seq = Seq(run.number(3));
        record.at.value = static_cast<std::int64_t>(run.number(4));
        record.payloadHash = run.number(5);
        m_expected[{ConversationId(run.number(0)), uuidFrom(run.bytes(1))}].emplace_back(
            UserId(run.number(2)), record);
    }
}

LogEntry LogTable::append(const NewEntry& entry)
{
    const ConversationRecord* record = m_conversations.held(entry.conversation);
    if (record == nullptr || m_connection.health().failed) {
        return {};
    }
    const std::uint64_t counts = isCountable(entry.kind()) ? 1 : 0;
    const UnixMs at = std::max(entry.at, m_conversations.timeAtHead(entry.conversation));
    LogEntry logged{entryOf(entry, next(record->head), at), record->headCountable + counts, counts};
    insert(entry, logged);
    failpoint(failpointOf(Deed::Message, ServerStep::Written));
    if (const auto* message = std::get_if<content::Message>(&entry.content)) {
        insertAboutMe(entry, *message, logged.entry.seq);
        m_blobs.addReferences(entry.conversation, logged.entry.seq, entry.author, message->attachments);
    } else if (const auto* edit = std::get_if<content::Edit>(&entry.content)) {
        markEdited(entry.conversation, *edit, logged.entry.seq);
    } else if (const auto* recall = std::get_if<content::Recall>(&entry.content)) {
        markRecalled(entry.conversation, recall->target, logged.entry.seq);
    }
    m_conversations.setPinned(entry.conversation, pinnedAfter(*record, entry.content));
    if (m_connection.health().failed) {
        return {};
    }
    if (const auto expected = m_expected.find({entry.conversation, entry.uuid});
        expected != m_expected.end()) {
        expected->second.emplace_back(entry.author,
                                      SentRecord{logged.entry.seq, logged.entry.at, entry.payloadHash});
    }
    m_counts.forget(entry.conversation);
    m_conversations.moveHead(entry.conversation, logged, isChange(entry.kind()));
    return logged;
}

void LogTable::insert(const NewEntry& entry, LogEntry& logged)
{
    if (const auto own = m_own.find({entry.conversation, entry.author}); own != m_own.end()) {
        logged.own += own->second;
        own->second = logged.own;
        return m_entries.add(entry.conversation, entry.payloadHash, logged);
    }
    std::vector<Value> values{bound(entry.conversation.value), bound(entry.payloadHash),
                              bound(entry.author.value)};
    bindFields(values, rowOf(logged));
    if (Statement::Run run = m_connection.writeWith(m_insert, values); run.next()) {
        logged.own = run.number(0);
    }
}

void LogTable::insertAboutMe(const NewEntry& entry, const content::Message& message, Seq seq)
{
    const auto insert = [&](UserId user, AboutMe kind) {
        m_connection.change(m_insertAboutMe, entry.conversation.value, user.value,
                            static_cast<std::uint32_t>(kind), seq.value, entry.author.value);
    };
    if (message.replyToAuthor.isValid() && message.replyToAuthor != entry.author) {
        insert(message.replyToAuthor, AboutMe::Reply);
    }
    if (message.mentionsAll) {
        return insert(allUsers, AboutMe::Mention);
    }
    for (const UserId user : message.mentions) {
        insert(user, AboutMe::Mention);
    }
}

void LogTable::markEdited(ConversationId conversation, const content::Edit& edit, Seq seq)
{
    m_entries.flush();
    m_connection.change(m_markEdited, conversation.value, edit.target.value, edit.text, seq.value);
}

void LogTable::markRecalled(ConversationId conversation, Seq recalled, Seq seq)
{
    const auto target = entry(conversation, recalled);
    if (!target) {
        return;
    }
    if (const auto* message = target->entry.as<content::Message>()) {
        m_blobs.removeReferences(conversation, recalled, target->entry.author, message->attachments);
    }
    m_connection.change(m_markRecalled, conversation.value, recalled.value, seq.value);
    m_connection.change(m_clearEdits, conversation.value, recalled.value);
    m_connection.change(m_insertRecalled, conversation.value, recalled.value, target->entry.author.value,
                        seq.value);
    m_connection.change(m_recallAboutMe, conversation.value, recalled.value, seq.value);
}

std::optional<LogEntry> LogTable::entry(ConversationId conversation, Seq seq)
{
    m_entries.flush();
    Statement::Run run = m_select.run(conversation.value, clamped(seq));
    return run.next() ? std::optional(logEntryIn(run)) : std::nullopt;
}

std::vector<UnixMs> LogTable::times(ConversationId conversation, Seq after, Seq through)
{
    std::vector<UnixMs> times;
    m_entries.flush();
    Statement::Run run = m_selectTimes.run(conversation.value, clamped(after), clamped(through));
    while (run.next()) {
        times.push_back({static_cast<std::int64_t>(run.number(0))});
    }
    return times;
}

bool LogTable::hasUuid(ConversationId conversation, MessageUuid uuid)
{
    if (const auto expected = m_expected.find({conversation, uuid}); expected != m_expected.end()) {
        return !expected->second.empty();
    }
    m_entries.flush();
    return uuid.isValid() && m_selectUuid.run(conversation.value, storedUuid(uuid)).next();
}

std::optional<SentRecord> LogTable::sent(ConversationId conversation, UserId author, MessageUuid uuid)
{
    if (!uuid.isValid()) {
        return std::nullopt;
    }
    if (const auto expected = m_expected.find({conversation, uuid}); expected != m_expected.end()) {
        const auto found = std::find_if(expected->second.begin(), expected->second.end(),
                                        [author](const auto& one) { return one.first == author; });
        return found == expected->second.end() ? std::nullopt : std::optional(found->second);
    }
    m_entries.flush();
    Statement::Run run = m_selectSent.run(conversation.value, storedUuid(uuid), author.value);
    SentRecord record;
    if (!run.next()) {
        return std::nullopt;
    }
    record.seq = Seq(run.number(0));
    record.at.value = static_cast<std::int64_t>(run.number(1));
    record.payloadHash = run.number(2);
    return record;
}

std::vector<Entry> LogTable::part(const EntriesOf& of)
{
    std::vector<Entry> found;
    m_entries.flush();
    Statement::Run run = (of.fromEnd ? m_selectLast : m_selectFirst)
                             .run(of.conversation.value, clamped(of.after), clamped(of.through), of.limit,
                                  static_cast<std::uint64_t>(of.maxTextBytes));
    while (run.next()) {
        found.push_back(logEntryIn(run).entry);
    }
    return found;
}

void LogTable::trim(ConversationId conversation, Seq through)
{
    const ConversationRecord* record = m_conversations.held(conversation);
    if (record == nullptr) {
        return;
    }
    m_counts.forget(conversation);
    const Seq from = record->trimmedThrough;
    if (const Seq last = std::min(through, record->head); last > from) {
        m_entries.flush();
        removeFiles(conversation, from, last);
        m_connection.change(m_forgetAboutMe, conversation.value, from.value, last.value);
        m_connection.change(m_trim, conversation.value, from.value, last.value);
        m_conversations.setTrimmed(conversation, last);
    }
}

void LogTable::removeFiles(ConversationId conversation, Seq after, Seq through)
{
    Statement::Run run = m_selectFiles.run(conversation.value, after.value, through.value);
    while (run.next()) {
        m_blobs.removeReferences(conversation, Seq(run.number(0)), UserId(run.number(1)),
                                 attachmentsFrom(run.bytes(2)));
    }
}

PrefixCounts LogTable::prefix(ConversationId conversation, Seq seq, UserId reader)
{
    const ConversationRecord* record = m_conversations.record(conversation);
    if (record == nullptr || !seq.isValid()) {
        return {};
    }
    if (seq >= record->head) {
        return {record->headCountable, m_counts.ownAtHead(*record, reader)};
    }
    const Counts counts = m_counts.find(*record, seq, reader);
    return {counts.countable, counts.own};
}

std::uint64_t LogTable::recalledOfOthers(ConversationId conversation, Seq after, UserId reader)
{
    const ConversationRecord* record = m_conversations.record(conversation);
    return record == nullptr ? 0 : m_counts.find(*record, after, reader).recalledOfOthers;
}

AboutMeCounts LogTable::aboutMeAfter(ConversationId conversation, Seq after, UserId reader)
{
    const ConversationRecord* record = m_conversations.record(conversation);
    return record == nullptr ? AboutMeCounts() : m_counts.find(*record, after, reader).aboutMe;
}

ReadCounts LogTable::ofIgnored(ConversationId conversation, Seq after, const Viewer& viewer)
{
    const ConversationRecord* record = m_conversations.record(conversation);
    ReadCounts counts;
    if (record == nullptr || after >= record->head || viewer.ignored.empty()) {
        return counts;
    }
    m_entries.flush();
    Statement::Run run = m_countIgnored.run(conversation.value, after.value, record->head.value,
                                            viewer.self.value, numbersOf(viewer.ignored));
    if (run.next()) {
        counts = {run.number(0), run.number(1), run.number(2)};
    }
    return counts;
}

Seq LogTable::firstUnreadAfter(ConversationId conversation, Seq after, const Viewer& viewer)
{
    const ConversationRecord* record = m_conversations.record(conversation);
    if (record == nullptr) {
        return {};
    }
    m_entries.flush();
    Statement::Run run =
        m_selectFirstUnread.run(conversation.value, clamped(after), viewer.self.value, record->head.value,
                                numbersOf(viewer.ignored), numbersOf(viewer.hidden));
    return run.next() ? Seq(run.number(0)) : Seq();
}

ReadCounts LogTable::recount(ConversationId conversation, Seq after, const Viewer& viewer)
{
    m_entries.flush();
    Statement::Run run = m_scan.run(conversation.value, clamped(after), viewer.self.value,
                                    numbersOf(viewer.ignored), numbersOf(viewer.hidden));
    return countedIn(run, viewer.self);
}

ReadCounts LogTable::ofHidden(ConversationId conversation, Seq after, const Viewer& viewer)
{
    const ConversationRecord* record = m_conversations.record(conversation);
    const std::vector<Seq> hidden = above(viewer.hidden, after);
    if (record == nullptr || hidden.empty()) {
        return {};
    }
    m_entries.flush();
    Statement::Run run = m_selectHidden.run(conversation.value, numbersOf(hidden), viewer.self.value,
                                            numbersOf(viewer.ignored), record->head.value);
    return countedIn(run, viewer.self);
}

} // namespace tidemark::server::postgres
