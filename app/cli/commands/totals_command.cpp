#include "app/cli/commands/commands.h"
#include "app/cli/running/totals_listener.h"
#include "core/transport/web_socket_transport.h"

#include <memory>

namespace tidemark::cli {

namespace {

constexpr Option totalsForOption{
    .name = "for",
    .kind = ValueKind::Factor,
    .value = "SECONDS",
    .help = "keep running and print a line whenever the totals change",
};

Result<Nothing> showTotals(BlockingClient& client, const Arguments& arguments)
{
    const Snapshot snapshot = client.state().snapshot;
    protocol::Hello hello;
    hello.token = !arguments.token.empty() ? arguments.token
                  : snapshot.account       ? snapshot.account->token
                                           : std::string();
    hello.device = snapshot.device;
    hello.clientName = "tidemark-cli " TIDEMARK_VERSION;
    hello.totalsOnly = true;
    if (hello.token.empty()) {
        return wrongUse(QStringLiteral("No user is signed in to the profile %1: give --token, or sign in "
                                       "with another command first.")
                            .arg(arguments.profile));
    }
    const auto time = arguments.options.time(totalsForOption);
    Result<Nothing> result = Nothing{};
    for (const Endpoint& server : client.endpoints()) {
        TotalsListener listener(std::make_unique<WebSocketTransport>(), server, hello);
        result = listener.run(arguments.timeout, time);
        const bool mayOthersDo = !result && result.error().status == ExitStatus::NoConnection;
        if (!mayOthersDo) {
            break;
        }
    }
    return result;
}

} // namespace

const Command totalsCommand{
    .name = "totals",
    .options = {totalsForOption},
    .help = "Prints the totals as the server counts them, without loading conversations or storing\n"
            "anything: "
            "{\"total\",\"conversations\",\"mentions\",\"muted\",\"muted_conversations\",\"version\"}.\n"
            "version grows with every change. For programs that show only a number.",
    .start = Start::Offline,
    .needsServer = true,
    .run = showTotals,
};

} // namespace tidemark::cli
