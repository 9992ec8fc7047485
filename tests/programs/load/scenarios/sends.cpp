#include "tests/programs/bench/servers/raw_sqlite.h"
#include "tests/programs/load/scenarios/scenario.h"
#include "tests/programs/load/scenarios/senders.h"

namespace tidemark::load {
namespace {

const std::vector<Parameter> sendsParameters{
    {"senders", 200, 20, "users that send, each again after each acknowledgement"},
    {"conversations", 5, 2, "groups to which each of them sends in turn"},
    {"members", 20, 10, "senders in each group"},
    {"seconds", 10, 1, "duration"},
};

double rawRate(const Scratch& scratch, int rowsEach, bool isBrief)
{
    const int commits = isBrief ? 20 : 300;
    return commits * rowsEach / bench::timeRawCommits(scratch.file("raw.db"), commits, rowsEach);
}

Figures runSends(const Arguments& arguments)
{
    Stage stage(arguments, {arguments["senders"], arguments["conversations"], arguments["members"]});
    Senders senders(stage);
    const double p99 = bench::percentile(senders.run(static_cast<double>(arguments["seconds"]), [] {}), 0.99);
    senders.checkAll();
    const double raw = rawRate(stage.scratch, static_cast<int>(arguments["senders"]), arguments.isBrief());
    stage.server.stop();
    stage.server.checkDatabase();
    return {
        atLeast(
            {"durable sends", senders.rate(), "messages/s", {}, {}, raw, "raw SQLite, as many rows a commit"},
            10000),
        atMost({"acknowledged, p99", p99, "ms"}, 50),
        {"the server's processor", senders.processorShare(), "%"}};
}

} // namespace

Scenario sendsScenario()
{
    return {"sends", "Many users send durable messages to many groups, and all members are notified.",
            sendsParameters, runSends};
}

} // namespace tidemark::load
