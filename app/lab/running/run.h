#pragma once

#include "app/lab/running/moment.h"
#include "app/lab/running/played_world.h"
#include "app/lab/scenario/scenario.h"
#include "app/lab/world/defects.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::lab {

/// Makes the world of this way. `defect` is switched on in Tidemark's. Throws sim::Violation if the world
/// cannot be set up.
[[nodiscard]] std::unique_ptr<PlayedWorld> makeWorld(const Scenario& scenario, Way way,
                                                     sim::Defect defect = sim::Defect::None);

/// An expectation of the scenario that does not hold.
struct Unmet {
    Expectation expectation;
    std::optional<std::uint64_t> shown; ///< empty: the device shows no number
};

/// The end of a scenario in one way.
struct Outcome {
    Way way = Way::Tidemark;
    std::vector<ShownNumber> numbers; ///< all at rest
    std::vector<Unmet> unmet;
    std::vector<std::string> findings;
    Milliseconds restAt{0};
    std::uint64_t steps = 0;
    std::uint64_t frames = 0;

    [[nodiscard]] std::vector<ShownNumber> wrong() const;
    /// Whether every number is right, as defined and as the scenario expects it.
    [[nodiscard]] bool isRight() const;
};

/// The outcome of a world that is at rest.
[[nodiscard]] Outcome outcomeOf(PlayedWorld& world, Way way);
/// Plays the scenario to its rest.
[[nodiscard]] Outcome play(const Scenario& scenario, Way way, sim::Defect defect = sim::Defect::None);

/// The scenario with at least `devices` devices, which are added to the people in turn, and with a loss on
/// all links from the beginning. With a loss it has no expectations: the definition alone says what is right.
[[nodiscard]] Scenario widened(Scenario scenario, std::size_t devices, std::int64_t lossPercent);

} // namespace tidemark::lab
