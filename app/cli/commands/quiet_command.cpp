#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"

namespace tidemark::cli {

namespace {

Result<Nothing> quiet(BlockingClient& client, const Arguments& arguments)
{
    const QString word = arguments.positionals.value(0);
    if (!word.isEmpty()) {
        if (word != QLatin1String("on") && word != QLatin1String("off")) {
            return wrongUse(QStringLiteral("the setting must be on or off, not '%1'").arg(word));
        }
        if (client.isOffline()) {
            return needsServer(QStringLiteral("Changing the account's settings"));
        }
        const auto done = client.run([&](CommandId command) {
            return input::SetAccountSettings{command, {}, {}, word == QLatin1String("on")};
        });
        if (!done) {
            return Unexpected(done.error());
        }
    }
    const Snapshot snapshot = client.state().snapshot;
    print(JsonLine().add("quiet_while_active",
                         !snapshot.account || snapshot.account->settings.quietWhileActive));
    return Nothing{};
}

} // namespace

const Command quietCommand{
    .name = "quiet",
    .arguments = {{"on|off", ValueKind::Text, Occurs::AtMostOnce}},
    .help = "Prints whether the account's devices hold back notifications while one of them is in use:\n"
            "{\"quiet_while_active\"}. on or off changes this first.",
    .run = quiet,
};

} // namespace tidemark::cli
