#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"

#include <array>
#include <utility>

namespace tidemark::cli {

namespace {

constexpr std::array addingWords{
    std::pair{AddingPolicy::Everybody, "everybody"},
    std::pair{AddingPolicy::Known, "known"},
    std::pair{AddingPolicy::Nobody, "nobody"},
};

Result<Nothing> listInvitations(BlockingClient& client, const Arguments&)
{
    for (const Invitation& one : shownInvitations(client.state().snapshot)) {
        print(invitationLine(one));
    }
    return Nothing{};
}

Result<Nothing> answerInvitation(BlockingClient& client, const Arguments& arguments, bool accepts)
{
    const auto done = client.run([&](CommandId command) {
        return input::AnswerInvitation{command, arguments.conversation(), accepts};
    });
    if (!done) {
        return Unexpected(done.error());
    }
    print(JsonLine().add("conversation", arguments.conversation()));
    return Nothing{};
}

Result<Nothing> acceptInvitation(BlockingClient& client, const Arguments& arguments)
{
    return answerInvitation(client, arguments, true);
}

Result<Nothing> refuseInvitation(BlockingClient& client, const Arguments& arguments)
{
    return answerInvitation(client, arguments, false);
}

Result<Nothing> whoMayAdd(BlockingClient& client, const Arguments& arguments)
{
    if (const QString word = arguments.positionals.value(0); !word.isEmpty()) {
        std::optional<AddingPolicy> wanted;
        for (const auto& [policy, name] : addingWords) {
            if (word == QLatin1String(name)) {
                wanted = policy;
            }
        }
        if (!wanted) {
            return wrongUse(
                QStringLiteral("the setting must be everybody, known or nobody, not '%1'").arg(word));
        }
        if (client.isOffline()) {
            return needsServer(QStringLiteral("Changing the account's settings"));
        }
        const auto done = client.run([&](CommandId command) {
            return input::SetAccountSettings{.command = command, .adding = wanted};
        });
        if (!done) {
            return Unexpected(done.error());
        }
    }
    const Snapshot snapshot = client.state().snapshot;
    // An earlier server, which does not know the setting, lets everybody add.
    const char* shown = "everybody";
    for (const auto& [policy, name] : addingWords) {
        if (snapshot.account && snapshot.account->settings.adding == policy) {
            shown = name;
        }
    }
    print(JsonLine().add("who_may_add", shown));
    return Nothing{};
}

} // namespace

const Command invitationsCommand{
    .name = "invitations",
    .help =
        "Prints one line for each group that you are asked to become a member of, the oldest first:\n"
        "{\"conversation\",\"title\",\"inviter\",\"at\"}. Invitations count in no number of unread messages.",
    .run = listInvitations,
};

const Command acceptCommand{
    .name = "accept",
    .arguments = {conversationArgument},
    .help = "Accepts an invitation: you become a member of the group. Prints {\"conversation\"}.",
    .needsServer = true,
    .run = acceptInvitation,
};

const Command refuseCommand{
    .name = "refuse",
    .arguments = {conversationArgument},
    .help =
        "Refuses an invitation. Nobody is told, and the same user cannot invite you to this group again.\n"
        "Prints {\"conversation\"}.",
    .needsServer = true,
    .run = refuseInvitation,
};

const Command whoMayAddCommand{
    .name = "who-may-add",
    .arguments = {{"everybody|known|nobody", ValueKind::Text, Occurs::AtMostOnce}},
    .help =
        "Prints who may add you to groups without asking: {\"who_may_add\"}. known: users with whom you "
        "have\n"
        "a direct chat that you have begun or written in. A word changes this first. Users whom you block\n"
        "can never add you.",
    .run = whoMayAdd,
};

} // namespace tidemark::cli
