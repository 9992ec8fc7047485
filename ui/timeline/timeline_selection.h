#pragma once

#include "core/models/timeline/timeline_row.h"

#include <QList>

#include <optional>
#include <unordered_set>
#include <utility>

namespace tidemark {

/// The selection in a timeline: whole messages, or some characters of one. Rows are identified by their keys,
/// so that the selection survives rows that come, go and change. A value type.
class TimelineSelection {
public:
    /// The characters from `first` (included) to `second` (excluded) of one message.
    struct Characters {
        TimelineRowKey row;
        int first = 0;
        int second = 0;

        friend bool operator==(const Characters&, const Characters&) = default;
    };

    [[nodiscard]] bool isEmpty() const { return m_rows.empty() && !m_characters; }
    [[nodiscard]] bool hasRows() const { return !m_rows.empty(); }
    [[nodiscard]] bool contains(const TimelineRowKey& row) const { return m_rows.contains(row); }
    /// The selected characters of `row`; empty if there are none.
    [[nodiscard]] std::optional<Characters> charactersOf(const TimelineRowKey& row) const;
    [[nodiscard]] const std::optional<Characters>& characters() const { return m_characters; }
    /// The row that was selected first, from which extending begins.
    [[nodiscard]] const std::optional<TimelineRowKey>& anchor() const { return m_anchor; }

    void clear();
    /// Selects exactly `rows`; extending begins at `anchor`.
    void setRows(const QList<TimelineRowKey>& rows, const TimelineRowKey& anchor);
    /// Adds the row to the selection, or removes it.
    void toggle(const TimelineRowKey& row);
    /// Selects between two places in a text, in either order; selects nothing if they are equal.
    void setCharacters(const TimelineRowKey& row, int from, int to);

    friend bool operator==(const TimelineSelection&, const TimelineSelection&) = default;

private:
    std::unordered_set<TimelineRowKey> m_rows;
    std::optional<TimelineRowKey> m_anchor;
    std::optional<Characters> m_characters;
};

/// The word around a character of a text: its first character and the one after its last. Nothing if the text
/// has no word there.
[[nodiscard]] std::optional<std::pair<int, int>> wordAround(const QString& text, int character);

/// Returns whether a row can be selected: a message that has text and is not deleted.
[[nodiscard]] bool canBeSelected(const TimelineRow& row);

/// Returns the text for the clipboard: the text of one message, or one line for each of several:
/// "[2026-11-21 14:02] Anna: text".
[[nodiscard]] QString copiedText(const QList<TimelineRow>& rows);

} // namespace tidemark
