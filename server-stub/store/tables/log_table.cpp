#include "server-stub/store/tables/log_table.h"

#include "core/base/failpoint.h"
#include "server-stub/store/tables/entry_row.h"

#include <algorithm>
#include <limits>

// The columns of an EntryRow.
#define TIDEMARK_ENTRY_COLUMNS                                                                               \
    "seq, kind, author, at, uuid, CAST(text AS BLOB), is_action, reply_to, reply_to_author, mentions, "      \
    "mentions_all,"                                                                                          \
    " edited_by, recalled_by, target, target_author, notice, subject, attachments, forwarded_from, "         \
    "forwarded_at, countable, own"

namespace tidemark::server {

namespace {

constexpr std::size_t maxOwnCounts = 200000;
constexpr std::size_t maxTimesAtHead = 100000;
/// The user of the rows of about_me that concern all members.
constexpr UserId allUsers;

/// The reason why a message concerns a user. Databases contain these numbers.
enum class AboutMe : std::uint8_t { Mention, Reply };

bool isAttached(const LogEntry& logged)
{
    const auto* message = logged.entry.as<content::Message>();
    return message != nullptr && !message->attachments.empty();
}

} // namespace

LogTable::LogTable(Connection& connection, ConversationTable& conversations, BlobTable& blobs)
    : m_health(connection.health()), m_conversations(conversations), m_blobs(blobs),
      m_insert(connection.statement(
          "INSERT INTO entry (conversation, seq, kind, author, at, uuid, text, is_action, reply_to, "
          "reply_to_author, mentions,"
          " mentions_all, target, target_author, notice, subject, payload_hash, countable, own, attachments,"
          " forwarded_from, forwarded_at)"
          " VALUES (?, ?, ?, ?, ?, ?, CAST(? AS TEXT), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")),
      m_insertAboutMe(connection.statement(
          "INSERT INTO about_me (conversation, user, kind, seq, author) VALUES (?, ?, ?, ?, ?)")),
      m_insertRecalled(connection.statement(
          "INSERT OR IGNORE INTO recalled (conversation, seq, author) VALUES (?, ?, ?)")),
      m_markEdited(connection.statement(
          "UPDATE entry SET text = CAST(? AS TEXT), edited_by = ? WHERE conversation = ? AND seq = ?")),
      m_markRecalled(connection.statement("UPDATE entry SET text = '', attachments = NULL,"
                                          " forwarded_from = 0, forwarded_at = 0, recalled_by = ?"
                                          " WHERE conversation = ? AND seq = ?")),
      m_clearEdits(connection.statement("UPDATE entry INDEXED BY entry_edit SET text = '' WHERE conversation "
                                        "= ? AND target = ? AND kind = 1")),
      m_recallAboutMe(connection.statement(
          "UPDATE about_me SET recalled = 1 WHERE conversation = ? AND user = ? AND seq = ?")),
      m_selectConcerned(connection.statement(
          "SELECT seq, mentions, mentions_all, reply_to_author FROM entry WHERE conversation = ? AND seq > ?"
          " AND seq <= ? AND kind = 0 AND (mentions IS NOT NULL OR mentions_all <> 0 OR reply_to_author <> "
          "0)")),
      m_forgetAboutMe(
          connection.statement("DELETE FROM about_me WHERE conversation = ? AND user = ? AND seq = ?")),
      m_trim(connection.statement(
          "UPDATE entry SET text = '', is_action = 0, reply_to = 0, reply_to_author "
          "= 0, mentions = NULL, attachments = NULL, forwarded_from = 0, forwarded_at = 0,"
          " mentions_all = 0 WHERE conversation = ? AND seq > ? AND seq <= ?")),
      m_select(connection.statement("SELECT " TIDEMARK_ENTRY_COLUMNS
                                    " FROM entry WHERE conversation = ? AND seq = ?")),
      m_selectTimes(connection.statement(
          "SELECT at FROM entry WHERE conversation = ? AND seq > ? AND seq <= ? ORDER BY seq")),
      m_selectFirst(
          connection.statement("SELECT " TIDEMARK_ENTRY_COLUMNS " FROM entry"
                               " WHERE conversation = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?")),
      m_selectLast(
          connection.statement("SELECT " TIDEMARK_ENTRY_COLUMNS " FROM entry"
                               " WHERE conversation = ? AND seq > ? AND seq <= ? ORDER BY seq DESC LIMIT ?")),
      m_selectUuid(connection.statement(
          "SELECT 1 FROM entry INDEXED BY entry_uuid WHERE conversation = ? AND uuid = ? LIMIT 1")),
      m_selectSent(connection.statement("SELECT seq, at, payload_hash FROM entry INDEXED BY entry_uuid"
                                        " WHERE conversation = ? AND uuid = ? AND author = ?")),
      m_selectCountable(
          connection.statement("SELECT countable FROM entry WHERE conversation = ? AND seq = ?")),
      m_selectOwn(connection.statement(
          "SELECT own FROM entry INDEXED BY entry_own WHERE conversation = ? AND author = ?"
          " AND seq <= ? AND kind = 0 ORDER BY seq DESC LIMIT 1")),
      m_countRecalled(connection.statement(
          "SELECT COUNT(*) FROM recalled WHERE conversation = ? AND seq > ? AND author <> ?")),
      m_countAboutMe(connection.statement(
          "SELECT SUM(kind = 0), SUM(kind = 1) FROM about_me WHERE conversation = ? AND user IN (0, ?)"
          " AND seq > ? AND author <> ? AND recalled = 0")),
      m_countRecalledByAuthor(connection.statement(
          "SELECT author, COUNT(*) FROM recalled WHERE conversation = ? AND seq > ? GROUP BY author")),
      m_countAboutMeByAuthor(connection.statement(
          "SELECT author, SUM(kind = 0), SUM(kind = 1) FROM about_me WHERE conversation = ?"
          " AND user IN (0, ?) AND seq > ? AND recalled = 0 GROUP BY author")),
      m_selectAuthors(connection.statement(
          "SELECT author FROM entry WHERE conversation = ? AND seq > ? AND kind = 0 AND recalled_by = 0")),
      m_selectUnread(connection.statement("SELECT seq, author FROM entry WHERE conversation = ? AND seq > ?"
                                          " AND kind = 0 AND author <> ? AND recalled_by = 0 ORDER BY seq")),
      m_scan(connection.statement(
          "SELECT mentions, mentions_all, reply_to_author, author, seq FROM entry WHERE conversation = ?"
          " AND seq > ? AND kind = 0 AND author <> ? AND recalled_by = 0"))
{
}

LogEntry LogTable::append(const NewEntry& entry)
{
    ConversationRecord* record = m_conversations.record(entry.conversation);
    if (record == nullptr || m_health.failed) {
        return {};
    }
    const std::uint64_t counts = isCountable(entry.kind()) ? 1 : 0;
    std::uint64_t& own = ownAtHead(entry.conversation, entry.author);
    UnixMs& last = timeAtHead(*record);
    const LogEntry logged{entryOf(entry, next(record->head), std::max(entry.at, last)),
                          record->headCountable + counts, own + counts};
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
    if (m_health.failed) {
        return {};
    }
    record->head = logged.entry.seq;
    record->headCountable = logged.countable;
    if (!isChange(entry.kind())) {
        record->lastActivity = logged.entry.at;
    }
    own = logged.own;
    last = logged.entry.at;
    return logged;
}

void LogTable::insert(const NewEntry& entry, const LogEntry& logged)
{
    const content::Fields fields = fieldsOf(entry.content);
    const std::string mentions = storedUsers(fields.mentions);
    m_insert.change(
        entry.conversation.value, logged.entry.seq.value, static_cast<std::uint32_t>(entry.kind()),
        entry.author.value, logged.entry.at.value, storedUuid(entry.uuid), fields.text, fields.isAction,
        fields.replyTo.value, fields.replyToAuthor.value,
        mentions.empty() ? std::nullopt : std::optional<std::string_view>(mentions), fields.mentionsAll,
        fields.target.value, fields.targetAuthor.value, static_cast<std::uint32_t>(fields.notice),
        fields.subject.value, entry.payloadHash, logged.countable, logged.own,
        storedAttachments(fields.attachments), fields.forwarded.from.value, fields.forwarded.at.value);
}

void LogTable::insertAboutMe(const NewEntry& entry, const content::Message& message, Seq seq)
{
    const auto insert = [&](UserId user, AboutMe kind) {
        m_insertAboutMe.change(entry.conversation.value, user.value, static_cast<std::uint32_t>(kind),
                               seq.value, entry.author.value);
    };
    if (message.replyToAuthor.isValid() && message.replyToAuthor != entry.author) {
        insert(message.replyToAuthor, AboutMe::Reply);
    }
    if (message.mentionsAll) {
        insert(allUsers, AboutMe::Mention);
        return;
    }
    for (const UserId user : message.mentions) {
        insert(user, AboutMe::Mention);
    }
}

void LogTable::markEdited(ConversationId conversation, const content::Edit& edit, Seq seq)
{
    m_markEdited.change(edit.text, seq.value, conversation.value, edit.target.value);
}

void LogTable::markRecalled(ConversationId conversation, Seq recalled, Seq seq)
{
    const auto target = entry(conversation, recalled);
    if (!target) {
        return;
    }
    m_markRecalled.change(seq.value, conversation.value, recalled.value);
    m_clearEdits.change(conversation.value, recalled.value);
    if (isAttached(*target)) {
        m_blobs.removeReferences(conversation, previous(recalled), recalled);
    }
    m_insertRecalled.change(conversation.value, recalled.value, target->entry.author.value);
    const content::Fields fields = fieldsOf(target->entry.content);
    std::vector<UserId> concerned = fields.mentions;
    concerned.insert(concerned.end(), {allUsers, fields.replyToAuthor});
    for (const UserId user : concerned) {
        m_recallAboutMe.change(conversation.value, user.value, recalled.value);
    }
}

std::optional<LogEntry> LogTable::entry(ConversationId conversation, Seq seq)
{
    Statement::Run run = m_select.run(conversation.value, clamped(seq));
    return run.next() ? std::optional(logEntryIn(run)) : std::nullopt;
}

std::vector<UnixMs> LogTable::times(ConversationId conversation, Seq after, Seq through)
{
    std::vector<UnixMs> times;
    Statement::Run run = m_selectTimes.run(conversation.value, clamped(after), clamped(through));
    while (run.next()) {
        times.push_back({static_cast<std::int64_t>(run.number(0))});
    }
    return times;
}

bool LogTable::hasUuid(ConversationId conversation, MessageUuid uuid)
{
    return uuid.isValid() && m_selectUuid.run(conversation.value, storedUuid(uuid)).next();
}

std::optional<SentRecord> LogTable::sent(ConversationId conversation, UserId author, MessageUuid uuid)
{
    if (!uuid.isValid()) {
        return std::nullopt;
    }
    Statement::Run run = m_selectSent.run(conversation.value, storedUuid(uuid), author.value);
    if (!run.next()) {
        return std::nullopt;
    }
    return SentRecord{Seq(run.number(0)), UnixMs{static_cast<std::int64_t>(run.number(1))}, run.number(2)};
}

std::vector<Entry> LogTable::part(const EntriesOf& of)
{
    std::vector<Entry> found;
    Statement& select = of.fromEnd ? m_selectLast : m_selectFirst;
    Statement::Run run = select.run(of.conversation.value, clamped(of.after), clamped(of.through), of.limit);
    std::size_t taken = 0;
    while (taken < of.maxTextBytes && run.next()) {
        found.push_back(logEntryIn(run).entry);
        taken += textBytesIn(found.back().content);
    }
    if (of.fromEnd) {
        std::reverse(found.begin(), found.end());
    }
    return found;
}

void LogTable::trim(ConversationId conversation, Seq through)
{
    const ConversationRecord* record = m_conversations.record(conversation);
    if (record == nullptr) {
        return;
    }
    const Seq from = record->trimmedThrough;
    const Seq last = std::min(through, record->head);
    if (last <= from) {
        return;
    }
    forgetAboutMe(conversation, from, last);
    m_blobs.removeReferences(conversation, from, last);
    m_trim.change(conversation.value, from.value, last.value);
    m_conversations.setTrimmed(conversation, last);
}

void LogTable::forgetAboutMe(ConversationId conversation, Seq after, Seq through)
{
    std::vector<std::pair<Seq, UserId>> concerned;
    {
        Statement::Run run = m_selectConcerned.run(conversation.value, after.value, through.value);
        while (run.next()) {
            const Seq seq(run.number(0));
            for (const UserId user : usersFrom(run.bytes(1))) {
                concerned.emplace_back(seq, user);
            }
            if (run.number(2) != 0) {
                concerned.emplace_back(seq, allUsers);
            }
            if (const UserId answered(run.number(3)); answered.isValid()) {
                concerned.emplace_back(seq, answered);
            }
        }
    }
    for (const auto& [seq, user] : concerned) {
        m_forgetAboutMe.change(conversation.value, user.value, seq.value);
    }
}

PrefixCounts LogTable::prefix(ConversationId conversation, Seq seq, UserId reader)
{
    const ConversationRecord* record = m_conversations.record(conversation);
    if (record == nullptr || !seq.isValid()) {
        return {};
    }
    PrefixCounts counts{record->headCountable, 0};
    if (seq < record->head) {
        Statement::Run run = m_selectCountable.run(conversation.value, seq.value);
        counts.countable = run.next() ? run.number(0) : 0;
    }
    counts.own = ownAt(conversation, seq, reader);
    return counts;
}

std::uint64_t LogTable::recalledOfOthers(ConversationId conversation, Seq after, UserId reader)
{
    Statement::Run run = m_countRecalled.run(conversation.value, clamped(after), reader.value);
    return run.next() ? run.number(0) : 0;
}

AboutMeCounts LogTable::aboutMeAfter(ConversationId conversation, Seq after, UserId reader)
{
    Statement::Run run = m_countAboutMe.run(conversation.value, reader.value, clamped(after), reader.value);
    return run.next() ? AboutMeCounts{run.number(0), run.number(1)} : AboutMeCounts{};
}

ReadCounts LogTable::ofIgnored(ConversationId conversation, Seq after, const Viewer& viewer)
{
    const ConversationRecord* record = m_conversations.record(conversation);
    ReadCounts counts;
    if (record == nullptr || after >= record->head || viewer.ignored.empty()) {
        return counts;
    }
    if (record->head.value - after.value <= viewer.ignored.size()) {
        Statement::Run run = m_selectAuthors.run(conversation.value, after.value);
        while (run.next()) {
            counts.unread += viewer.ignores(UserId(run.number(0))) ? 1 : 0;
        }
    } else {
        for (const UserId author : viewer.ignored) {
            counts.unread += ownAt(conversation, record->head, author) - ownAt(conversation, after, author);
        }
        Statement::Run run = m_countRecalledByAuthor.run(conversation.value, after.value);
        while (run.next()) {
            counts.unread -= viewer.ignores(UserId(run.number(0))) ? run.number(1) : 0;
        }
    }
    if (counts.unread > 0) {
        Statement::Run run = m_countAboutMeByAuthor.run(conversation.value, viewer.self.value, after.value);
        while (run.next()) {
            if (viewer.ignores(UserId(run.number(0)))) {
                counts.mentions += run.number(1);
                counts.replies += run.number(2);
            }
        }
    }
    return counts;
}

Seq LogTable::firstUnreadAfter(ConversationId conversation, Seq after, const Viewer& viewer)
{
    Statement::Run run = m_selectUnread.run(conversation.value, clamped(after), viewer.self.value);
    while (run.next()) {
        if (!viewer.ignores(UserId(run.number(1))) && !viewer.hides(Seq(run.number(0)))) {
            return Seq(run.number(0));
        }
    }
    return {};
}

ReadCounts LogTable::recount(ConversationId conversation, Seq after, const Viewer& viewer)
{
    const UserId reader = viewer.self;
    ReadCounts counts;
    Statement::Run run = m_scan.run(conversation.value, clamped(after), reader.value);
    while (run.next()) {
        if (viewer.ignores(UserId(run.number(3))) || viewer.hides(Seq(run.number(4)))) {
            continue;
        }
        const std::vector<UserId> named = usersFrom(run.bytes(0));
        const bool isMeant =
            run.number(1) != 0 || std::find(named.begin(), named.end(), reader) != named.end();
        ++counts.unread;
        counts.mentions += isMeant ? 1 : 0;
        counts.replies += run.number(2) == reader.value ? 1 : 0;
    }
    return counts;
}

std::uint64_t& LogTable::ownAtHead(ConversationId conversation, UserId author)
{
    if (m_ownCounts >= maxOwnCounts) {
        m_ownAtHead.clear();
        m_ownCounts = 0;
    }
    const auto [place, fresh] = m_ownAtHead[conversation].try_emplace(author, 0);
    if (fresh) {
        ++m_ownCounts;
        place->second = ownAt(conversation, Seq(std::numeric_limits<std::int64_t>::max()), author);
    }
    return place->second;
}

UnixMs& LogTable::timeAtHead(const ConversationRecord& record)
{
    if (m_timeAtHead.size() >= maxTimesAtHead) {
        m_timeAtHead.clear();
    }
    const auto [place, fresh] = m_timeAtHead.try_emplace(record.id);
    if (fresh && record.head.isValid()) {
        const std::vector<UnixMs> last = times(record.id, previous(record.head), record.head);
        place->second = last.empty() ? UnixMs{} : last.front();
    }
    return place->second;
}

std::uint64_t LogTable::ownAt(ConversationId conversation, Seq seq, UserId author)
{
    Statement::Run run = m_selectOwn.run(conversation.value, author.value, clamped(seq));
    return run.next() ? run.number(0) : 0;
}

} // namespace tidemark::server
