#pragma once

#include "tests/programs/bench/measurement.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tidemark::bench {

/// Cells as text, row by row, all rows of one length; the first row has the titles.
using Rows = std::vector<std::vector<std::string>>;
/// A table for people: columns aligned, those of `rightAligned` to the right.
[[nodiscard]] std::string aligned(const Rows& rows, const std::set<std::size_t>& rightAligned);
[[nodiscard]] std::string numberText(double value);

/// The measurements as a table for people.
[[nodiscard]] std::string tableOf(const Measurements& measured);
/// What the figures of a run depend on.
struct RunConditions {
    std::string text;     ///< which messages were used
    bool isBrief = false; ///< sizes so small that the figures mean nothing
};

/// Writes them as a JSON array of objects. False: the file cannot be written.
[[nodiscard]] bool writeJson(const QString& path, const Measurements& measured,
                             const RunConditions& conditions = {});
/// What writeJson() has written; nothing where the file is not such a one.
[[nodiscard]] std::optional<Measurements> readJson(const QString& path);

} // namespace tidemark::bench
