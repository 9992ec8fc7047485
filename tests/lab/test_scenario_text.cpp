#include "app/lab/running/library.h"
#include "app/lab/running/shrinking.h"
#include "app/lab/scenario/scenario_text.h"
#include "core/base/random.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace tidemark::lab {

namespace {

const std::string people = "tidemark-scenario 1\ntitle A title\nperson ada phone laptop\nperson bob desk\n"
                           "group crew ada bob\n";

/// The line and the message of the refusal; line 0: it was not refused.
std::pair<std::size_t, std::string> refusalOf(const std::string& text)
{
    const auto scenario = readScenario(text);
    return scenario ? std::pair<std::size_t, std::string>(0, {})
                    : std::pair(scenario.error().line, scenario.error().message);
}

std::size_t refusedLine(const std::string& text)
{
    return refusalOf(text).first;
}

} // namespace

TEST_CASE("every built-in scenario is read, and written as it was read")
{
    CHECK(libraryNames().size() >= 20);
    for (const std::string& name : libraryNames()) {
        CAPTURE(name);
        const auto scenario = readScenario(libraryText(name).value());
        REQUIRE(scenario);
        const auto again = readScenario(writeScenario(*scenario));
        REQUIRE(again);
        CHECK(*again == *scenario);
        CHECK_FALSE(scenario->about.empty());
    }
}

TEST_CASE("random play is written and read again")
{
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        CAPTURE(seed);
        const Scenario scenario = randomScenario(seed);
        const auto again = readScenario(writeScenario(scenario));
        REQUIRE(again);
        CHECK(*again == scenario);
    }
}

TEST_CASE("all verbs are read")
{
    const std::string text =
        people
        + "at 0 phone open crew\nat 0.5 desk send crew m x3 Hello\nat 1 phone read crew\n"
          "at 1 phone read crew to m2\nat 1 phone mark-unread crew from m3\nat 1 desk recall crew m1\n"
          "at 1 phone mute crew\nat 1 phone unmute crew\nat 1 phone leave crew\nat 2 phone sign-out\nat 2 "
          "phone sign-in\n"
          "at 2 phone off\nat 2 everyone on\nat 2 phone kill\nat 2 phone kill before-commit\nat 2 phone kill "
          "after-commit\n"
          "at 2 phone lose-disk\nat 2 phone back-up\nat 2 phone put-back\nat 2 phone clock -3600\nat 3 "
          "everyone loss 30\n"
          "at 3 phone double 20\nat 3 phone overtake 10\nat 3 phone delay 250\nat 3 phone cut\nat 3 phone "
          "cut for 2.125\n"
          "at 3 phone mend\nat 4 server1 kill\nat 4 server1 start\nat 4 server1 drain\nat 4 server1 cut\nat "
          "4 server1 mend\n"
          "at 5 database back-up\nat 6 database restore\n# a comment\n\nexpect phone crew unread 2\nexpect "
          "laptop total 2\n"
          "goes-wrong lock script\n";
    const auto scenario = readScenario(text);
    REQUIRE(scenario);
    CHECK(scenario->actions.size() == 34);
    CHECK(scenario->actions[1].count == 3);
    CHECK(scenario->actions[25].number == 2125);
    CHECK(readScenario(writeScenario(*scenario)).value() == *scenario);
}

TEST_CASE("a refusal names the line and the reason")
{
    CHECK(refusedLine("") == 1);
    CHECK(refusedLine("tidemark-scenario 2\n") == 1);
    CHECK(refusalOf(people + "at 1 tower open crew\n")
          == std::pair<std::size_t, std::string>(6, "'tower' is not a device of this scenario"));
    CHECK(refusedLine(people + "at 2 phone open crew\nat 1 phone open crew\n") == 7);
    CHECK(refusedLine(people + "at 1.2345 phone open crew\n") == 6);
    CHECK(refusedLine(people + "at -1 phone open crew\n") == 6);
    CHECK(refusedLine(people + "at 99999999999999999999 phone open crew\n") == 6);
    CHECK(refusedLine(people + "at 1 phone open family\n") == 6);
    CHECK(refusedLine(people + "at 1 phone read crew to m1\n") == 6);
    CHECK(refusedLine(people + "at 1 desk send crew m Hi\nat 2 desk send crew m Hi\n") == 7);
    CHECK(refusedLine(people + "at 1 desk send crew m x100000 Hi\n") == 6);
    CHECK(refusedLine(people + "at 1 server2 kill\n") == 6);
    CHECK(refusedLine(people + "at 1 everyone open crew\n") == 6);
    CHECK(refusedLine(people + "at 1 phone loss 101\n") == 6);
    CHECK(refusedLine(people + "at 1 phone back-up\nat 2 laptop put-back\n") == 7);
    CHECK(refusedLine(people + "at 1 database restore\n") == 6);
    CHECK(refusedLine(people + "at 1 phone open crew now\n") == 6);
    CHECK(refusedLine(people + "person eve server1\n") == 6);
    CHECK(refusedLine(people + "person eve phone\n") == 6);
    CHECK(refusedLine(people + "group crew ada\n") == 6);
    CHECK(refusedLine(people + "about \x01\n") == 6);
    CHECK(refusedLine(people + "about \xff\n") == 6);
    CHECK(refusedLine(people + "about \xed\xa0\x80\n") == 6);
    CHECK(refusedLine(people + "expect phone crew unread\n") == 6);
    CHECK(refusedLine("tidemark-scenario 1\ntitle Nobody\n") == 2);
    CHECK(refusedLine(people + std::string(caps::fileBytes, '\n')) == 1);
    CHECK(refusalOf(people + "at 1 phone \x1b[31mred\n").second == "the line is not plain UTF-8 text");
}

TEST_CASE("damaged scenarios are refused, or are scenarios")
{
    SplitMix64 random(20);
    const std::vector<std::string> names = libraryNames();
    int read = 0;
    for (int round = 0; round < 6000; ++round) {
        std::string text = libraryText(names[random.below(names.size())]).value();
        for (std::uint64_t changes = 1 + random.below(4); changes > 0; --changes) {
            const std::size_t at = random.below(text.size());
            switch (random.below(5)) {
            case 0:
                text[at] = static_cast<char>(random.below(256));
                break;
            case 1:
                text.erase(at, random.below(40));
                break;
            case 2:
                text.insert(at, text.substr(random.below(text.size()), random.below(60)));
                break;
            case 3:
                text.insert(at, std::to_string(random.next()));
                break;
            default:
                text.resize(at + 1);
            }
        }
        const auto scenario = readScenario(text);
        if (scenario) {
            ++read;
            const auto again = readScenario(writeScenario(*scenario));
            REQUIRE(again);
            CHECK(*again == *scenario);
        } else {
            CHECK(scenario.error().line >= 1);
            CHECK_FALSE(scenario.error().message.empty());
        }
    }
    CHECK(read > 100);
}

} // namespace tidemark::lab
