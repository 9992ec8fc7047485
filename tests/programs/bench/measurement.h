#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tidemark::bench {

/// One line of the table.
struct Measurement {
    std::string name;
    std::string unit;
    double ours = 0;             ///< in `unit`; a median unless the name says otherwise
    std::optional<double> limit; ///< what the machine can do at best, measured in the same run, in `unit`
    std::string limitIs;         ///< what that is
    std::string aim;             ///< in words; empty: none
    std::optional<bool> isMet;   ///< of the aim
    std::string failure = {};    ///< why there is no figure; the program then exits with 1
    std::string skipped = {};    ///< why there is no figure and need not be one

    [[nodiscard]] bool hasFigure() const { return failure.empty() && skipped.empty(); }
    [[nodiscard]] std::optional<double> ratio() const
    {
        return limit && *limit > 0 ? std::optional(ours / *limit) : std::nullopt;
    }
};

using Measurements = std::vector<Measurement>;

} // namespace tidemark::bench
