#pragma once

#include "core/models/timeline/timeline_row.h"

#include <vector>

namespace tidemark {

/// One step from one list of rows to another. Steps apply in order; positions refer to the list at that step.
struct RowChange {
    enum class Kind : quint8 { Remove, Insert, Move };
    Kind kind = Kind::Remove;
    int at = 0;    ///< first row removed or inserted, or the new position of a moved row
    int count = 1; ///< Move: 1
    int from = 0;  ///< Move: the old position, below `at`

    friend bool operator==(const RowChange&, const RowChange&) = default;
};

/// Returns the steps that turn the keys of `before` into those of `after`. Rows whose key remains are not
/// removed; they move only if their order changed. Keys are unique in each list. O(n + moves * n).
[[nodiscard]] std::vector<RowChange> rowChanges(const std::vector<TimelineRow>& before,
                                                const std::vector<TimelineRow>& after);

} // namespace tidemark
