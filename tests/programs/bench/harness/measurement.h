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
    std::optional<double> limit; ///< the best of the machine, measured in the same run, in `unit`
    std::string limitIs;         ///< the name of the limit
    std::string aim;             ///< in words; empty for none
    std::optional<bool> isMet;   ///< whether the aim is met
    std::string failure = {};    ///< the reason why there is no figure; the program exits with 1
    std::string skipped = {};    ///< the reason why no figure is needed

    [[nodiscard]] bool hasFigure() const { return failure.empty() && skipped.empty(); }
    [[nodiscard]] std::optional<double> ratio() const
    {
        return limit && *limit > 0 ? std::optional(ours / *limit) : std::nullopt;
    }
};

using Measurements = std::vector<Measurement>;

} // namespace tidemark::bench
