#pragma once

#include "app/lab/scenario/scenario.h"
#include "core/base/expected.h"

#include <optional>
#include <string>
#include <vector>

namespace tidemark::lab {

/// The scenarios that are built into the program (resources/scenarios), by name: first those of the walk for
/// newcomers in their order, then the others.
[[nodiscard]] std::vector<std::string> libraryNames();
/// The text of a built-in scenario; empty if there is none of this name.
[[nodiscard]] std::optional<std::string> libraryText(const std::string& name);

/// Reads a scenario from a file, or the built-in one of this name. The name of a file has the encoding of the
/// system. The error is a sentence for the user.
[[nodiscard]] Expected<Scenario, std::string> scenarioNamed(const std::string& nameOrFile);

} // namespace tidemark::lab
