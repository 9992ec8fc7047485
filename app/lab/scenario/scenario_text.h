#pragma once

#include "app/lab/scenario/scenario.h"
#include "core/base/expected.h"

#include <string>
#include <string_view>

namespace tidemark::lab {

/// Why a text is not a scenario.
struct ScenarioError {
    std::size_t line = 0; ///< from 1
    std::string message;  ///< English, for the user; may quote the text, cleaned of control characters
};

/// Reads a scenario file (docs/laboratory.md). Refuses everything that the format does not allow.
[[nodiscard]] Expected<Scenario, ScenarioError> readScenario(std::string_view text);

/// The text of a scenario. readScenario() gives the same scenario again.
[[nodiscard]] std::string writeScenario(const Scenario& scenario);

/// One action as its line has it after `at`.
[[nodiscard]] std::string wordsOf(const Action& action);
/// 12.5 or 3, in seconds.
[[nodiscard]] std::string secondsOf(Milliseconds time);

} // namespace tidemark::lab
