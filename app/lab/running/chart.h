#pragma once

#include "app/lab/running/played_world.h"

#include <string>

namespace tidemark::lab {

/// A sequence chart of the events from `from` through `to`, as SVG: a line down for each device and server,
/// an arrow for each frame, and the numbers that devices show. Every text in it is escaped. It has at most
/// maxChartEvents events.
[[nodiscard]] std::string chartOf(const PlayedWorld& world, Milliseconds from, Milliseconds to);
inline constexpr std::size_t maxChartEvents = 2000;

/// `text` as it may stand in SVG.
[[nodiscard]] std::string escapedForSvg(const std::string& text);

} // namespace tidemark::lab
