#pragma once

#include "core/models/timeline_row.h"

#include <QList>

#include <optional>
#include <unordered_set>

namespace tidemark {

/// What is selected of a timeline: whole messages, or some characters of one. Rows are named by their keys,
/// so that it outlives rows that come, go and change. A value.
class TimelineSelection {
public:
    /// Characters first … second of one message, in this order.
    struct Characters {
        TimelineRowKey row;
        int first = 0;
        int second = 0;

        friend bool operator==(const Characters&, const Characters&) = default;
    };

    [[nodiscard]] bool isEmpty() const { return m_rows.empty() && !m_characters; }
    [[nodiscard]] bool hasRows() const { return !m_rows.empty(); }
    [[nodiscard]] bool contains(const TimelineRowKey& row) const { return m_rows.contains(row); }
    /// What of `row` is selected character by character.
    [[nodiscard]] std::optional<Characters> charactersOf(const TimelineRowKey& row) const;
    [[nodiscard]] const std::optional<Characters>& characters() const { return m_characters; }
    /// Where extending begins: the row that was selected first.
    [[nodiscard]] const std::optional<TimelineRowKey>& anchor() const { return m_anchor; }

    void clear();
    /// Exactly `rows`; extending goes on from `anchor`.
    void setRows(const QList<TimelineRowKey>& rows, const TimelineRowKey& anchor);
    /// Takes the row in or out, beside the others.
    void toggle(const TimelineRowKey& row);
    /// Between two places in a text, whichever comes first; nothing when they are the same.
    void setCharacters(const TimelineRowKey& row, int from, int to);

    friend bool operator==(const TimelineSelection&, const TimelineSelection&) = default;

private:
    std::unordered_set<TimelineRowKey> m_rows;
    std::optional<TimelineRowKey> m_anchor;
    std::optional<Characters> m_characters;
};

/// Whether a row can be selected: a message with words of its own, which one that was taken back has not.
[[nodiscard]] bool canBeSelected(const TimelineRow& row);

/// Messages as they are copied: the text of one; of several a line each, "[2026-11-21 14:02] Anna: text".
[[nodiscard]] QString copiedText(const QList<TimelineRow>& rows);

} // namespace tidemark
