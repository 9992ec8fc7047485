#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"

#include <algorithm>

namespace tidemark::cli {

namespace {

QString levelName(IgnoreLevel level)
{
    switch (level) {
    case IgnoreLevel::Ignored:
        return QStringLiteral("ignored");
    case IgnoreLevel::Blocked:
        return QStringLiteral("blocked");
    case IgnoreLevel::None:
        break;
    }
    return QStringLiteral("none");
}

JsonLine personLine(const std::string& name, IgnoreLevel level)
{
    JsonLine line;
    line.add("user", name).add("level", levelName(level));
    return line;
}

Result<Nothing> setLevel(BlockingClient& client, const Arguments& arguments, IgnoreLevel level)
{
    const std::string name = arguments.positionals.front().toStdString();
    // A user whom this device knows is named by the id, so that it works offline and can be sent again.
    const QList<User> people = client.people();
    const auto known = std::ranges::find(people, name, &User::name);
    const bool isKnown = known != people.end();
    if (!isKnown && client.isOffline()) {
        return refused(
            QStringLiteral("This device does not know a user of this name. Connect to the server."));
    }
    const auto done = client.run([&](CommandId command) {
        return input::SetIgnored{command, isKnown ? known->id : UserId(), level, Client::newUuid(),
                                 isKnown ? std::string() : name};
    });
    if (!done) {
        return Unexpected(done.error());
    }
    print(personLine(name, level));
    return Nothing{};
}

Result<Nothing> ignore(BlockingClient& client, const Arguments& arguments)
{
    return setLevel(client, arguments, IgnoreLevel::Ignored);
}

Result<Nothing> block(BlockingClient& client, const Arguments& arguments)
{
    return setLevel(client, arguments, IgnoreLevel::Blocked);
}

Result<Nothing> unignore(BlockingClient& client, const Arguments& arguments)
{
    return setLevel(client, arguments, IgnoreLevel::None);
}

Result<Nothing> listIgnored(BlockingClient& client, const Arguments& /*arguments*/)
{
    const QList<User> people = client.people();
    for (const LocalIgnore& one : client.state().snapshot.ignores.users) {
        const auto known = std::ranges::find(people, one.user, &User::id);
        if (levelOf(one) != IgnoreLevel::None && known != people.end()) {
            JsonLine line = personLine(known->name, levelOf(one));
            if (known->isDeleted) {
                line.add("deleted", true);
            }
            print(line);
        }
    }
    return Nothing{};
}

} // namespace

const Command ignoreCommand{
    .name = "ignore",
    .arguments = {{"USER"}},
    .help = "Ignores a user on all your devices: their messages count in nothing, until you end that with\n"
            "unignore. Prints {\"user\",\"level\"}. The user is told nothing. Offline, it is sent later.",
    .run = ignore,
};

const Command unignoreCommand{
    .name = "unignore",
    .arguments = {{"USER"}},
    .help = "Ends ignoring or blocking a user. Unread messages of the user count again. Prints the same.",
    .run = unignore,
};

const Command ignoredCommand{
    .name = "ignored",
    .help = "Prints one line for each user whom you ignore: {\"user\",\"level\"}. level: ignored or blocked.",
    .run = listIgnored,
};

const Command blockCommand{
    .name = "block",
    .arguments = {{"USER"}},
    .help = "Ignores a user, who also can neither begin a direct chat with you nor add you to a group, and\n"
            "does not learn what you read or that you type. Prints the same as ignore.",
    .run = block,
};

const Command unblockCommand{
    .name = "unblock",
    .arguments = {{"USER"}},
    .help = "The same as unignore.",
    .run = unignore,
};

} // namespace tidemark::cli
