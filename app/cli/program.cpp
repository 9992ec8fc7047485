#include "app/cli/program.h"

#include "app/cli/parsing/command.h"
#include "app/cli/running/output.h"
#include "app/cli/running/profile_session.h"

namespace tidemark::cli {

namespace {

Result<Nothing> run(const Command& command, const Arguments& arguments)
{
    if (arguments.offline && command.needsServer) {
        return needsServer(QLatin1String(command.name));
    }
    const auto client = command.start == Start::CaughtUp ? openSignedIn(arguments) : openProfile(arguments);
    if (!client) {
        return Unexpected(client.error());
    }
    const auto result = command.run(*client.value(), arguments);
    client.value()->close();
    return result;
}

} // namespace

ExitStatus runCommand(const Arguments& arguments)
{
    const auto complete = withTokenFile(arguments);
    const auto result =
        complete ? run(*complete->command, *complete) : Result<Nothing>(Unexpected(complete.error()));
    if (result) {
        return ExitStatus::Done;
    }
    if (!result.error().message.isEmpty()) {
        printMessage(QStringLiteral("tidemark-cli: %1").arg(result.error().message));
    }
    return result.error().status;
}

} // namespace tidemark::cli
