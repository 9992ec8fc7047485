#include "core/store/reading/search_index.h"

#include "core/store/file/database.h"
#include "core/store/reading/search_text.h"

#include <queue>

#include <algorithm>
#include <limits>

namespace tidemark {

namespace {

/// A document's rowid is the number of its log and, in the low bits, its seq.
constexpr int seqBits = 40;

std::int64_t documentOf(std::int64_t logNumber, Seq seq)
{
    return (logNumber << seqBits) | static_cast<std::int64_t>(seq.value);
}

} // namespace

SearchIndex::SearchIndex(Database& database, StoreTables& tables, TimelineReader& timeline)
    : m_database(database), m_conversations(tables.conversations), m_attachments(tables.attachments),
      m_timeline(timeline), m_countDone(database, "SELECT total(last - first + 1) FROM search_done"),
      m_clearDone(database, "DELETE FROM search_done"), m_clearNumbers(database, "DELETE FROM search_logs"),
      m_clearDocuments(database, "INSERT INTO search (search) VALUES ('delete-all')"),
      m_check(database, "INSERT INTO search (search) VALUES ('integrity-check')"),
      m_selectDone(database, "SELECT first, last FROM search_done WHERE conversation = ? ORDER BY first"),
      m_eraseDone(database, "DELETE FROM search_done WHERE conversation = ?"),
      m_insertDone(database, "INSERT INTO search_done (conversation, first, last) VALUES (?, ?, ?)"),
      m_selectNumber(database, "SELECT number FROM search_logs WHERE conversation = ?"),
      m_insertNumber(database, "INSERT INTO search_logs (conversation) VALUES (?)"),
      m_dropNumber(database, "DELETE FROM search_logs WHERE conversation = ?"),
      m_selectLogs(database, "SELECT number, conversation FROM search_logs"),
      m_selectTexts(
          database,
          "SELECT e.seq, e.text, m.seq FROM entries e LEFT JOIN entries m ON m.conversation = e.conversation"
          " AND m.seq = CASE e.kind WHEN 1 THEN e.ref_seq ELSE e.seq END AND m.kind = 0"
          " AND m.flags >> 4 > 0 AND m.recalled_by = 0"
          " WHERE e.conversation = ? AND e.seq BETWEEN ? AND ? AND e.kind IN (0, 1)"
          " AND (length(e.text) > 0 OR m.seq IS NOT NULL) ORDER BY e.seq"),
      m_insert(database, "INSERT INTO search (rowid, text) VALUES (?, ?)"),
      m_match(database,
              "SELECT rowid FROM search WHERE search MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC"),
      m_glance(database,
               "SELECT at, kind, edited_by, recalled_by FROM entries WHERE conversation = ? AND seq = ?"),
      m_insertProbe(database, "INSERT INTO temp.search_probe (rowid, text) VALUES (1, ?)"),
      m_matchProbe(database, "SELECT 1 FROM temp.search_probe WHERE search_probe MATCH ?"),
      m_eraseProbe(database, "DELETE FROM temp.search_probe")
{
}

void SearchIndex::findBehind()
{
    m_behind.clear();
    m_knowsBehind = true;
    for (const Snapshot::Conversation& one : m_conversations.allWithHeld()) {
        if (newestMissing(one.held, done(one.conversation.id))) {
            m_behind.insert(one.conversation.id);
        }
    }
}

void SearchIndex::clear()
{
    for (Statement* statement : {&m_clearDone, &m_clearNumbers, &m_clearDocuments}) {
        Run run(*statement);
    }
}

std::uint64_t SearchIndex::indexedEntries()
{
    Run run(m_countDone);
    return run.next() ? static_cast<std::uint64_t>(run.number(0)) : 0;
}

bool SearchIndex::isSound()
{
    return Run(m_check).succeeded();
}

void SearchIndex::drop(ConversationId conversation)
{
    {
        Run run(m_dropNumber, conversation);
    }
    Run run(m_eraseDone, conversation);
}

bool SearchIndex::indexSome(int maxRows)
{
    if (!m_knowsBehind) {
        findBehind();
    }
    auto budget = static_cast<std::uint64_t>(std::max(maxRows, 1));
    while (budget > 0 && !m_behind.empty() && !m_database.hasFailed()) {
        const ConversationId conversation = *m_behind.begin();
        RangeSet indexed = done(conversation);
        std::optional<SeqRange> missing = newestMissing(m_conversations.held(conversation), indexed);
        if (!missing) {
            m_behind.erase(conversation);
            continue;
        }
        if (missing->size() > budget) {
            missing->first = Seq(missing->last.value - budget + 1);
        }
        index(conversation, *missing);
        budget -= missing->size();
        indexed.add(*missing);
        {
            Run run(m_eraseDone, conversation);
        }
        for (const SeqRange& range : indexed.ranges()) {
            Run run(m_insertDone, conversation, range.first, range.last);
        }
    }
    return !m_behind.empty();
}

std::optional<SeqRange> SearchIndex::newestMissing(const RangeSet& held, const RangeSet& done) const
{
    for (auto range = held.ranges().rbegin(); range != held.ranges().rend(); ++range) {
        const std::optional<SeqRange> gap = done.newestGap(range->last);
        if (gap && gap->last >= range->first) {
            return SeqRange{std::max(gap->first, range->first), gap->last};
        }
    }
    return std::nullopt;
}

RangeSet SearchIndex::done(ConversationId conversation)
{
    RangeSet found;
    Run run(m_selectDone, conversation);
    while (run.next()) {
        found.add({run.id<Seq>(0), run.id<Seq>(1)});
    }
    return found;
}

void SearchIndex::index(ConversationId conversation, SeqRange range)
{
    const std::int64_t number = logNumber(conversation);
    Run texts(m_selectTexts, conversation, range.first, range.last);
    while (texts.next()) {
        // m.seq: the message, if it has files.
        const std::vector<Attachment> attachments =
            texts.isNull(2) ? std::vector<Attachment>() : m_attachments.of(conversation, texts.id<Seq>(2));
        const std::string text = indexedText(texts.text(1), attachments);
        Run run(m_insert, documentOf(number, texts.id<Seq>(0)), text);
    }
}

std::int64_t SearchIndex::logNumber(ConversationId conversation)
{
    {
        Run run(m_selectNumber, conversation);
        if (run.next()) {
            return run.number(0);
        }
    }
    {
        Run run(m_insertNumber, conversation);
    }
    Run run(m_selectNumber, conversation);
    return run.next() ? run.number(0) : 0;
}

std::vector<SearchHit> SearchIndex::find(const QString& words, ConversationId onlyIn, UserId reader,
                                         int limit)
{
    std::vector<SearchHit> found;
    const QString query = searchQuery(words);
    if (query.isEmpty() || limit <= 0) {
        return found;
    }
    std::vector<Hits> logs = collect(query, onlyIn);
    const auto isOlder = [](const Hits* a, const Hits* b) { return a->current.at < b->current.at; };
    std::priority_queue<Hits*, std::vector<Hits*>, decltype(isOlder)> newest(isOlder);
    for (Hits& hits : logs) {
        if (advance(hits, query, reader)) {
            newest.push(&hits);
        }
    }
    while (!newest.empty() && static_cast<int>(found.size()) < limit) {
        Hits* hits = newest.top();
        newest.pop();
        if (auto item = m_timeline.item(hits->conversation, reader, hits->current.seq)) {
            found.push_back({hits->conversation, std::move(*item)});
        }
        if (advance(*hits, query, reader)) {
            newest.push(hits);
        }
    }
    return found;
}

std::vector<SearchIndex::Hits> SearchIndex::collect(const QString& query, ConversationId onlyIn)
{
    std::unordered_map<std::int64_t, ConversationId> conversations;
    {
        Run run(m_selectLogs);
        while (run.next()) {
            conversations.emplace(run.number(0), run.id<ConversationId>(1));
        }
    }
    std::int64_t lowest = 0;
    std::int64_t highest = std::numeric_limits<std::int64_t>::max();
    if (onlyIn.isValid()) {
        const auto log = std::find_if(conversations.begin(), conversations.end(),
                                      [onlyIn](const auto& one) { return one.second == onlyIn; });
        if (log == conversations.end()) {
            return {};
        }
        lowest = documentOf(log->first, Seq());
        highest = documentOf(log->first + 1, Seq()) - 1;
    }
    std::vector<Hits> logs;
    std::int64_t current = 0;
    bool isKnown = false;
    Run run(m_match, query, lowest, highest);
    while (run.next()) {
        const std::int64_t document = run.number(0);
        const std::int64_t number = document >> seqBits;
        if (number != current) {
            current = number;
            const auto log = conversations.find(number);
            isKnown = log != conversations.end();
            if (isKnown) {
                logs.push_back({log->second, {}, 0, {}, {}});
            }
        }
        if (isKnown) {
            logs.back().seqs.emplace_back(static_cast<std::uint64_t>(document)
                                          & ((std::uint64_t{1} << seqBits) - 1));
        }
    }
    return logs;
}

bool SearchIndex::advance(Hits& hits, const QString& query, UserId reader)
{
    while (hits.position < hits.seqs.size()) {
        const std::optional<Hit> hit = hitAt(hits.conversation, hits.seqs[hits.position++], query, reader);
        if (hit && hits.taken.insert(hit->seq).second) {
            hits.current = *hit;
            return true;
        }
    }
    return false;
}

std::optional<SearchIndex::Hit> SearchIndex::hitAt(ConversationId conversation, Seq seq, const QString& query,
                                                   UserId reader)
{
    bool isEdit = false;
    {
        // Each log with a hit is visited, so avoid reading the text where possible.
        Run run(m_glance, conversation, seq);
        if (!run.next()) {
            return std::nullopt;
        }
        const auto kind = static_cast<EntryKind>(run.number(1));
        isEdit = kind == EntryKind::Edit;
        const bool isEdited = run.number(2) != 0;
        const bool isRecalled = run.number(3) != 0;
        if (!isEdit && (isRecalled || kind != EntryKind::Message)) {
            return std::nullopt;
        }
        if (!isEdit && !isEdited) {
            return Hit{seq, UnixMs{run.number(0)}};
        }
    }
    const std::optional<TimelineItem> item =
        isEdit ? m_timeline.target(conversation, reader, seq) : m_timeline.item(conversation, reader, seq);
    const bool holds = item && item->kind == EntryKind::Message && !item->isRecalled
                       && (!item->isEdited || stillMatches(*item, query));
    return holds ? std::optional(Hit{item->seq, item->at}) : std::nullopt;
}

bool SearchIndex::stillMatches(const TimelineItem& message, const QString& query)
{
    const std::string indexed = indexedText(message.text, message.attachments);
    {
        Run run(m_insertProbe, indexed);
    }
    bool matches = false;
    {
        Run run(m_matchProbe, query);
        matches = run.next();
    }
    Run run(m_eraseProbe);
    return matches;
}

} // namespace tidemark
