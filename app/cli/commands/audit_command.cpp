#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"
#include "app/cli/running/server_states.h"
#include "app/cli/running/state_comparison.h"
#include "core/transport/web_socket_transport.h"

#include <memory>

namespace tidemark::cli {

namespace {

constexpr Option repairOption{.name = "repair", .help = "write the recounted values to the store"};

constexpr int maxComparisons = 20;
constexpr std::chrono::milliseconds betweenComparisons{250};

/// Tries until the states of device and server are from the same moment, which is rare while other users
/// write.
Result<std::vector<StoreDifference>> compareWithServer(BlockingClient& client,
                                                       std::chrono::milliseconds timeout)
{
    StateComparison comparison;
    for (int i = 0; i < maxComparisons; ++i) {
        const ClientState before = client.state();
        if (!before.snapshot.account) {
            break;
        }
        const auto states =
            fetchServerStates(std::make_unique<WebSocketTransport>(), client.endpoints().front(),
                              before.snapshot.account->token, before.snapshot.device, timeout);
        if (!states) {
            return Unexpected(states.error());
        }
        comparison = compareStates(client.state().snapshot.conversations, *states);
        if (comparison.isSettled && comparison.differences.empty()) {
            break;
        }
        client.runFor(betweenComparisons);
    }
    return comparison.differences;
}

JsonLine toJson(const StoreDifference& difference)
{
    return JsonLine()
        .add("conversation", difference.conversation)
        .add("what", difference.what)
        .add("stored", difference.stored)
        .add("computed", difference.computed);
}

Result<Nothing> audit(BlockingClient& client, const Arguments& arguments)
{
    const AuditReport report = client.audit(arguments.options.has(repairOption));
    std::vector<StoreDifference> all = report.differences;
    if (report.repaired) {
        const auto caughtUp = client.catchUp();
        if (!caughtUp) {
            return caughtUp;
        }
    }
    if (!client.isOffline()) {
        const auto fromServer = compareWithServer(client, arguments.timeout);
        if (!fromServer) {
            return Unexpected(fromServer.error());
        }
        all.insert(all.end(), fromServer->begin(), fromServer->end());
    }
    std::vector<JsonLine> lines;
    lines.reserve(all.size());
    for (const StoreDifference& one : all) {
        lines.push_back(toJson(one));
    }
    print(JsonLine().add("ok", all.empty()).add("checked", report.checked).add("differences", lines));
    return all.empty()
               ? Result<Nothing>(Nothing{})
               : refused(report.repaired ? QStringLiteral("The local store has been repaired.") : QString());
}

} // namespace

const Command auditCommand{
    .name = "audit",
    .options = {repairOption},
    .help = "Recounts the local store and, online, compares it with the server:\n"
            "{\"ok\",\"checked\",\"differences\":[…]}. Exit status 1 if anything differed.",
    .run = audit,
};

} // namespace tidemark::cli
