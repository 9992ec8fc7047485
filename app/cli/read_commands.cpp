#include "app/cli/command_parts.h"
#include "app/cli/commands.h"

namespace tidemark::cli {

namespace {

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

} // namespace

Result<Nothing> markRead(BlockingClient& client, const Arguments& arguments)
{
    const ConversationId conversation = arguments.conversation();
    const auto done = client.run([&](CommandId command) {
        return input::MarkRead{command, conversation, Seq(arguments.number("up-to", 0)),
                               CursorCause::MarkedRead};
    });
    return done ? printRead(client, conversation) : Unexpected(done.error());
}

Result<Nothing> markUnread(BlockingClient& client, const Arguments& arguments)
{
    const ConversationId conversation = arguments.conversation();
    const auto done = client.run([&](CommandId command) {
        return input::MarkUnread{command, conversation, Client::newUuid(), Seq(arguments.number("from", 0))};
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

} // namespace tidemark::cli
