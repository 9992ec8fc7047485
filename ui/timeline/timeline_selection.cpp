#include "ui/timeline/timeline_selection.h"

#include "core/models/words/moment.h"

#include <QTextBoundaryFinder>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

std::optional<TimelineSelection::Characters> TimelineSelection::charactersOf(const TimelineRowKey& row) const
{
    return m_characters && m_characters->row == row ? m_characters : std::nullopt;
}

void TimelineSelection::clear()
{
    *this = {};
}

void TimelineSelection::setRows(const QList<TimelineRowKey>& rows, const TimelineRowKey& anchor)
{
    m_rows = {rows.begin(), rows.end()};
    m_anchor = anchor;
    m_characters.reset();
}

void TimelineSelection::toggle(const TimelineRowKey& row)
{
    m_characters.reset();
    if (m_rows.erase(row) == 0) {
        m_rows.insert(row);
    }
    m_anchor = m_rows.empty() ? std::nullopt : std::optional(row);
}

void TimelineSelection::setCharacters(const TimelineRowKey& row, int from, int to)
{
    clear();
    if (from != to) {
        m_characters = Characters{row, std::min(from, to), std::max(from, to)};
    }
}

std::optional<std::pair<int, int>> wordAround(const QString& text, int character)
{
    QTextBoundaryFinder finder(QTextBoundaryFinder::Word, text);
    finder.setPosition(character);
    const qsizetype first = finder.isAtBoundary() ? character : finder.toPreviousBoundary();
    finder.setPosition(first);
    const qsizetype second = finder.toNextBoundary();
    if (first < 0 || second < 0) {
        return std::nullopt;
    }
    return std::pair(static_cast<int>(first), static_cast<int>(second));
}

bool canBeSelected(const TimelineRow& row)
{
    return row.isMessage() && !row.isRecalled;
}

QString copiedText(const QList<TimelineRow>& rows)
{
    if (rows.size() == 1) {
        return rows.first().text;
    }
    QStringList lines;
    for (const TimelineRow& row : rows) {
        const QString forwarded = row.forwardedLine.isEmpty() ? QString() : u" (%1)"_s.arg(row.forwardedLine);
        lines += u"[%1] "_s.arg(copiedMoment(row.at)) + row.authorName + forwarded + u": "_s + row.text;
    }
    return lines.join(u'\n');
}

} // namespace tidemark
