#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"

namespace tidemark::cli {

namespace {

constexpr Option upToOption{
    .name = "up-to",
    .kind = ValueKind::Id,
    .value = "SEQ",
    .help = "mark as read through SEQ (default: everything)",
};
constexpr Option fromOption{
    .name = "from",
    .kind = ValueKind::Id,
    .value = "SEQ",
    .help = "make SEQ the first unread entry",
    .isRequired = true,
};

Result<Nothing> printRead(BlockingClient& client, ConversationId id)
{
    const auto sent = client.waitUntilSent();
    if (!sent) {
        return Unexpected(sent.error());
    }
    const auto conversation = findConversation(client, id);
    if (!conversation) {
        return Unexpected(conversation.error());
    }
    print(readLine(*conversation, client.state().snapshot.totals));
    return Nothing{};
}

Result<Nothing> markRead(BlockingClient& client, const Arguments& arguments)
{
    const ConversationId conversation = arguments.conversation();
    const auto done = client.run([&](CommandId command) {
        return input::MarkRead{command, conversation, Seq(arguments.options.number(upToOption, 0)),
                               CursorCause::MarkedRead};
    });
    return done ? printRead(client, conversation) : Unexpected(done.error());
}

Result<Nothing> markUnread(BlockingClient& client, const Arguments& arguments)
{
    const ConversationId conversation = arguments.conversation();
    const auto done = client.run([&](CommandId command) {
        return input::MarkUnread{command, conversation, Client::newUuid(),
                                 Seq(arguments.options.number(fromOption, 0))};
    });
    return done ? printRead(client, conversation) : Unexpected(done.error());
}

Result<Nothing> markAllRead(BlockingClient& client, const Arguments&)
{
    const QList<ConversationSummary> before = client.conversations();
    const auto done = client.run([](CommandId command) { return input::MarkAllRead{command}; });
    if (!done) {
        return Unexpected(done.error());
    }
    for (const ConversationSummary& one : before) {
        if (one.isMember && (one.counts.unread > 0 || !one.exact)) {
            const auto printed = printRead(client, one.id);
            if (!printed) {
                return printed;
            }
        }
    }
    return client.waitUntilSent();
}

} // namespace

const Command readCommand{
    .name = "read",
    .arguments = {conversationArgument},
    .options = {upToOption},
    .help = "Marks messages as read. Prints {\"conversation\",\"epoch\",\"read_seq\",\"unread\",\"total\"}.",
    .run = markRead,
};

const Command markUnreadCommand{
    .name = "mark-unread",
    .arguments = {conversationArgument},
    .options = {fromOption},
    .help = "Marks messages as unread. Prints the same as read.",
    .run = markUnread,
};

const Command markAllReadCommand{
    .name = "mark-all-read",
    .help =
        "Marks everything as read. Prints the same as read, one line for each conversation that was unread.",
    .run = markAllRead,
};

} // namespace tidemark::cli
