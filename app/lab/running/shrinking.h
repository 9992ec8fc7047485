#pragma once

#include "app/lab/scenario/scenario.h"

#include <cstdint>
#include <functional>

namespace tidemark::lab {

/// Random people, devices, conversations, actions and faults, all from the seed.
[[nodiscard]] Scenario randomScenario(std::uint64_t seed);

/// The limits of shrink().
inline constexpr int maxTries = 2000;

/// The smallest scenario found for which `matters` is still true: with fewer actions, devices, people,
/// conversations, messages and servers. Precondition: `matters(scenario)`.
[[nodiscard]] Scenario shrink(Scenario scenario, const std::function<bool(const Scenario&)>& matters);

} // namespace tidemark::lab
