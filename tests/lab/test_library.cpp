#include "app/lab/running/library.h"
#include "app/lab/running/report.h"
#include "app/lab/running/run.h"
#include "app/lab/scenario/scenario_text.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

namespace tidemark::lab {

namespace {

Scenario built(const std::string& name)
{
    return readScenario(libraryText(name).value()).value();
}

} // namespace

TEST_CASE("every number of every built-in scenario is right, and the counters go wrong where it says so")
{
    for (const std::string& name : libraryNames()) {
        const Scenario scenario = built(name);
        for (const NamedWay& one : allWays) {
            const Outcome outcome = play(scenario, one.way);
            const bool goesWrong = std::ranges::find(scenario.goesWrong, one.way) != scenario.goesWrong.end();
            INFO(name);
            INFO(reportOf(scenario, {outcome}));
            CHECK(outcome.isRight() == !goesWrong);
        }
        CHECK_FALSE(scenario.expectations.empty());
    }
}

TEST_CASE("the walk for newcomers has six steps")
{
    std::multiset<std::uint32_t> steps;
    for (const std::string& name : libraryNames()) {
        const std::uint32_t step = built(name).walk;
        if (step > 0) {
            steps.insert(step);
        }
    }
    CHECK(steps == std::multiset<std::uint32_t>{1, 2, 3, 4, 5, 6});
    CHECK(built(libraryNames().front()).walk == 1);
}

TEST_CASE("more devices and lost frames leave every number right")
{
    const Scenario scenario = widened(built("read-offline"), 12, 20);
    CHECK(devicesOf(scenario).size() == 12);
    CHECK(readScenario(writeScenario(scenario)).value() == scenario);
    const Outcome outcome = play(scenario, Way::Tidemark);
    INFO(reportOf(scenario, {outcome}));
    CHECK(outcome.isRight());
}

TEST_CASE("a report as JSON has every number")
{
    const Scenario scenario = built("dies-between");
    const QByteArray json = jsonOf(scenario, {play(scenario, Way::Tidemark), play(scenario, Way::Script)});
    CHECK(json.contains("\"way\": \"tidemark\""));
    CHECK(json.contains("\"right\": true"));
    CHECK(json.contains("\"right\": false"));
    CHECK(json.contains("\"device\": \"phone\""));
}

} // namespace tidemark::lab
