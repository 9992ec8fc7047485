#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"
#include "app/cli/running/error_text.h"

namespace tidemark::cli {

namespace {

/// Offline, the change waits in the profile.
Result<Nothing> changePin(BlockingClient& client, const Arguments& arguments, NoticeKind kind)
{
    const auto conversation = findConversation(client, arguments.conversation());
    if (!conversation) {
        return Unexpected(conversation.error());
    }
    const Seq target = arguments.seq(1);
    const MessageUuid uuid = Client::newUuid();
    client.client().submit(
        input::Send{conversation->id, uuid, content::Notice{.kind = kind, .target = target}});
    if (!client.isOffline()) {
        const auto sent = client.waitForMessage(uuid);
        if (!sent) {
            return Unexpected(sent.error());
        }
        if (sent->error) {
            return refused(errorText(*sent->error));
        }
    }
    print(JsonLine()
              .add("conversation", conversation->id)
              .add("seq", target)
              .add("pinned", kind == NoticeKind::Pinned));
    return Nothing{};
}

Result<Nothing> pinMessage(BlockingClient& client, const Arguments& arguments)
{
    return changePin(client, arguments, NoticeKind::Pinned);
}

Result<Nothing> unpinMessage(BlockingClient& client, const Arguments& arguments)
{
    return changePin(client, arguments, NoticeKind::Unpinned);
}

Result<Nothing> showPinned(BlockingClient& client, const Arguments& arguments)
{
    const auto conversation = findConversation(client, arguments.conversation());
    if (!conversation) {
        return Unexpected(conversation.error());
    }
    for (const Seq seq : conversation->pinnedMessages) {
        if (const auto loaded = load(client, conversation->id, previous(seq), seq); !loaded) {
            return loaded;
        }
        const QList<HistoryEntry> entries = client.history(conversation->id, previous(seq), next(seq), 1);
        JsonLine line;
        if (entries.isEmpty()) {
            line.add("seq", seq).addNull("kind");
        } else {
            addEntry(line, conversation->id, entries.front());
        }
        print(line);
    }
    return Nothing{};
}

} // namespace

const Command pinCommand{
    .name = "pin",
    .arguments = {conversationArgument, {"SEQ", ValueKind::Id}},
    .help = "Pins a message for all members, with a notice in the log that counts as nothing. Prints\n"
            "{\"conversation\",\"seq\",\"pinned\"}. Offline, the change is sent later.",
    .run = pinMessage,
};

const Command unpinCommand{
    .name = "unpin",
    .arguments = {conversationArgument, {"SEQ", ValueKind::Id}},
    .help = "Takes a pin back, whoever made it. Prints the same as pin.",
    .run = unpinMessage,
};

const Command pinnedCommand{
    .name = "pinned",
    .arguments = {conversationArgument},
    .help = "Prints one line for each pinned message, the oldest message first, with the fields of history.\n"
            "Offline, \"kind\" is null for a message that this device does not hold.",
    .run = showPinned,
};

} // namespace tidemark::cli
