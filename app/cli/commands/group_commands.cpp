#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"

namespace tidemark::cli {

namespace {

constexpr Option historyOpenOption{
    .name = "history-open",
    .help = "let members who join later see earlier messages",
};
constexpr Option inviteOnlyOption{
    .name = "invite-only",
    .help = "forbid joining by the group's number, and let only moderators and owners add members",
};

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
                                  arguments.options.has(historyOpenOption),
                                  arguments.options.has(inviteOnlyOption)};
    });
}

Result<Nothing> openDirect(BlockingClient& client, const Arguments& arguments)
{
    return runAndPrint(client, [&](CommandId command) {
        return input::OpenDirect{command, arguments.positionals[0].toStdString()};
    });
}

Result<Nothing> addToGroup(BlockingClient& client, const Arguments& arguments)
{
    return runAndPrint(client, [&](CommandId command) {
        return input::AddMember{command, arguments.conversation(), arguments.positionals[1].toStdString()};
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

Result<Nothing> clearHistory(BlockingClient& client, const Arguments& arguments)
{
    const ConversationId conversation = arguments.conversation();
    const auto summary = runAndWait(client, conversation, [&](CommandId command) {
        return input::ClearHistory{command, conversation};
    });
    if (!summary) {
        return Unexpected(summary.error());
    }
    print(JsonLine().add("conversation", conversation).add("cleared_upto", summary->clearedThrough));
    return Nothing{};
}

} // namespace

const Command createGroupCommand{
    .name = "create-group",
    .arguments = {{"TITLE"}, {"MEMBER", ValueKind::Text, Occurs::AnyNumber}},
    .options = {historyOpenOption, inviteOnlyOption},
    .help =
        "Creates a group that the caller owns, with the named users. Prints {\"conversation\"}; if some of\n"
        "them are asked first, also \"invited\" with their names.",
    .needsServer = true,
    .run = createGroup,
};

const Command directCommand{
    .name = "direct",
    .arguments = {{"USER"}},
    .help = "Opens the direct chat with a user. Prints {\"conversation\"}.",
    .needsServer = true,
    .run = openDirect,
};

const Command addCommand{
    .name = "add",
    .arguments = {conversationArgument, {"USER"}},
    .help = "Adds a user to a group, or asks the user first. Prints the same as create-group.",
    .needsServer = true,
    .run = addToGroup,
};

const Command joinCommand{
    .name = "join",
    .arguments = {conversationArgument},
    .help = "Joins a group. Prints {\"conversation\"}.",
    .needsServer = true,
    .run = join,
};

const Command leaveCommand{
    .name = "leave",
    .arguments = {conversationArgument},
    .help = "Leaves a conversation. Prints {\"conversation\"}.",
    .needsServer = true,
    .run = leave,
};

const Command clearCommand{
    .name = "clear",
    .arguments = {conversationArgument},
    .help =
        "Removes the messages so far from all devices of the account; others keep theirs. The conversation "
        "may be one that was left. Prints {\"conversation\",\"cleared_upto\"}.",
    .run = clearHistory,
};

} // namespace tidemark::cli
