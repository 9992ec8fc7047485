#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/load/base/failure.h"
#include "tests/programs/load/scenarios/scenario.h"

#include <algorithm>

namespace tidemark::load {
namespace {

const std::vector<Parameter> signInParameters{
    {"clients", 2000, 20, "clients that connect at the same moment, hold nothing, and receive all states"},
    {"conversations", 200, 10, "conversations of each client"},
    {"members", 100, 10, "clients in each group"},
    {"messages", 3, 2, "unread messages in each group"},
};

/// The seconds until each client has everything, when all come at once.
std::vector<double> signIn(Stage& stage, const Ledger& ledger)
{
    const Devices devices = stage.people.devices(stage.loop, stage.server.place(), false, false);
    std::vector<double> times;
    const bench::Stopwatch watch;
    for (std::size_t user = 0; user < devices.size(); ++user) {
        devices[user]->start([&, user] {
            times.push_back(watch.seconds());
            require(devices[user]->stateCount() == stage.people.shape().conversations,
                    "the server sends all states");
            require(devices[user]->unread() == ledger.unread(user), "the unread counts are right");
        });
    }
    stage.loop.runUntil([&] { return times.size() == devices.size(); }, "all clients to be signed in");
    return times;
}

Figures runSignIn(const Arguments& arguments)
{
    Stage stage(arguments, {arguments["clients"], arguments["conversations"], arguments["members"]});
    Ledger ledger(stage.people);
    fill(stage, ledger, arguments["messages"]);
    stage.server.stop();
    stage.server.start();
    const std::vector<double> cold = signIn(stage, ledger);
    const std::vector<double> warm = signIn(stage, ledger);
    stage.server.stop();
    stage.server.checkDatabase();
    const double last = *std::max_element(cold.begin(), cold.end());
    return {atMost({"until the last client is right", last, "s"}, 20),
            {"until half of them are", bench::median(cold), "s"},
            {"the same without a restart, the last", *std::max_element(warm.begin(), warm.end()), "s"}};
}

} // namespace

Scenario signInScenario()
{
    return {"signin", "All clients connect again at the same moment after a restart.", signInParameters,
            runSignIn};
}

} // namespace tidemark::load
