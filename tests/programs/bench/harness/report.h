#pragma once

#include "tests/programs/bench/harness/measurement.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tidemark::bench {

/// Cells as text, row by row. All rows have the same length, and the first has the titles.
using Rows = std::vector<std::vector<std::string>>;
/// A readable table with aligned columns; those of `rightAligned` are aligned to the right.
[[nodiscard]] std::string aligned(const Rows& rows, const std::set<std::size_t>& rightAligned);
[[nodiscard]] std::string numberText(double value);

/// The measurements as a readable table.
[[nodiscard]] std::string tableOf(const Measurements& measured);
/// The conditions on which the figures of a run depend.
struct RunConditions {
    std::string text;     ///< the messages that were used
    bool isBrief = false; ///< sizes so small that the figures mean nothing
};

/// Writes them as a JSON array of objects. False if the file cannot be written.
[[nodiscard]] bool writeJson(const QString& path, const Measurements& measured,
                             const RunConditions& conditions = {});
/// Reads the output of writeJson(); empty if the file is something else.
[[nodiscard]] std::optional<Measurements> readJson(const QString& path);

} // namespace tidemark::bench
