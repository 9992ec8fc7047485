#include "app/cli/command_parts.h"
#include "app/cli/commands.h"
#include "app/cli/profile_session.h"
#include "core/client/token_text.h"

namespace tidemark::cli {

Result<Nothing> createGroup(BlockingClient& client, const Arguments& arguments)
{
    std::vector<std::string> members;
    for (const QString& member : arguments.positionals.mid(1)) {
        members.push_back(member.toStdString());
    }
    return runAndPrint(client, [&](CommandId command) {
        return input::CreateGroup{command,
                                  Client::newUuid(),
                                  arguments.positionals[0].toStdString(),
                                  members,
                                  arguments.has("history-open"),
                                  arguments.has("invite-only")};
    });
}

Result<Nothing> openDirect(BlockingClient& client, const Arguments& arguments)
{
    return runAndPrint(client, [&](CommandId command) {
        return input::OpenDirect{command, arguments.positionals[0].toStdString()};
    });
}

Result<Nothing> join(BlockingClient& client, const Arguments& arguments)
{
    return runAndPrint(client, [&](CommandId command) {
        return input::Join{command, arguments.conversation()};
    });
}

Result<Nothing> leave(BlockingClient& client, const Arguments& arguments)
{
    return runAndPrint(client, [&](CommandId command) {
        return input::Leave{command, arguments.conversation()};
    });
}

Result<Nothing> registerAccount(BlockingClient& client, const Arguments& arguments)
{
    const auto password = readPassword(arguments);
    if (!password) {
        return Unexpected(password.error());
    }
    if (arguments.user.isEmpty()) {
        return wrongUse(QStringLiteral("register needs --user."));
    }
    if (password->empty() != arguments.has("token-only")) {
        return wrongUse(QStringLiteral("register needs either --password-file or --token-only."));
    }
    const auto account = client.state().snapshot.account;
    if (account && !account->token.empty() && account->user.name != arguments.user.toStdString()) {
        return wrongUse(QStringLiteral("The profile %1 belongs to %2. Another account needs another profile.")
                            .arg(arguments.profile, client.userName()));
    }
    // Reusing the token makes a repeated call harmless.
    const bool wasHere = account && !account->token.empty() && arguments.token.empty();
    const std::string given = arguments.token.empty() ? Client::newToken() : arguments.token;
    const std::string token = wasHere ? account->token : given;
    const auto done = authenticate(client, arguments, [&](CommandId command) {
        return input::RegisterAccount{command, arguments.user.toStdString(), *password, token};
    });
    if (!done) {
        return Unexpected(done.error());
    }
    print(JsonLine().add("user", arguments.user).add("token", tokenToText(token)));
    return Nothing{};
}

} // namespace tidemark::cli
