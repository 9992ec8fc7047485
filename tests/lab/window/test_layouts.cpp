#include "app/lab/playing/link_faults.h"
#include "app/lab/playing/offers.h"
#include "app/lab/playing/random_play.h"
#include "app/lab/playing/walk.h"
#include "app/lab/running/run.h"
#include "app/lab/scenario/scenario_text.h"
#include "app/lab/scenario/verbs.h"
#include "app/lab/window/band_layout.h"
#include "app/lab/window/world_layout.h"
#include "tests/lab/window/moment_digest.h"

#include <QLocale>

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

namespace tidemark::lab {

namespace {

constexpr int lineHeight = 16;

Scenario crowd(std::size_t devices)
{
    return widened(test::builtIn("first-read"), devices, 0);
}

} // namespace

TEST_CASE("nothing in the picture of the world overlaps, and everything is inside")
{
    for (const std::size_t devices : {3U, 8U, 20U}) {
        for (const QSize room : {QSize(300, 200), QSize(560, 240), QSize(1200, 900)}) {
            CAPTURE(devices);
            CAPTURE(room.width());
            Scenario scenario = crowd(devices);
            scenario.servers = 3;
            const WorldLayout layout(scenario, room, lineHeight);
            std::vector<QRect> places = layout.servers();
            places.push_back(layout.database());
            for (const WorldLayout::Card& card : layout.cards()) {
                places.push_back(card.place);
                places.push_back(layout.knob(card));
            }
            CHECK(layout.cards().size() == devices);
            for (std::size_t i = 0; i < places.size(); ++i) {
                CHECK(QRect(QPoint(), layout.size()).contains(places[i]));
                for (std::size_t other = 0; other < i; ++other) {
                    CHECK_FALSE(places[i].intersects(places[other]));
                }
            }
            CHECK(layout.size().width() >= room.width());
        }
    }
}

TEST_CASE("a frame travels from its device to its server, beside the cards")
{
    const WorldLayout layout(test::builtIn("first-read"), QSize(800, 300), lineHeight);
    const WorldLayout::Card* card = layout.card("phone");
    REQUIRE(card != nullptr);
    CHECK(layout.card("tower") == nullptr);
    const QPointF begin = layout.pointOnLink(*card, 0, true, 0);
    const QPointF end = layout.pointOnLink(*card, 0, true, 1);
    CHECK(begin.x() < end.x());
    CHECK(begin.x() > layout.knob(*card).right());
    CHECK(end.x() < layout.servers().front().left());
    CHECK(layout.pointOnLink(*card, 0, false, 0) == end);
    CHECK(layout.pointOnLink(*card, 0, true, 7) == end);
    const double width = 80;
    CHECK(layout.besideButtons(begin.x() - 40, width) == layout.knob(*card).right() + 1);
    CHECK(layout.besideButtons(790, width) + width == layout.knob(*layout.card("desk")).left());
    CHECK(layout.besideButtons(400, width) == 400);
    const WorldLayout::Card* other = layout.card("desk");
    CHECK_FALSE(other->isLeft);
    CHECK(layout.pointOnLink(*other, 0, true, 0).x() > layout.pointOnLink(*other, 0, true, 1).x());
}

TEST_CASE("the band shows cursor, floor and the unread entries of each device")
{
    LabController controller;
    const auto refusal = controller.load(test::builtIn("read-offline"));
    REQUIRE_FALSE(refusal);
    controller.goTo(1000000);
    const BandLayout band(controller.moment(), "crew", 700, lineHeight);
    REQUIRE(band.rows().size() == 3);
    const BandRow& phone = band.rows().front();
    CHECK(phone.device == "phone");
    CHECK_FALSE(phone.leavesOut);
    REQUIRE(phone.cells.size() == 7);
    CHECK(phone.cells.front().isBelowFloor);
    CHECK(phone.cells[4].isRead);
    CHECK(phone.cells[5].isUnread);
    CHECK(std::ranges::count_if(phone.cells, &BandCell::isUnread) == 2);
    CHECK(phone.cursorX == phone.cells[4].place.right() + 1);
    CHECK(band.cellAt(phone.cells[5].place.center()) == &phone.cells[5]);
    CHECK(band.cellAt(QPoint(0, 0)) == nullptr);
    CHECK(std::ranges::count_if(band.rows().back().cells, &BandCell::isUnread) == 0); // they are its own
    CHECK(band.rows().back().formula.bottom() < band.height());
    CHECK(BandLayout(controller.moment(), "family", 700, lineHeight).rows().empty());
}

TEST_CASE("a narrow band leaves out the oldest entries")
{
    LabController controller;
    const auto refusal = controller.load(test::builtIn("many-at-once"));
    REQUIRE_FALSE(refusal);
    controller.goTo(1000000);
    const int width = 400;
    const BandLayout band(controller.moment(), "crew", width, lineHeight);
    for (const BandRow& row : band.rows()) {
        CHECK(row.leavesOut);
        CHECK(row.cells.back().seq == Seq(21));
        CHECK(row.cells.back().place.right() < width);
        CHECK(row.cells.size() < 15);
        CHECK(row.cursorX >= row.name.right());
    }
}

TEST_CASE("a link says which faults it has")
{
    const Scenario scenario = test::builtIn("lost-pushes");
    CHECK(faultsText(faultsAt(scenario, "phone", Milliseconds(500), false)).isEmpty());
    CHECK(faultsText(faultsAt(scenario, "phone", Milliseconds(5000), false)) == QStringLiteral("50 % lost"));
    CHECK(faultsText(faultsAt(scenario, "desk", Milliseconds(5000), false)).isEmpty());
    CHECK(faultsText(faultsAt(scenario, "phone", Milliseconds(40000), false)).isEmpty());
    const Scenario slow = test::builtIn("slow-reads");
    CHECK(faultsAt(slow, "phone", Milliseconds(5000), false).delayMs == 2000);
    CHECK(faultsAt(slow, "phone", Milliseconds(90000), false) == LinkFaults());
    CHECK(faultsAt(slow, "phone", Milliseconds(90000), true).delayMs == 2000);
}

TEST_CASE("everything that is offered can be done, and all verbs are offered at some moment")
{
    LabController controller;
    std::set<Verb> offered;
    const auto tryAll = [&](const std::vector<OfferGroup>& groups) {
        for (const OfferGroup& group : groups) {
            for (const Offer& offer : group.offers) {
                CHECK_FALSE(offer.text.isEmpty());
                Scenario changed = controller.scenario();
                Action action = offer.action;
                action.at = controller.moment().at + Milliseconds(1);
                changed.actions.insert(std::ranges::upper_bound(changed.actions, action.at, {}, &Action::at),
                                       action);
                const auto again = readScenario(writeScenario(changed));
                INFO(wordsOf(action));
                CHECK(again);
                CHECK(again->actions == changed.actions);
                offered.insert(action.verb);
            }
        }
    };
    for (const char* name : {"old-backup", "restored-database", "cut-servers", "muted", "dies-between",
                             "killed-after-reading", "signed-out"}) {
        const auto refusal = controller.load(test::builtIn(name));
        REQUIRE_FALSE(refusal);
        for (const double until : {0.0, 3500.0, 5000.0, 13000.0}) {
            while (controller.shownAt() < until) {
                controller.advance(100);
            }
            const OfferContext context{controller.scenario(), controller.moment().at, "crew"};
            for (const DeviceAtMoment& device : controller.moment().devices) {
                tryAll(deviceOffers(context, device));
                tryAll(linkOffers(device.name));
            }
            std::uint32_t number = 0;
            for (const ServerAtMoment& server : controller.moment().servers) {
                tryAll(serverOffers(context, ++number, server));
            }
            tryAll(linkOffers({}));
            tryAll(databaseOffers(context));
        }
    }
    for (const VerbForm& form : verbForms) {
        CAPTURE(form.word);
        CHECK(offered.contains(form.verb));
    }
}

TEST_CASE("every sentence of the built-in scenarios has Chinese words")
{
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::Chinese, QLocale::China));
    for (const std::string& name : libraryNames()) {
        const Scenario scenario = test::builtIn(name);
        std::vector<std::string> sentences = scenario.about;
        sentences.push_back(scenario.title);
        for (const std::string& sentence : sentences) {
            INFO(sentence);
            CHECK(scenarioText(sentence) != QString::fromStdString(sentence));
        }
    }
    QLocale::setDefault(before);
    CHECK(scenarioText("A message, and a read") == QStringLiteral("A message, and a read"));
    CHECK(walkSteps() == 6);
    CHECK(walkStep(1) == "first-read");
    CHECK(walkStep(7).empty());
}

