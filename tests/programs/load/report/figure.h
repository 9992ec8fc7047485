#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tidemark::load {

/// A measured value, with its aim and the best that the machine can do.
struct Figure {
    std::string name;
    double value = 0;
    std::string unit;
    std::string aim = {}; ///< readable text; empty for none
    std::optional<bool> met = {};
    double limit = 0; ///< of the same run and in the same unit; 0 for none
    std::string limitName = {};
    bool decides = false; ///< the run fails if the aim is missed
};
using Figures = std::vector<Figure>;

/// Prints a line for each figure.
void print(const std::string& scenario, const Figures& figures);
/// Appends a line for each figure to `file`: scenario, `setting`, name, value, unit and limit, separated by
/// tabs.
void append(const std::string& file, const std::string& scenario, const std::string& setting,
            const Figures& figures);

[[nodiscard]] Figure atLeast(Figure figure, double aim);
[[nodiscard]] Figure atMost(Figure figure, double aim);
/// Prints a line for each figure that decides. Fails if one of them misses its aim.
void judge(const std::string& scenario, const Figures& figures);

} // namespace tidemark::load
