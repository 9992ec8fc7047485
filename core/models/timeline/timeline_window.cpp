#include "core/models/timeline/timeline_window.h"

#include "core/models/matching/mention_names.h"
#include "core/models/words/moment.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <optional>

namespace tidemark {

namespace {

class WindowText {
    Q_DECLARE_TR_FUNCTIONS(TimelineText)
};

constexpr std::int64_t groupGapMs = std::int64_t{5} * 60 * 1000;

bool hasRange(const TimelinePage& page)
{
    return page.first.isValid() && page.last >= page.first;
}

std::vector<TimelineRow> rowsOf(const std::vector<TimelineItem>& items)
{
    std::vector<TimelineRow> rows;
    rows.reserve(items.size());
    std::transform(items.begin(), items.end(), std::back_inserter(rows),
                   [](const TimelineItem& item) { return rowOf(item); });
    return rows;
}

} // namespace

void TimelineWindow::clear()
{
    *this = {};
}

void TimelineWindow::replace(const TimelinePage& page)
{
    clear();
    setLowerEdge(page);
    setUpperEdge(page);
    if (!hasRange(page)) {
        return;
    }
    m_rows = rowsOf(page.items);
    m_first = page.first;
    m_last = page.last;
}

bool TimelineWindow::merge(const TimelinePage& page)
{
    if (!hasRange(page)) {
        return false;
    }
    if (isEmpty()) {
        replace(page);
        return true;
    }
    if (page.first > next(m_last) || next(page.last) < m_first) {
        return false;
    }
    const auto below = [](const TimelineRow& row, Seq seq) { return row.seq < seq; };
    const auto from = std::lower_bound(m_rows.begin(), m_rows.end(), page.first, below);
    const auto end = std::lower_bound(from, m_rows.end(), next(page.last), below);
    const auto at = m_rows.erase(from, end);
    std::vector<TimelineRow> rows = rowsOf(page.items);
    m_rows.insert(at, std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
    if (page.first <= m_first) {
        m_first = page.first;
        setLowerEdge(page);
    }
    if (page.last >= m_last) {
        m_last = page.last;
        setUpperEdge(page);
    }
    return true;
}

void TimelineWindow::setLowerEdge(const TimelinePage& page)
{
    m_reachesStart = page.reachesStart;
    m_startTrimmed = page.startTrimmed;
    m_startCleared = page.startCleared;
    m_gapBelow = page.gapBelow;
}

void TimelineWindow::setUpperEdge(const TimelinePage& page)
{
    m_reachesEnd = page.reachesEnd;
    m_gapAbove = page.gapAbove;
    m_pending = rowsOf(page.pending);
}

void TimelineWindow::dropNewest(std::size_t count)
{
    if (m_rows.size() <= count) {
        return;
    }
    m_last = previous(m_rows[count].seq);
    m_rows.resize(count);
    leaveEnd();
    m_gapAbove = false;
}

void TimelineWindow::dropOldest(std::size_t count)
{
    if (m_rows.size() <= count) {
        return;
    }
    m_rows.erase(m_rows.begin(), m_rows.end() - static_cast<std::ptrdiff_t>(count));
    m_first = m_rows.empty() ? m_last : m_rows.front().seq;
    m_reachesStart = false;
    m_startTrimmed = false;
    m_gapBelow = false;
}

void TimelineWindow::leaveEnd()
{
    m_reachesEnd = false;
    m_pending.clear();
}

namespace {

bool joinsGroup(const TimelineRow& above, const TimelineRow& row)
{
    return above.isMessage() && row.isMessage() && above.author == row.author && above.isOwn == row.isOwn
           && !above.isAction && !row.isAction && row.at.value - above.at.value < groupGapMs;
}

/// Builds the rows of one timeline, top to bottom.
class Assembler {
public:
    Assembler(const TimelineWindow& window, const TimelineContext& context)
        : m_window(window), m_context(context)
    {
    }

    void addTrimmed()
    {
        TimelineRow row;
        row.key = {TimelineRowKind::Trimmed, 0, {}};
        row.text = m_window.startCleared() ? WindowText::tr("You cleared the messages before")
                                           : WindowText::tr("Older messages are not available");
        m_rows.push_back(std::move(row));
    }

    void addLoading(quint64 where)
    {
        TimelineRow row;
        row.key = {TimelineRowKind::Loading, where, {}};
        row.text = WindowText::tr("Loading messages…");
        m_rows.push_back(std::move(row));
    }

    void add(const TimelineRow& row)
    {
        const bool isClosed = isClosedRow(row);
        const QDate day = dayOf(row.at);
        if (day.isValid() && day != m_day) {
            addDay(day);
        }
        if (isFirstNew(row)) {
            m_closed = 0;
            addDivider();
        }
        if (isClosed) {
            addClosed(row);
            return;
        }
        m_closed = 0;
        m_rows.push_back(row);
        TimelineRow& added = m_rows.back();
        // The row may have been read before the newest receipts arrived.
        if (added.seq.isValid()
            && (added.delivery == Delivery::Sent || added.delivery == Delivery::Delivered)) {
            added.delivery = deliveryOf(added.seq, m_context.deliveredToOthers, m_context.seenByOthers);
        }
        if (mayMention(added)) {
            addMentions(added.spans, added.text, names());
        }
        if (added.mentionsReader) {
            markOwnMentions(added.spans, added.text, m_context.readerName);
        }
    }

    /// An acknowledged message can be in the log while its pending copy still exists.
    [[nodiscard]] bool has(const TimelineRowKey& key) const
    {
        return std::any_of(m_rows.rbegin(), m_rows.rend(),
                           [&key](const TimelineRow& row) { return row.key == key; });
    }

    std::vector<TimelineRow> finished()
    {
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            TimelineRow& row = m_rows[i];
            row.startsGroup = i == 0 || !joinsGroup(m_rows[i - 1], row);
            row.endsGroup = i + 1 == m_rows.size() || !joinsGroup(row, m_rows[i + 1]);
            row.showsAuthor = row.isMessage() && !row.isOwn && !m_context.isDirect && !row.isAction;
        }
        setCoverage();
        return std::move(m_rows);
    }

private:
    [[nodiscard]] bool isIgnored(const TimelineRow& row) const
    {
        return row.isMessage() && std::ranges::binary_search(m_context.ignored, row.author);
    }

    /// Whether the words are of an ignored user. If another user has forwarded them, the message counts.
    [[nodiscard]] bool saysIgnored(const TimelineRow& row) const
    {
        return isIgnored(row)
               || (row.forwardedFrom.isValid() && !row.isOwn
                   && std::ranges::binary_search(m_context.ignored, row.forwardedFrom));
    }

    [[nodiscard]] bool isClosedRow(const TimelineRow& row) const
    {
        return saysIgnored(row) && !m_context.opened.contains(row.seq);
    }

    /// Adds a message to the closed line above it, or begins one.
    void addClosed(const TimelineRow& row)
    {
        if (m_closed == 0) {
            TimelineRow line;
            line.key = {TimelineRowKind::Ignored, row.seq.value, {}};
            line.seq = row.seq;
            line.at = row.at;
            m_rows.push_back(std::move(line));
        }
        m_rows.back().text = ignoredText(++m_closed);
    }

    void addDay(QDate day)
    {
        m_day = day;
        m_closed = 0;
        TimelineRow row;
        row.key = {TimelineRowKind::Day, static_cast<quint64>(day.toJulianDay()), {}};
        // Clocks of different devices can put days out of order; a day that recurs needs its own key.
        while (has(row.key)) {
            row.key.number += 1U << 24U;
        }
        row.text = dayLabel(day, m_context.today);
        m_rows.push_back(std::move(row));
    }

    [[nodiscard]] bool isFirstNew(const TimelineRow& row) const
    {
        // If the row before it is not loaded, this row is not known to be the first.
        const Seq knownFrom = std::max(next(m_context.readThrough), m_context.firstNew);
        const bool windowKnows = m_window.first() <= knownFrom || m_window.reachesStart();
        return !m_hasDivider && windowKnows && m_context.unreadAtOpening > 0 && row.isMessage() && !row.isOwn
               && !isIgnored(row) && row.seq > m_context.readThrough;
    }

    void addDivider()
    {
        m_hasDivider = true;
        TimelineRow row;
        row.key = {TimelineRowKind::NewMessages, 0, {}};
        row.text = dividerText(m_context.unreadAtOpening, m_context.unreadExact);
        m_rows.push_back(std::move(row));
    }

    /// A row covers the entries without rows that follow it.
    void setCoverage()
    {
        Seq through = m_window.last();
        for (auto row = m_rows.rbegin(); row != m_rows.rend(); ++row) {
            if (!row->seq.isValid()) {
                continue;
            }
            row->coversThrough = through;
            through = previous(row->seq);
        }
    }

    /// The names in a forwarded text mention nobody.
    static bool mayMention(const TimelineRow& row)
    {
        return row.isMessage() && !row.isRecalled && !row.forwardedFrom.isValid() && row.text.contains(u'@');
    }

    const MentionNames& names()
    {
        if (m_names) {
            return *m_names;
        }
        QStringList names = m_context.names;
        names.append(m_context.readerName);
        for (const TimelineRow& one : m_window.rows()) {
            names.append(one.authorName);
        }
        return m_names.emplace(names);
    }

    const TimelineWindow& m_window;
    const TimelineContext& m_context;
    std::vector<TimelineRow> m_rows;
    std::optional<MentionNames> m_names; ///< all users that a row may mention; set on first use
    QDate m_day;
    int m_closed = 0; ///< the messages in the closed line at the end; 0: none is there
    bool m_hasDivider = false;
};

} // namespace

std::vector<TimelineRow> timelineRows(const TimelineWindow& window, const TimelineContext& context,
                                      LoadingEnds loading)
{
    Assembler assembler(window, context);
    if (loading.older) {
        assembler.addLoading(0);
    } else if (window.startTrimmed()) {
        assembler.addTrimmed();
    }
    for (const TimelineRow& row : window.rows()) {
        assembler.add(row);
    }
    for (const TimelineRow& row : window.pending()) {
        if (!assembler.has(row.key)) {
            assembler.add(row);
        }
    }
    if (loading.newer) {
        assembler.addLoading(1);
    }
    return assembler.finished();
}

} // namespace tidemark
