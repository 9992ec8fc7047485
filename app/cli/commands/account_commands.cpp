#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"
#include "app/cli/running/profile_session.h"
#include "core/client/keys/token_text.h"

namespace tidemark::cli {

namespace {

constexpr Option tokenOnlyOption{
    .name = "token-only",
    .help = "create an account without a password, which signs in by its token only",
};
constexpr Option newPasswordFileOption{
    .name = "new-password-file",
    .kind = ValueKind::Text,
    .value = "FILE",
    .help = "read the new password from the first line of FILE",
    .isRequired = true,
};
constexpr Option signOutOthersOption{
    .name = "sign-out-others",
    .help = "sign the account's other devices out",
};

constexpr Option yesOption{
    .name = "yes",
    .help = "really delete the account; without this option nothing happens",
};

Result<Nothing> registerAccount(BlockingClient& client, const Arguments& arguments)
{
    const auto password = readPassword(arguments);
    if (!password) {
        return Unexpected(password.error());
    }
    if (arguments.user.isEmpty()) {
        return wrongUse(QStringLiteral("register needs --user."));
    }
    if (password->empty() != arguments.options.has(tokenOnlyOption)) {
        return wrongUse(QStringLiteral("register needs either --password-file or --token-only."));
    }
    const auto account = client.state().snapshot.account;
    if (account && !account->token.empty() && account->user.name != arguments.user.toStdString()) {
        return wrongUse(QStringLiteral("The profile %1 belongs to %2. Another account needs another profile.")
                            .arg(arguments.profile, client.userName()));
    }
    // With the same token, a repeated call changes nothing.
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

Result<Nothing> changePassword(BlockingClient& client, const Arguments& arguments)
{
    const auto oldPassword = readPassword(arguments);
    if (!oldPassword) {
        return Unexpected(oldPassword.error());
    }
    if (oldPassword->empty()) {
        return wrongUse(QStringLiteral("password needs --password-file with the old password."));
    }
    const auto newPassword = passwordIn(arguments.options.text(newPasswordFileOption));
    if (!newPassword) {
        return Unexpected(newPassword.error());
    }
    const auto done = client.run([&](CommandId command) {
        return input::ChangePassword{command, *oldPassword, *newPassword,
                                     arguments.options.has(signOutOthersOption)};
    });
    if (!done) {
        return Unexpected(done.error());
    }
    print(JsonLine().add("changed", true));
    return Nothing{};
}

Result<Nothing> deleteAccount(BlockingClient& client, const Arguments& arguments)
{
    const auto password = readPassword(arguments);
    if (!password) {
        return Unexpected(password.error());
    }
    if (password->empty()) {
        return wrongUse(QStringLiteral("delete-account needs --password-file with the account's password."));
    }
    const QString name = client.userName();
    if (!arguments.options.has(yesOption)) {
        return wrongUse(
            QStringLiteral("delete-account deletes the account %1 for ever, and its data on all of its "
                           "devices. Run the command again with --yes.")
                .arg(name));
    }
    const auto done = client.run([&](CommandId command) { return input::DeleteAccount{command, *password}; });
    if (!done) {
        return Unexpected(done.error());
    }
    print(JsonLine().add("user", name).add("deleted", true));
    return Nothing{};
}

} // namespace

const Command registerCommand{
    .name = "register",
    .options = {tokenOnlyOption},
    .help = "Creates the account --user, with the password of --password-file or with --token-only, and\n"
            "signs the profile in. Prints {\"user\",\"token\"}.",
    .start = Start::Connected,
    .needsServer = true,
    .run = registerAccount,
};

const Command deleteAccountCommand{
    .name = "delete-account",
    .options = {yesOption},
    .help =
        "Deletes the account for ever, if --yes is given; --password-file, before the command, holds its\n"
        "password. The account leaves its conversations, and its devices remove its data. Its messages\n"
        "stay or go, as the server's operator has chosen. Prints {\"user\",\"deleted\"}.",
    .needsServer = true,
    .run = deleteAccount,
};

const Command passwordCommand{
    .name = "password",
    .options = {newPasswordFileOption, signOutOthersOption},
    .help = "Changes the account's password; --password-file, before the command, holds the old one. Prints "
            "{\"changed\"}.",
    .needsServer = true,
    .run = changePassword,
};

} // namespace tidemark::cli
