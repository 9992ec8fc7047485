#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/totals_listener.h"
#include "core/transport/web_socket_transport.h"

#include <memory>

namespace tidemark::cli {

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
    const auto seconds = arguments.factor("for");
    const auto time =
        seconds ? std::optional(std::chrono::milliseconds(static_cast<std::int64_t>(*seconds * 1000)))
                : std::nullopt;
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

} // namespace tidemark::cli
