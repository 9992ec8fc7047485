#pragma once

#include "core/models/timeline_row.h"

#include <QList>

#include <vector>

namespace tidemark {

/// One step on the way from one list of rows to another. Steps are applied in order; each one's places are
/// those of the list at that moment.
struct RowChange {
    enum class Kind : quint8 { Remove, Insert, Move };
    Kind kind = Kind::Remove;
    int at = 0;    ///< first row removed or inserted; where a moved row comes to stand
    int count = 1; ///< Move: 1
    int from = 0;  ///< Move: where it stood, below `at`

    friend bool operator==(const RowChange&, const RowChange&) = default;
};

/// The steps that make the keys of `before` those of `after`. Rows whose key stays are not removed; they move
/// only where their order changed. Keys are unique in each list. O(n + moves * n).
[[nodiscard]] std::vector<RowChange> rowChanges(const std::vector<TimelineRow>& before,
                                                const std::vector<TimelineRow>& after);

} // namespace tidemark
