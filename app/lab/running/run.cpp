#include "app/lab/running/run.h"

#include "app/lab/running/counter_world.h"
#include "app/lab/running/tidemark_world.h"

#include <algorithm>
#include <set>

namespace tidemark::lab {

std::unique_ptr<PlayedWorld> makeWorld(const Scenario& scenario, Way way, sim::Defect defect)
{
    if (way == Way::Tidemark) {
        return std::make_unique<TidemarkWorld>(scenario, defect);
    }
    return std::make_unique<CounterWorld>(scenario, way);
}

std::vector<ShownNumber> Outcome::wrong() const
{
    std::vector<ShownNumber> found;
    std::ranges::copy_if(numbers, std::back_inserter(found), &ShownNumber::isWrong);
    return found;
}

bool Outcome::isRight() const
{
    return unmet.empty() && findings.empty() && std::ranges::none_of(numbers, &ShownNumber::isWrong);
}

Outcome outcomeOf(PlayedWorld& world, Way way)
{
    Outcome outcome;
    outcome.way = way;
    outcome.restAt = world.now();
    outcome.steps = world.steps();
    outcome.frames = world.frames();
    outcome.findings = world.findings();
    outcome.numbers = world.numbers();
    for (const Expectation& expectation : world.scenario().expectations) {
        const auto found = std::ranges::find_if(outcome.numbers, [&](const ShownNumber& one) {
            return one.device == expectation.device && one.conversation == expectation.conversation;
        });
        if (found == outcome.numbers.end()) {
            outcome.unmet.push_back({expectation, std::nullopt});
        } else if (found->shown != expectation.unread) {
            outcome.unmet.push_back({expectation, found->shown});
        }
    }
    return outcome;
}

Outcome play(const Scenario& scenario, Way way, sim::Defect defect)
{
    try {
        const auto world = makeWorld(scenario, way, defect);
        world->runToRest();
        return outcomeOf(*world, way);
    } catch (const sim::Violation& violation) {
        Outcome outcome;
        outcome.way = way;
        outcome.findings.emplace_back(violation.what());
        return outcome;
    }
}

Scenario widened(Scenario scenario, std::size_t devices, std::int64_t lossPercent)
{
    std::set<std::string> names;
    for (const PersonOf& person : scenario.people) {
        names.insert(person.devices.begin(), person.devices.end());
    }
    for (std::size_t i = 0; names.size() < std::min(devices, caps::devices); ++i) {
        PersonOf& person = scenario.people[i % scenario.people.size()];
        std::string name = "more-" + std::to_string(i + 1);
        if (names.insert(name).second) {
            person.devices.push_back(std::move(name));
        }
    }
    if (lossPercent > 0) {
        Action loss;
        loss.verb = Verb::Loss;
        loss.isForAll = true;
        loss.number = lossPercent;
        scenario.actions.insert(scenario.actions.begin(), loss);
        scenario.expectations.clear(); // the messages that users see depend on what is lost
    }
    return scenario;
}

} // namespace tidemark::lab
