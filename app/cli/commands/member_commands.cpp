#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"

#include <array>
#include <optional>
#include <utility>

namespace tidemark::cli {

namespace {

constexpr std::array roleWords{std::pair("member", Role::Member), std::pair("moderator", Role::Moderator),
                               std::pair("owner", Role::Owner)};

const char* wordOf(Role role)
{
    for (const auto& [word, one] : roleWords) {
        if (one == role) {
            return word;
        }
    }
    return "member";
}

std::optional<Role> roleOf(const QString& text)
{
    for (const auto& [word, role] : roleWords) {
        if (text == QLatin1String(word)) {
            return role;
        }
    }
    return std::nullopt;
}

/// Calls `visit` for the members, ascending by id, until it returns false.
Result<Nothing> visitMembers(BlockingClient& client, ConversationId conversation,
                             const std::function<bool(const protocol::Member&)>& visit)
{
    UserId last;
    for (std::size_t visited = 0, all = 1; visited < all;) {
        const auto done = client.run([&](CommandId command) {
            return input::GetMembers{command, conversation, last};
        });
        if (!done) {
            return Unexpected(done.error());
        }
        const auto page = done->resultAs<protocol::Members>();
        for (const protocol::Member& member : page.members) {
            if (!visit(member)) {
                return Nothing{};
            }
        }
        if (page.members.empty()) {
            break;
        }
        last = page.members.back().user.id;
        visited += page.members.size();
        all = page.memberCount;
    }
    return Nothing{};
}

/// Finds a user of this name who wrote, or is named in, the part of the log that this device holds; 0 if
/// there is none.
UserId namedInLog(BlockingClient& client, ConversationId conversation, const std::string& name)
{
    constexpr int maxEntries = 100000;
    for (const HistoryEntry& one : client.history(conversation, Seq(), Seq(), maxEntries)) {
        if (one.authorName == name && one.entry.author.isValid()) {
            return one.entry.author;
        }
        const auto* notice = one.entry.as<content::Notice>();
        if (notice != nullptr && one.subjectName == name && notice->subject.isValid()) {
            return notice->subject;
        }
    }
    return {};
}

/// Finds the member or former member of this name. Only the log has the names of former members, so this
/// pulls the missing part of the log if necessary.
Result<UserId> userCalled(BlockingClient& client, ConversationId conversation, const QString& wanted)
{
    const std::string name = wanted.toStdString();
    UserId found;
    const auto asked = visitMembers(client, conversation, [&](const protocol::Member& member) {
        found = member.user.name == name ? member.user.id : found;
        return !found.isValid();
    });
    if (!asked) {
        return Unexpected(asked.error());
    }
    if (!found.isValid()) {
        found = namedInLog(client, conversation, name);
    }
    if (!found.isValid()) {
        const auto loaded = load(client, conversation, Seq(), Seq());
        if (!loaded) {
            return Unexpected(loaded.error());
        }
        found = namedInLog(client, conversation, name);
    }
    return found.isValid()
               ? Result<UserId>(found)
               : refused(
                   QStringLiteral("%1 is not a member of this conversation and never was.").arg(wanted));
}

Result<Nothing> putOut(BlockingClient& client, ConversationId conversation, UserId user, bool banned)
{
    return runAndPrint(client, [&](CommandId command) {
        return input::RemoveMember{command, conversation, user, banned};
    });
}

Result<Nothing> removeAs(BlockingClient& client, const Arguments& arguments, bool banned)
{
    const auto user = userCalled(client, arguments.conversation(), arguments.positionals[1]);
    return user ? putOut(client, arguments.conversation(), *user, banned)
                : Result<Nothing>(Unexpected(user.error()));
}

Result<Nothing> listMembers(BlockingClient& client, const Arguments& arguments)
{
    return visitMembers(client, arguments.conversation(), [&](const protocol::Member& member) {
        JsonLine line;
        line.add("conversation", arguments.conversation())
            .add("member", member.user.name)
            .add("role", wordOf(member.role))
            .add("seen", member.seen)
            .add("seen_all", member.seenAll);
        addTime(line, "at", member.seenAt);
        line.add("delivered", member.delivered);
        if (member.user.isDeleted) {
            line.add("deleted", true);
        }
        print(line);
        return true;
    });
}

Result<Nothing> removeMember(BlockingClient& client, const Arguments& arguments)
{
    return removeAs(client, arguments, false);
}

Result<Nothing> banMember(BlockingClient& client, const Arguments& arguments)
{
    return removeAs(client, arguments, true);
}

Result<Nothing> unbanMember(BlockingClient& client, const Arguments& arguments)
{
    const auto user = userCalled(client, arguments.conversation(), arguments.positionals[1]);
    if (!user) {
        return Unexpected(user.error());
    }
    bool isMember = false;
    const auto asked = visitMembers(client, arguments.conversation(), [&](const protocol::Member& member) {
        isMember = member.user.id == *user;
        return !isMember;
    });
    if (!asked) {
        return asked;
    }
    if (isMember) {
        return refused(QStringLiteral("%1 is a member and not banned.").arg(arguments.positionals[1]));
    }
    return putOut(client, arguments.conversation(), *user, false);
}

Result<Nothing> giveRole(BlockingClient& client, const Arguments& arguments)
{
    const auto role = roleOf(arguments.positionals[2]);
    if (!role) {
        return wrongUse(QStringLiteral("ROLE must be member, moderator or owner, not '%1'")
                            .arg(arguments.positionals[2]));
    }
    const auto user = userCalled(client, arguments.conversation(), arguments.positionals[1]);
    if (!user) {
        return Unexpected(user.error());
    }
    return runAndPrint(client, [&](CommandId command) {
        return input::SetRole{command, arguments.conversation(), *user, *role};
    });
}

} // namespace

const Command removeCommand{
    .name = "remove",
    .arguments = {conversationArgument, {"USER"}},
    .help = "Removes a member from a group; only its moderators and owners can do this. Prints "
            "{\"conversation\"}.",
    .needsServer = true,
    .run = removeMember,
};

const Command banCommand{
    .name = "ban",
    .arguments = {conversationArgument, {"USER"}},
    .help = "Removes a member and keeps the user from joining again; also works on a former member. Prints "
            "{\"conversation\"}.",
    .needsServer = true,
    .run = banMember,
};

const Command unbanCommand{
    .name = "unban",
    .arguments = {conversationArgument, {"USER"}},
    .help = "Lets a banned user join again. Prints {\"conversation\"}.",
    .needsServer = true,
    .run = unbanMember,
};

const Command roleCommand{
    .name = "role",
    .arguments = {conversationArgument, {"USER"}, {"ROLE"}},
    .help = "Gives a member of a group a role: member, moderator (can remove and ban members) or owner\n"
            "(can also give roles). Only owners can do this. Prints {\"conversation\"}.",
    .needsServer = true,
    .run = giveRole,
};

const Command membersCommand{
    .name = "members",
    .arguments = {conversationArgument},
    .help = "Prints one line for each member:\n"
            "{\"conversation\",\"member\",\"role\",\"seen\",\"seen_all\",\"at\",\"delivered\"}. seen: the "
            "last seq that\n"
            "the member lets others see as read, 0 if none; at: when seen last rose, or null.",
    .run = listMembers,
};

} // namespace tidemark::cli
