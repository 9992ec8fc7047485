#include "app/lab/running/chart.h"
#include "app/lab/running/library.h"
#include "app/lab/running/report.h"
#include "app/lab/running/run.h"
#include "app/lab/running/shrinking.h"
#include "app/lab/scenario/scenario_text.h"

#include <QXmlStreamReader>

#include <doctest/doctest.h>

#include <algorithm>

namespace tidemark::lab {

namespace {

std::vector<std::string> wordsOf(const std::vector<Event>& events)
{
    std::vector<std::string> words;
    for (const Event& event : events) {
        words.push_back(secondsOf(event.at) + " " + lab::wordsOf(event) + " " + std::to_string(event.frame));
    }
    return words;
}

Scenario scenarioCalled(const std::string& name)
{
    return readScenario(libraryText(name).value()).value();
}

} // namespace

TEST_CASE("the same scenario has the same events, in every way")
{
    const Scenario scenario = scenarioCalled("lost-pushes");
    for (const NamedWay& one : allWays) {
        CAPTURE(one.name);
        const auto first = makeWorld(scenario, one.way);
        first->runToRest();
        const auto second = makeWorld(scenario, one.way);
        second->runToRest();
        CHECK(wordsOf(first->events()) == wordsOf(second->events()));
    }
}

TEST_CASE("any moment can be made again")
{
    const Scenario scenario = scenarioCalled("read-offline");
    for (const Way way : {Way::Tidemark, Way::Script}) {
        const auto world = makeWorld(scenario, way);
        world->runUntil(Milliseconds(5500));
        const Moment before = world->moment();
        world->runToRest();
        const auto again = makeWorld(scenario, way);
        again->runToEvent(before.events);
        const Moment after = again->moment();
        REQUIRE(after.devices.size() == before.devices.size());
        for (std::size_t i = 0; i < before.devices.size(); ++i) {
            REQUIRE(after.devices[i].badges.size() == 1);
            CHECK(after.devices[i].badges[0].number.shown == before.devices[i].badges[0].number.shown);
        }
    }
}

TEST_CASE("an action that is added while the world runs is one of the scenario")
{
    for (const NamedWay& one : allWays) {
        CAPTURE(one.name);
        Scenario scenario = scenarioCalled("read-offline");
        const auto world = makeWorld(scenario, one.way);
        world->setOpen(true);
        world->runUntil(Milliseconds(4500));
        Action open;
        open.verb = Verb::Open;
        open.device = "laptop";
        open.conversation = "crew";
        CHECK(world->canAdd(open));
        world->add(open);
        world->runUntil(Milliseconds(20000));
        CHECK_FALSE(world->isAtRest());
        Action send;
        send.verb = Verb::Send;
        send.device = "desk";
        send.conversation = "crew";
        send.message = "added";
        world->add(send);
        world->runUntil(Milliseconds(20500));
        world->setOpen(false);
        world->runToRest();
        const auto saved = readScenario(writeScenario(world->scenario()));
        REQUIRE(saved);
        CHECK(saved->actions.size() == scenario.actions.size() + 2);
        const auto again = makeWorld(*saved, one.way);
        again->runToRest();
        CHECK(wordsOf(again->events()) == wordsOf(world->events()));
    }
    const auto world = makeWorld(scenarioCalled("read-offline"), Way::Tidemark);
    Action backUp;
    backUp.verb = Verb::BackUp;
    CHECK_FALSE(world->canAdd(backUp));
}

TEST_CASE("a moment explains its numbers")
{
    const auto world = makeWorld(scenarioCalled("read-offline"), Way::Tidemark);
    world->runUntil(Milliseconds(8000));
    const Moment moment = world->moment();
    const DeviceAtMoment& phone = moment.devices.at(0);
    CHECK(phone.name == "phone");
    CHECK(phone.isCut);
    CHECK(phone.unsent == 1);
    CHECK(phone.badges.at(0).number.shown == 0);
    const BadgeAtMoment& laptop = moment.devices.at(1).badges.at(0);
    CHECK(laptop.number.shown == 6);
    CHECK(laptop.unread.size() == 6);
    CHECK(laptop.formula.entries - laptop.formula.notCountable == 6);
    CHECK(lab::wordsOf(laptop.formula, 6).ends_with("= 6"));
    CHECK(moment.servers.size() == 1);
}

TEST_CASE("random play never makes a number wrong")
{
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        const Scenario scenario = randomScenario(seed);
        const Outcome outcome = play(scenario, Way::Tidemark);
        INFO(reportOf(scenario, {outcome}));
        CHECK(outcome.isRight());
    }
}

TEST_CASE("a defect is found by random play, and made small")
{
    const auto isWrong = [](const Scenario& scenario) {
        return !play(scenario, Way::Tidemark, sim::Defect::OwnCounted).isRight();
    };
    Scenario scenario = randomScenario(1);
    for (std::uint64_t seed = 2; seed < 50 && !isWrong(scenario); ++seed) {
        scenario = randomScenario(seed);
    }
    REQUIRE(isWrong(scenario));
    const Scenario small = shrink(scenario, isWrong);
    CHECK(isWrong(small));
    CHECK(small.actions.size() <= 2);
    const auto saved = readScenario(writeScenario(small));
    REQUIRE(saved);
    CHECK(isWrong(*saved));
    CHECK(play(*saved, Way::Tidemark).isRight());
}

TEST_CASE("a chart is XML whose texts are only text")
{
    Scenario scenario = scenarioCalled("first-read");
    scenario.title = "<script>alert(1)</script> & \"quotes\"";
    const auto world = makeWorld(scenario, Way::Tidemark);
    world->runToRest();
    const std::string svg = chartOf(*world, Milliseconds(0), Milliseconds(10000));
    CHECK(svg.find("<script") == std::string::npos);
    QXmlStreamReader reader(QByteArray::fromStdString(svg));
    int arrows = 0;
    while (!reader.atEnd()) {
        reader.readNext();
        const bool isArrow = reader.isStartElement()
                             && reader.attributes().value(QStringLiteral("class")) == QStringLiteral("frame");
        arrows += isArrow ? 1 : 0;
    }
    CHECK_FALSE(reader.hasError());
    CHECK(arrows > 5);
    CHECK(escapedForSvg("a\x01<b>") == "a?&lt;b&gt;");
}

} // namespace tidemark::lab
