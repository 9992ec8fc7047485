#pragma once

#include <string>

namespace tidemark::load {

/// Draws how each figure grows with its input, from a file that runs have appended their figures to (see
/// figure.h): an SVG for each into `folder`. Where runs were repeated, their median.
void plot(const std::string& figures, const std::string& folder);

} // namespace tidemark::load
