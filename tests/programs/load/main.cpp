#include "core/system/freed_memory.h"
#include "tests/programs/load/base/failure.h"
#include "tests/programs/load/machines/process.h"
#include "tests/programs/load/report/plot.h"
#include "tests/programs/load/scenarios/scenario.h"

#include <QCoreApplication>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace {

using namespace tidemark::load;

constexpr int wrongUse = 2;

std::vector<Scenario> scenarios()
{
    return {idleScenario(),   fanOutScenario(), pollsScenario(), sendsScenario(),  registersScenario(),
            signInScenario(), soakScenario(),   nodesScenario(), attackScenario(), filesScenario()};
}

void printHelp()
{
    std::puts(R"(tidemark-load - load on a tidemark-server that this program starts itself

Usage:
  tidemark-load SCENARIO [options]
  tidemark-load plot FIGURES FOLDER

Speaks the real protocol over loopback and checks all answers of the server: order, completeness and
exact unread counts. Prints the figures beside the aims and beside the best that the machine can do in
the same run. A wrong answer is a failure. A missed aim is a failure only in a full run of 'attack',
which prints PASS or FAIL.

Scenarios:)");
    for (const Scenario& scenario : scenarios()) {
        std::printf("  %-8s %s\n", scenario.name, scenario.summary);
        for (const Parameter& parameter : scenario.parameters) {
            const std::string option = std::string("--") + parameter.name + " N";
            std::printf("             %-26s %s (%llu; brief: %llu)\n", option.c_str(), parameter.meaning,
                        static_cast<unsigned long long>(parameter.full),
                        static_cast<unsigned long long>(parameter.brief));
        }
    }
    std::puts(R"(
Options:
  --brief                  Use tens of connections for seconds, to check answers, not to measure.
  --server FILE            Start this server. Default: tidemark-server beside this program.
  --directory DIR          Keep the database in DIR during the run. Default: $TMPDIR or /tmp.
  --database sqlite|postgres
                           Choose the server's database. With postgres the program starts a PostgreSQL
                           that waits for the disk; 'nodes' always does. Default: sqlite.
  --figures FILE           Append the figures to FILE, for 'plot', which draws how they grow.
  --tls none|server|proxy  Use TLS that ends at the server, or at HAProxy in front of the server; its
                           share then counts as the server's. Default: none.

Exit status: 0 all answers were right, 1 an answer was wrong, 2 wrong use.)");
}

std::string settingOf(const Scenario& scenario, const Arguments& arguments)
{
    std::string setting;
    for (const Parameter& parameter : scenario.parameters) {
        setting += (setting.empty() ? "" : " ") + std::string(parameter.name) + '='
                   + std::to_string(arguments[parameter.name]);
    }
    if (arguments.database() == Arguments::Database::Postgres) {
        setting += " postgres";
    }
    switch (arguments.tls()) {
    case Arguments::Tls::None:
        return setting;
    case Arguments::Tls::Server:
        return setting + " tls";
    case Arguments::Tls::Proxy:
        return setting + " tls-proxy";
    }
    return setting;
}

void run(const Scenario& scenario, const Arguments& arguments)
{
    const Figures figures = scenario.run(arguments);
    print(scenario.name, figures);
    if (!arguments.figures().empty()) {
        append(arguments.figures(), scenario.name, settingOf(scenario, arguments), figures);
    }
    judge(scenario.name, figures);
}

/// The exit status of `act`.
template <typename Act>
int orFailed(const char* what, Act act)
{
    try {
        act();
        return 0;
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "tidemark-load: %s: %s\n", what, failure.what());
        return 1;
    }
}

} // namespace

int main(int argc, char* argv[])
{
    tidemark::keepFreedMemory(); // as the server does, so that this program does not measure its own memory
    const QCoreApplication application(argc, argv);
    std::signal(SIGPIPE, SIG_IGN);
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.empty() || words.front() == "--help") {
        printHelp();
        return words.empty() ? wrongUse : 0;
    }
    if (words.front() == "plot" && words.size() == 3) {
        return orFailed("plot", [&] { plot(words[1], words[2]); });
    }
    const std::vector<Scenario> all = scenarios();
    const auto scenario =
        std::find_if(all.begin(), all.end(), [&](const Scenario& one) { return one.name == words.front(); });
    if (scenario == all.end()) {
        std::fprintf(stderr, "tidemark-load: unknown scenario '%s'\n", words.front().c_str());
        return wrongUse;
    }
    return orFailed(scenario->name, [&] {
        allowManyFiles();
        run(*scenario, Arguments({words.begin() + 1, words.end()}, scenario->parameters));
    });
}
