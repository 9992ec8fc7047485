#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/totals_listener.h"

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
        return wrongUse(
            QStringLiteral("Nobody is signed in to the profile %1: give --token, or sign in with another "
                           "command first.")
                .arg(arguments.profile));
    }
    const auto seconds = arguments.factor("for");
    TotalsListener listener(client.makeTransport(), client.server(), std::move(hello));
    return listener.run(arguments.timeout, seconds ? std::optional(std::chrono::milliseconds(
                                               static_cast<std::int64_t>(*seconds * 1000)))
                                                   : std::nullopt);
}

} // namespace tidemark::cli
