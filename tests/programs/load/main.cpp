#include "tests/programs/load/failure.h"
#include "tests/programs/load/plot.h"
#include "tests/programs/load/process.h"
#include "tests/programs/load/scenario.h"

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
    return {idleScenario(),   fanOutScenario(), pollsScenario(), sendsScenario(),
            signInScenario(), soakScenario(),   nodesScenario(), attackScenario()};
}

void printHelp()
{
    std::puts("tidemark-load - load on a tidemark-server that this program starts itself\n\n"
              "Usage:\n  tidemark-load SCENARIO [options]\n"
              "  tidemark-load plot FIGURES FOLDER\n\n"
              "Speaks the real protocol over loopback, checks all that the server says (order, nothing lost, "
              "exact\n"
              "unread numbers) and prints what it has measured beside what was aimed at and what the machine "
              "can do\n"
              "at best in the same run. A wrong answer is a failure; missing an aim is one only where a line "
              "with\nPASS or FAIL says so, which a full run of 'attack' prints.\n\nScenarios:");
    for (const Scenario& scenario : scenarios()) {
        std::printf("  %-8s %s\n", scenario.name, scenario.summary);
        for (const Parameter& parameter : scenario.parameters) {
            const std::string option = std::string("--") + parameter.name + " N";
            std::printf("             %-26s %s (%llu; brief: %llu)\n", option.c_str(), parameter.meaning,
                        static_cast<unsigned long long>(parameter.full),
                        static_cast<unsigned long long>(parameter.brief));
        }
    }
    std::puts(
        "\nOptions:\n"
        "  --brief                  Tens of connections for seconds: for what is checked, not for figures.\n"
        "  --server FILE            The server. Default: tidemark-server beside this program.\n"
        "  --directory DIR          Where the database is, for the time of the run. Default: $TMPDIR or "
        "/tmp.\n"
        "  --database sqlite|postgres\n"
        "                           What the server keeps its data in. With postgres a PostgreSQL is started "
        "that "
        "waits\n"
        "                           for the disk; 'nodes' always has one. Default: sqlite.\n"
        "  --figures FILE           Append the figures to FILE, for 'plot', which draws how they grow.\n"
        "  --tls none|server|proxy  Speak through TLS, which ends at the server or at HAProxy before it, "
        "whose "
        "share then\n"
        "                           counts as the server's. Default: none.\n\n"
        "Exit status: 0 all answers were right, 1 something was wrong, 2 wrong use.");
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
