#include "app/lab/main/commands.h"

#include "app/lab/running/chart.h"
#include "app/lab/running/library.h"
#include "app/lab/running/report.h"
#include "app/lab/running/run.h"
#include "app/lab/running/shrinking.h"
#include "app/lab/scenario/scenario_text.h"
#include "app/lab/world/plan.h"

#include <QSaveFile>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <map>
#include <optional>

namespace tidemark::lab {

namespace {

constexpr int allRight = 0;
constexpr int somethingWrong = 1;
constexpr int wrongUse = 2;

constexpr std::string_view usage =
    R"(tidemark-lab - plays scenarios of several devices, servers and a faulty network, and checks every number

  tidemark-lab [open [SCENARIO]]         open the window, with this scenario or the first step of the walk
  tidemark-lab list                      list the built-in scenarios
  tidemark-lab show SCENARIO             print a scenario
  tidemark-lab run SCENARIO              play a scenario to its rest; exit 1 if a number is wrong then
  tidemark-lab trace SCENARIO            print every event of a scenario, and the numbers at rest
  tidemark-lab chart SCENARIO --out FILE draw the events of a scenario as SVG
  tidemark-lab shrink                    play at random until a number is wrong, make that as small as possible,
                                         and print it as a scenario; exit 1 if nothing is found

A SCENARIO is a file, or the name of a built-in scenario.

  --theme NAME     open: light, dark or system
  --language NAME  open: en, zh-CN or system
  --way WAY        count in this way: tidemark (the default), or with stored counters: two-steps, lock,
                   optimistic, script; or all (for run)
  --devices N      run: with at least N devices, at most 100
  --loss P         run: lose P percent of all frames
  --report FILE    run: also write a report as JSON
  --from S, --to S chart: only the events between these seconds of the scenario
  --out FILE       chart, shrink: write to this file
  --seed N         shrink: begin with this seed (1)
  --seeds N        shrink: try so many seeds (100)

Exit status: 0 all numbers were right (shrink: one was found), 1 something was wrong (shrink: nothing was found),
2 wrong use.
)";

/// Ends the program with a message for the user.
struct Refusal {
    std::string message;
};

struct Arguments {
    std::vector<std::string> words;
    std::map<std::string, std::string, std::less<>> options;

    [[nodiscard]] std::string option(std::string_view name, std::string_view otherwise = {}) const
    {
        const auto found = options.find(name);
        return found == options.end() ? std::string(otherwise) : found->second;
    }
};

Arguments parse(const std::vector<std::string_view>& words, const std::vector<std::string_view>& known,
                std::size_t positional)
{
    Arguments arguments;
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (!words[i].starts_with("--")) {
            arguments.words.emplace_back(words[i]);
            continue;
        }
        if (std::ranges::find(known, words[i]) == known.end()) {
            throw Refusal{"unknown option: " + std::string(words[i])};
        }
        if (i + 1 == words.size()) {
            throw Refusal{std::string(words[i]) + " needs a value"};
        }
        arguments.options[std::string(words[i])] = words[i + 1];
        ++i;
    }
    if (arguments.words.size() != positional) {
        throw Refusal{positional == 1 ? "name one scenario" : "too many words"};
    }
    return arguments;
}

std::uint64_t numberOf(const std::string& text, std::string_view option, std::uint64_t most)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value > most) {
        throw Refusal{std::string(option) + " must be a number up to " + std::to_string(most)};
    }
    return value;
}

Scenario scenarioOf(const std::string& name)
{
    auto scenario = scenarioNamed(name);
    if (!scenario) {
        throw Refusal{scenario.error()};
    }
    return std::move(scenario).value();
}

void writeFile(const std::string& name, const QByteArray& bytes)
{
    QSaveFile file(QString::fromLocal8Bit(name.data(), static_cast<qsizetype>(name.size())));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
        throw Refusal{name + " cannot be written: " + file.errorString().toStdString()};
    }
}

sim::Defect defectOf(const Arguments& arguments)
{
    const std::string name = arguments.option("--defect");
    if (name.empty()) {
        return sim::Defect::None;
    }
    const auto found = std::ranges::find(sim::allDefects, name, &sim::NamedDefect::name);
    if (found == sim::allDefects.end()) {
        throw Refusal{"unknown defect: " + name};
    }
    return found->defect;
}

std::vector<Way> waysOf(const Arguments& arguments)
{
    const std::string name = arguments.option("--way", "tidemark");
    if (name == "all") {
        std::vector<Way> all;
        std::ranges::transform(allWays, std::back_inserter(all), &NamedWay::way);
        return all;
    }
    const auto way = wayNamed(name);
    if (!way) {
        throw Refusal{"unknown way: " + name};
    }
    return {*way};
}

Way wayOf(const Arguments& arguments)
{
    const std::vector<Way> ways = waysOf(arguments);
    if (ways.size() > 1) {
        throw Refusal{"choose one way"};
    }
    return ways.front();
}

int listScenarios(const std::vector<std::string_view>& words)
{
    static_cast<void>(parse(words, {}, 0));
    for (const std::string& name : libraryNames()) {
        const Scenario scenario = scenarioOf(name);
        std::cout << name << "\n    " << scenario.title << "\n";
        for (const SeenAt& one : scenario.seen) {
            std::cout << "    " << one.row << ": " << one.where << "\n";
        }
    }
    return allRight;
}

