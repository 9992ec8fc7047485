#include "app/lab/playing/lab_controller.h"
#include "app/lab/playing/player.h"
#include "app/lab/running/run.h"
#include "app/lab/scenario/scenario_text.h"
#include "tests/lab/window/moment_digest.h"

#include <doctest/doctest.h>

namespace tidemark::lab {

namespace {

using test::actionOf;
using test::builtIn;
using test::digestOf;

void loadInto(LabController& controller, const std::string& name)
{
    const auto refusal = controller.load(builtIn(name));
    REQUIRE_FALSE(refusal);
}

std::vector<std::string> textsOf(const std::vector<Event>& events)
{
    std::vector<std::string> texts;
    texts.reserve(events.size());
    for (const Event& event : events) {
        texts.push_back(secondsOf(event.at) + " " + wordsOf(event));
    }
    return texts;
}

} // namespace

TEST_CASE("each step forward and back shows the same moment again")
{
    LabController controller;
    loadInto(controller, "read-offline");
    std::vector<std::string> forward{digestOf(controller)};
    for (int step = 0; step < 60; ++step) {
        controller.stepForward();
        forward.push_back(digestOf(controller));
    }
    for (std::size_t step = forward.size() - 1; step-- > 0;) {
        controller.stepBack();
        CHECK(digestOf(controller) == forward[step]);
    }
    CHECK(controller.position() == 0);
    controller.stepBack();
    CHECK(digestOf(controller) == forward.front());
}

TEST_CASE("playing, pausing and jumping lead to the same moment")
{
    LabController played;
    loadInto(played, "read-offline");
    Player player(played);
    player.setPace(Pace::Fastest);
    player.setPlaying(true);
    CHECK(player.isPlaying());
    for (int tick = 0; tick < 40; ++tick) {
        player.tick();
        if (tick % 10 == 0) {
            player.setPlaying(false);
            player.setPlaying(true);
        }
    }
    const std::size_t events = played.position();
    REQUIRE(events > 20);
    played.goTo(events / 2);
    played.goTo(events);
    LabController jumped;
    loadInto(jumped, "read-offline");
    jumped.goTo(events);
    CHECK(digestOf(played) == digestOf(jumped));
    CHECK(played.events().size() == events);
}

TEST_CASE("the player stops at rest")
{
    LabController controller;
    loadInto(controller, "first-read");
    Player player(controller);
    player.setPace(Pace::Fastest);
    player.setPlaying(true);
    for (int tick = 0; tick < 20000 && player.isPlaying(); ++tick) {
        player.tick();
    }
    CHECK(controller.isAtRest());
    CHECK_FALSE(player.isPlaying());
    CHECK(controller.findings().empty());
}

TEST_CASE("a frame can be seen on its way at every pace")
{
    Moment moment;
    CHECK(timeOfTick(moment, Pace::Slow) < timeOfTick(moment, Pace::Fastest));
    FrameAtMoment frame;
    frame.sentAt = Milliseconds(100);
    frame.arrivesAt = Milliseconds(110);
    moment.frames.push_back(frame);
    for (const Pace pace : {Pace::Slow, Pace::Normal, Pace::Fast}) {
        CHECK(timeOfTick(moment, pace) < 3);
    }
    LabController controller;
    loadInto(controller, "first-read");
    for (int tick = 0; tick < 400 && controller.moment().frames.empty(); ++tick) {
        controller.advance(timeOfTick(controller.moment(), Pace::Normal));
    }
    CHECK_FALSE(controller.moment().frames.empty());
    const double before = controller.shownAt();
    controller.advance(0.25);
    CHECK(controller.shownAt() == doctest::Approx(before + 0.25));
}

TEST_CASE("events after the moment stay known until something is done by hand")
{
    LabController controller;
    loadInto(controller, "read-offline");
    controller.goTo(80);
    const std::vector<std::string> known = textsOf(controller.events());
    controller.goTo(30);
    CHECK(textsOf(controller.events()) == known);
    const std::size_t position = controller.position();
    CHECK_FALSE(controller.act(actionOf(Verb::Off, "laptop")));
    CHECK(controller.isHeld());
    REQUIRE(controller.events().size() > position);
    const std::vector<std::string> now = textsOf(controller.events());
    CHECK(std::vector<std::string>(now.begin(), now.begin() + static_cast<std::ptrdiff_t>(position))
          == std::vector<std::string>(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(position)));
    CHECK(now[position].ends_with("laptop off"));
    CHECK_FALSE(controller.moment().devices.at(1).isOn);
}

TEST_CASE("the counters get what is done by hand, too")
{
    LabController controller;
    loadInto(controller, "first-read");
    controller.goTo(60);
    Action send = actionOf(Verb::Send, "desk");
    send.conversation = "crew";
    for (const char* name : {"first", "second"}) {
        send.message = name;
        CHECK_FALSE(controller.act(send));
        for (int tick = 0; tick < 10; ++tick) {
            controller.advance(300);
        }
    }
    const auto world = makeWorld(controller.scenario(), controller.way());
    world->setOpen(true);
    world->runUntil(controller.moment().at);
    CHECK(digestOf(controller.counters()) == digestOf(world->moment()));
    const auto untouched = makeWorld(builtIn("first-read"), controller.way());
    untouched->setOpen(true);
    untouched->runUntil(controller.moment().at);
    CHECK(deviceIn(controller.counters(), "laptop")->total.shown
          > deviceIn(untouched->moment(), "laptop")->total.shown);
}

TEST_CASE("what was done by hand is saved, and gives the same events when it is played")
{
    LabController controller;
    loadInto(controller, "read-offline");
    controller.goTo(40);
    CHECK_FALSE(controller.act(actionOf(Verb::Cut, "laptop")));
    controller.advance(4000);
    CHECK_FALSE(controller.act(actionOf(Verb::BackUp, "phone"))); // the world is made again for it
    for (int tick = 0; tick < 100; ++tick) {
        controller.advance(400);
    }
    Action open = actionOf(Verb::Open, "laptop");
    open.conversation = "crew";
    CHECK_FALSE(controller.act(open));
    controller.advance(5000);
    CHECK_FALSE(controller.isAtRest());
    controller.letRest();
    CHECK_FALSE(controller.isHeld());
    controller.runToRest();
    REQUIRE(controller.isAtRest());

    const auto saved = readScenario(writeScenario(controller.savedScenario()));
    REQUIRE(saved);
    CHECK(saved->expectations.empty());
    CHECK(saved->actions.size() >= builtIn("read-offline").actions.size() + 3);
    const auto world = makeWorld(*saved, Way::Tidemark);
    world->runToRest();
    CHECK(textsOf(world->events()) == textsOf(controller.events()));
    CHECK(digestOf(world->moment()) == digestOf(controller.moment()));
}

TEST_CASE("faults end two seconds after the last action, also if that is long ago")
{
    LabController controller;
    loadInto(controller, "first-read");
    controller.goTo(20);
    CHECK_FALSE(controller.act(actionOf(Verb::Cut, "phone")));
    for (int tick = 0; tick < 100; ++tick) {
        controller.advance(300);
    }
    const std::string before = digestOf(controller.moment());
    controller.letRest();
    CHECK(digestOf(controller.moment()) == before);
    CHECK(controller.scenario().actions.back().verb == Verb::Mend);
    controller.runToRest();
    CHECK_FALSE(controller.moment().devices.front().isCut);
}

TEST_CASE("faults that have ended stay ended when something is done later")
{
    LabController controller;
    loadInto(controller, "first-read");
    controller.runToRest();
    CHECK_FALSE(controller.act(actionOf(Verb::Cut, "phone")));
    controller.runToRest();
    const std::string before = digestOf(controller);
    Action send = actionOf(Verb::Send, "desk");
    send.conversation = "crew";
    send.message = "later";
    send.text = "later";
    CHECK_FALSE(controller.act(send));
    const std::vector<Action>& actions = controller.scenario().actions;
    const auto mend = std::ranges::find_if(actions, [](const Action& one) { return one.verb == Verb::Mend; });
    REQUIRE(mend != actions.end());
    CHECK(mend->isForAll);
    CHECK_FALSE(deviceIn(controller.moment(), "phone")->isCut);
    controller.runToRest();
    CHECK(deviceIn(controller.moment(), "phone")->total.shown == 2);
    CHECK(before != digestOf(controller));
}

TEST_CASE("an action that the scenario cannot have is refused, and nothing changes")
{
    LabController controller;
    loadInto(controller, "first-read");
    controller.goTo(10);
    const std::string before = digestOf(controller);
    const auto refusal = controller.act(actionOf(Verb::PutBack, "phone"));
    REQUIRE(refusal);
    CHECK_FALSE(refusal->empty());
    CHECK(digestOf(controller) == before);
    CHECK_FALSE(controller.isHeld());
    CHECK_FALSE(controller.isChangedByHand());
}

TEST_CASE("the counters are those of the same moment, in the chosen way")
{
    LabController controller;
    loadInto(controller, "read-offline");
    controller.runToRest();
    const auto shown = [&] { return deviceIn(controller.counters(), "phone")->total; };
    CHECK(controller.moment().devices.front().total.shown == 2);
    CHECK(shown().shown == 0);
    CHECK(shown().isWrong());
    controller.toStart();
    CHECK(shown().shown == 0);
    CHECK_FALSE(shown().isWrong());
    controller.setWay(Way::Script);
    controller.runToRest();
    CHECK(shown().isWrong());
}

TEST_CASE("a defect that is switched on is seen")
{
    LabController controller(sim::Defect::OwnCounted);
    loadInto(controller, "first-read");
    controller.runToRest();
    CHECK(deviceIn(controller.moment(), "desk")->total.isWrong());
}

} // namespace tidemark::lab
