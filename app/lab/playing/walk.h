#pragma once

#include <QString>

#include <cstdint>
#include <string>

namespace tidemark::lab {

/// The number of steps of the walk for newcomers.
[[nodiscard]] std::uint32_t walkSteps();
/// The name of the built-in scenario that is this step, from 1; empty: there is none.
[[nodiscard]] std::string walkStep(std::uint32_t step);

/// A sentence of a built-in scenario in the window's language; other sentences stay as they are.
[[nodiscard]] QString scenarioText(const std::string& sentence);

} // namespace tidemark::lab