int showScenario(const std::vector<std::string_view>& words)
{
    std::cout << writeScenario(scenarioOf(parse(words, {}, 1).words.front()));
    return allRight;
}

int runScenario(const std::vector<std::string_view>& words)
{
    const Arguments arguments = parse(words, {"--way", "--devices", "--loss", "--report", "--defect"}, 1);
    constexpr std::uint64_t percent = 100;
    const Scenario scenario =
        widened(scenarioOf(arguments.words.front()),
                numberOf(arguments.option("--devices", "0"), "--devices", caps::devices),
                static_cast<std::int64_t>(numberOf(arguments.option("--loss", "0"), "--loss", percent)));
    std::vector<Outcome> outcomes;
    for (const Way way : waysOf(arguments)) {
        outcomes.push_back(play(scenario, way, defectOf(arguments)));
    }
    std::cout << reportOf(scenario, outcomes);
    if (const std::string report = arguments.option("--report"); !report.empty()) {
        writeFile(report, jsonOf(scenario, outcomes));
    }
    return std::ranges::all_of(outcomes, &Outcome::isRight) ? allRight : somethingWrong;
}

int traceScenario(const std::vector<std::string_view>& words)
{
    const Arguments arguments = parse(words, {"--way", "--defect"}, 1);
    const Scenario scenario = scenarioOf(arguments.words.front());
    const auto world = makeWorld(scenario, wayOf(arguments), defectOf(arguments));
    world->runToRest();
    for (const Event& event : world->events()) {
        std::cout << secondsOf(event.at) << "  " << wordsOf(event) << '\n';
    }
    for (const ShownNumber& number : world->numbers()) {
        std::cout << number.device << ", " << (number.conversation.empty() ? "total" : number.conversation)
                  << ": " << number.shown
                  << (number.isWrong() ? ", and the true number is " + std::to_string(number.truth) : "")
                  << '\n';
    }
    return allRight;
}

int drawChart(const std::vector<std::string_view>& words)
{
    const Arguments arguments = parse(words, {"--way", "--from", "--to", "--out", "--defect"}, 1);
    constexpr std::uint64_t mostSeconds = caps::timeMs / 1000;
    const auto time = [&](std::string_view option, std::string_view otherwise) {
        constexpr std::int64_t perSecond = 1000;
        return Milliseconds(
            static_cast<std::int64_t>(numberOf(arguments.option(option, otherwise), option, mostSeconds))
            * perSecond);
    };
    const Scenario scenario = scenarioOf(arguments.words.front());
    const auto world = makeWorld(scenario, wayOf(arguments), defectOf(arguments));
    const Milliseconds to = time("--to", "86400");
    world->runUntil(to);
    const std::string svg = chartOf(*world, time("--from", "0"), to);
    if (const std::string out = arguments.option("--out"); out.empty()) {
        std::cout << svg;
    } else {
        writeFile(out, QByteArray::fromStdString(svg));
    }
    return allRight;
}

int shrinkRandomPlay(const std::vector<std::string_view>& words)
{
    const Arguments arguments = parse(words, {"--way", "--seed", "--seeds", "--out", "--defect"}, 0);
    const Way way = wayOf(arguments);
    const sim::Defect defect = defectOf(arguments);
    const std::uint64_t first = numberOf(arguments.option("--seed", "1"), "--seed", UINT32_MAX);
    const std::uint64_t count = numberOf(arguments.option("--seeds", "100"), "--seeds", UINT32_MAX);
    const auto isWrong = [&](const Scenario& scenario) { return !play(scenario, way, defect).isRight(); };
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        Scenario scenario = randomScenario(seed);
        if (!isWrong(scenario)) {
            continue;
        }
        std::cerr << "seed " << seed << ": something is wrong after " << scenario.actions.size()
                  << " actions\n";
        scenario = shrink(std::move(scenario), isWrong);
        std::cerr << reportOf(scenario, {play(scenario, way, defect)});
        const std::string written = writeScenario(scenario);
        if (const std::string out = arguments.option("--out"); out.empty()) {
            std::cout << written;
        } else {
            writeFile(out, QByteArray::fromStdString(written));
        }
        return allRight;
    }
    std::cerr << "nothing is wrong in " << count << " seeds\n";
    return somethingWrong;
}

} // namespace

int runProgram(const std::vector<std::string_view>& words)
{
    using Command = int (*)(const std::vector<std::string_view>&);
    static const std::map<std::string_view, Command> commands{
        {"list", listScenarios},  {"show", showScenario}, {"run", runScenario},
        {"trace", traceScenario}, {"chart", drawChart},   {"shrink", shrinkRandomPlay},
    };
    if (words.size() == 1 && words.front() == "--help") {
        std::cout << usage;
        return allRight;
    }
    if (words.size() == 1 && words.front() == "--version") {
        std::cout << "tidemark-lab " TIDEMARK_VERSION "\n";
        return allRight;
    }
    const auto command = words.empty() ? commands.end() : commands.find(words.front());
    if (command == commands.end()) {
        std::cerr << usage;
        return wrongUse;
    }
    try {
        return command->second(words);
    } catch (const Refusal& refusal) {
        std::cerr << "tidemark-lab: " << refusal.message << '\n';
        return wrongUse;
    } catch (const sim::Violation& violation) {
        std::cerr << "tidemark-lab: " << violation.what() << '\n';
        return somethingWrong;
    }
}

} // namespace tidemark::lab