TEST_CASE("random play in turns finds the scenario that the shrinker finds at once")
{
    RandomPlay play(sim::Defect::OwnCounted);
    Scenario found;
    QObject::connect(&play, &RandomPlay::found, &play, [&](const Scenario& scenario) { found = scenario; });
    play.start(Way::Tidemark, 1, 50);
    std::size_t turns = 0;
    for (; play.phase() != RandomPlay::Phase::Idle && turns < 200000; ++turns) {
        play.turn();
    }
    CHECK(turns > 20);
    REQUIRE_FALSE(found.people.empty());
    CHECK(found.actions.size() <= 2);
    CHECK_FALSE(lab::play(found, Way::Tidemark, sim::Defect::OwnCounted).isRight());
}

TEST_CASE("random play ends when nothing is wrong")
{
    RandomPlay play;
    bool isNothing = false;
    QObject::connect(&play, &RandomPlay::nothingFound, &play, [&] { isNothing = true; });
    play.start(Way::Tidemark, 1, 2);
    CHECK(play.phase() == RandomPlay::Phase::Searching);
    for (int turn = 0; play.phase() != RandomPlay::Phase::Idle && turn < 100000; ++turn) {
        play.turn();
    }
    CHECK(isNothing);
    CHECK(play.seed() == 2);
    play.start(Way::Tidemark, 1, 2);
    play.stop();
    CHECK(play.phase() == RandomPlay::Phase::Idle);
}

} // namespace tidemark::lab
