#pragma once

#include <string>

namespace tidemark::load {

/// Draws how each figure grows with its input, as an SVG for each into `folder`. Reads a file to which runs
/// have appended their figures (see figure.h). Takes the median of repeated runs.
void plot(const std::string& figures, const std::string& folder);

} // namespace tidemark::load
