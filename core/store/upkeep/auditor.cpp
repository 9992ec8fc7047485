#include "core/store/upkeep/auditor.h"

#include "core/store/tables/entry_columns.h"

#include <set>

namespace tidemark {

namespace {

std::string textOf(const RangeSet& set)
{
    std::string text;
    for (const SeqRange& range : set.ranges()) {
        text += (text.empty() ? "" : " ") + std::to_string(range.first.value) + "-"
                + std::to_string(range.last.value);
    }
    return text.empty() ? "nothing" : text;
}

void compare(std::vector<StoreDifference>& differences, ConversationId conversation, const char* what,
             std::uint64_t stored, std::uint64_t computed)
{
    if (stored != computed) {
        differences.push_back({conversation, what, std::to_string(stored), std::to_string(computed)});
    }
}

void compareTotals(std::vector<StoreDifference>& differences, const Totals& stored, const Totals& computed)
{
    const ConversationId everything;
    compare(differences, everything, "total unread", stored.unread, computed.unread);
    compare(differences, everything, "total mentions", stored.mentions, computed.mentions);
    compare(differences, everything, "total conversations", stored.conversations, computed.conversations);
    compare(differences, everything, "total muted unread", stored.mutedUnread, computed.mutedUnread);
    compare(differences, everything, "total exact", stored.exact ? 1 : 0, computed.exact ? 1 : 0);
    compare(differences, everything, "total muted mentions", stored.mutedMentions, computed.mutedMentions);
    compare(differences, everything, "total muted conversations", stored.mutedConversations,
            computed.mutedConversations);
    compare(differences, everything, "total muted exact", stored.mutedExact ? 1 : 0,
            computed.mutedExact ? 1 : 0);
    compare(differences, everything, "total feed", stored.feed, computed.feed);
    compare(differences, everything, "total feed exact", stored.feedExact ? 1 : 0,
            computed.feedExact ? 1 : 0);
}

} // namespace

Auditor::Auditor(Database& database, StoreTables& tables)
    : m_account(tables.account), m_conversations(tables.conversations), m_attachments(tables.attachments),
      m_entries(tables.entries), m_aboutReader(tables.aboutReader), m_outbox(tables.outbox),
      m_ignores(tables.ignores),
      m_recount(database,
                "SELECT c.id, count(e.seq), sum((e.flags & 2) <> 0 OR (e.mentions IS NOT NULL AND "
                "instr(e.mentions, ?) > 0)), sum(e.ref_user = ?)"
                " FROM conversations c LEFT JOIN entries e ON e.conversation = c.id AND e.kind = 0 "
                "AND e.author <> ? AND e.author NOT IN (" TIDEMARK_IGNORED ")"
                " AND e.seq > max(c.floor, c.cursor_seq) AND e.seq <= c.counted_head"
                " AND (e.recalled_by = 0 OR e.recalled_by > c.counted_head)"
                " WHERE c.exact <> 0 AND c.counted_head > max(c.floor, c.cursor_seq) GROUP BY c.id"),
      // Within a run of consecutive seqs, seq minus row number is constant.
      m_islands(database,
                "SELECT min(seq), max(seq) FROM (SELECT seq, seq - row_number() OVER (ORDER BY seq) AS island"
                " FROM entries WHERE conversation = ?) GROUP BY island ORDER BY min(seq)"),
      m_conversationsWithRows(database, "SELECT DISTINCT conversation FROM entries"
                                        " WHERE conversation NOT IN (SELECT id FROM conversations)"),
      m_missingMarks(
          database,
          "SELECT b.conversation, b.seq, b.kind, b.ref_seq, t.edited_by, t.recalled_by FROM entries b"
          " JOIN entries t ON t.conversation = b.conversation AND t.seq = b.ref_seq"
          " WHERE t.kind = 0 AND ((b.kind = 1 AND t.edited_by < b.seq) OR (b.kind = 2 AND t.recalled_by < "
          "b.seq AND t.recalled_by <> t.seq))")
{
}

std::vector<StoreDifference> Auditor::checkCounts()
{
    std::vector<StoreDifference> differences;
    const std::vector<Snapshot::Conversation> conversations = m_conversations.allWithHeld();
    const std::map<ConversationId, ReadCounts> counted = recount(conversations);
    Totals totals;
    for (const auto& [stored, held] : conversations) {
        addToTotals(totals, stored);
        if (const auto computed = counted.find(stored.id); computed != counted.end()) {
            compare(differences, stored.id, "unread", stored.counts.unread, computed->second.unread);
            compare(differences, stored.id, "mentions", stored.counts.mentions, computed->second.mentions);
            compare(differences, stored.id, "replies", stored.counts.replies, computed->second.replies);
        }
    }
    for (const auto& [stored, computed] : wrongFeeds(conversations)) {
        compare(differences, stored, "feed", computed.first, computed.second);
    }
    compareTotals(differences, m_account.totals(), totals);
    return differences;
}

std::vector<StoreDifference> Auditor::checkAll()
{
    std::vector<StoreDifference> differences = checkCounts();
    checkHeld(differences);
    checkMarks(differences);
    checkAboutReader(differences);
    checkFiles(differences);
    checkOutbox(differences);
    return differences;
}

std::map<ConversationId, ReadCounts>
Auditor::recount(const std::vector<Snapshot::Conversation>& conversations)
{
    std::map<ConversationId, ReadCounts> counted;
    const std::optional<Account> account = m_account.account();
    if (!account) {
        return counted;
    }
    {
        Run run(m_recount, mentionPattern(account->user.id), account->user.id, account->user.id);
        while (run.next()) {
            counted[run.id<ConversationId>(0)] = {static_cast<std::uint64_t>(run.number(1)),
                                                  static_cast<std::uint64_t>(run.number(2)),
                                                  static_cast<std::uint64_t>(run.number(3))};
        }
    }
    for (const auto& [conversation, held] : conversations) {
        // A conversation that the user has left has no badge, even if entries are held.
        if (conversation.isMember && conversation.exact
            && held.covers(effectiveRead(conversation), conversation.countedHead)) {
            counted.try_emplace(conversation.id); // no unread rows: the query returns nothing for it
        } else {
            counted.erase(conversation.id);
        }
    }
    return counted;
}

std::map<ConversationId, std::pair<std::uint64_t, std::uint64_t>>
Auditor::wrongFeeds(const std::vector<Snapshot::Conversation>& conversations)
{
    std::map<ConversationId, std::pair<std::uint64_t, std::uint64_t>> wrong;
    const std::optional<Account> account = m_account.account();
    const Viewer viewer(account ? account->user.id : UserId(), ignoredIn(m_ignores.get()));
    for (const auto& [conversation, held] : conversations) {
        const Seq opened = effectiveSnapshot(conversation);
        const bool isKnown = account && isFollowed(conversation.kind, conversation.isMember)
                             && conversation.feed.exact && held.covers(opened, conversation.countedHead);
        if (!isKnown) {
            continue;
        }
        const std::uint64_t counted = m_entries
                                          .countUnread(conversation.id, viewer, opened,
                                                       conversation.countedHead, conversation.countedHead)
                                          .unread;
        if (counted != conversation.feed.unread) {
            wrong.emplace(conversation.id, std::pair(conversation.feed.unread, counted));
        }
    }
    return wrong;
}

void Auditor::checkHeld(std::vector<StoreDifference>& differences)
{
    for (const Snapshot::Conversation& one : m_conversations.allWithHeld()) {
        const RangeSet rows = rowsOf(one.conversation.id);
        if (rows != one.held) {
            differences.push_back({one.conversation.id, "held", textOf(one.held), textOf(rows)});
        }
    }
    Run run(m_conversationsWithRows);
    while (run.next()) {
        differences.push_back({run.id<ConversationId>(0), "entries", "present", "conversation unknown"});
    }
}

RangeSet Auditor::rowsOf(ConversationId conversation)
{
    RangeSet rows;
    Run run(m_islands, conversation);
    while (run.next()) {
        rows.add({run.id<Seq>(0), run.id<Seq>(1)});
    }
    return rows;
}

void Auditor::checkMarks(std::vector<StoreDifference>& differences)
{
    Run run(m_missingMarks);
    while (run.next()) {
        const bool isEdit = static_cast<EntryKind>(run.number(2)) == EntryKind::Edit;
        differences.push_back({run.id<ConversationId>(0),
                               (isEdit ? "edit of " : "recall of ") + std::to_string(run.number(3)),
                               std::to_string(run.number(isEdit ? 4 : 5)), std::to_string(run.number(1))});
    }
}

void Auditor::checkAboutReader(std::vector<StoreDifference>& differences)
{
    const AboutReaderTable::Comparison comparison = m_aboutReader.compare();
    if (!comparison.agrees) {
        differences.push_back({{},
                               "messages about the reader",
                               std::to_string(comparison.stored),
                               std::to_string(comparison.computed)});
    }
}

void Auditor::checkFiles(std::vector<StoreDifference>& differences)
{
    compare(differences, {}, "messages that lack files", m_attachments.countIncomplete(), 0);
    compare(differences, {}, "files of no message", m_attachments.countStray(), 0);
}

void Auditor::checkOutbox(std::vector<StoreDifference>& differences)
{
    for (const PendingMessage& message : m_outbox.allPending()) {
        if (message.state == PendingMessage::State::Acked
            && m_conversations.held(message.conversation).contains(message.seq)) {
            differences.push_back({message.conversation, "outbox",
                                   "acknowledged as " + std::to_string(message.seq.value),
                                   "already in the log"});
        }
    }
}

void Auditor::repairCounts()
{
    std::vector<Snapshot::Conversation> conversations = m_conversations.allWithHeld();
    const std::map<ConversationId, ReadCounts> counted = recount(conversations);
    const auto feeds = wrongFeeds(conversations);
    Totals totals;
    for (auto& [stored, held] : conversations) {
        const LocalConversation before = stored;
        if (const auto computed = counted.find(stored.id); computed != counted.end()) {
            stored.counts = computed->second;
        }
        if (const auto feed = feeds.find(stored.id); feed != feeds.end()) {
            stored.feed.unread = feed->second.second;
        }
        if (stored != before) {
            m_conversations.put(stored);
        }
        addToTotals(totals, stored);
    }
    m_account.putTotals(totals);
}

void Auditor::repairAll()
{
    std::vector<ConversationId> unknown;
    {
        Run run(m_conversationsWithRows);
        while (run.next()) {
            unknown.push_back(run.id<ConversationId>(0));
        }
    }
    for (const ConversationId conversation : unknown) {
        m_entries.drop(conversation, lastStorableSeq);
    }
    m_attachments.repair();
    // Every stored entry came in a valid answer, so trust the rows; missing entries are pulled again.
    for (const Snapshot::Conversation& one : m_conversations.allWithHeld()) {
        const RangeSet rows = rowsOf(one.conversation.id);
        if (rows != one.held) {
            m_conversations.putHeld(one.conversation.id, rows);
        }
    }
    std::set<std::pair<ConversationId, Seq>> marks;
    {
        Run run(m_missingMarks);
        while (run.next()) {
            marks.emplace(run.id<ConversationId>(0), run.id<Seq>(1));
        }
    }
    for (const auto& [conversation, seq] : marks) {
        if (const std::optional<HistoryEntry> by = m_entries.entry(conversation, seq)) {
            m_entries.put(conversation, {by->entry});
        }
    }
    m_aboutReader.rebuild();
    for (const PendingMessage& message : m_outbox.allPending()) {
        if (message.state == PendingMessage::State::Acked
            && m_conversations.held(message.conversation).contains(message.seq)) {
            m_outbox.erasePending(message.uuid);
        }
    }
    repairCounts();
}

} // namespace tidemark
