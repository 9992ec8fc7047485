#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"

#include <algorithm>

namespace tidemark::cli {

namespace {

constexpr Option attachmentsLimitOption{
    .name = "limit",
    .kind = ValueKind::Id,
    .value = "N",
    .help = "print at most N files (default 100)",
};

Result<Nothing> listAttachments(BlockingClient& client, const Arguments& arguments)
{
    constexpr std::uint64_t usually = 100;
    constexpr std::uint64_t maxLimit = 1U << 20U;
    const auto conversation = findConversation(client, arguments.conversation());
    if (!conversation) {
        return Unexpected(conversation.error());
    }
    const std::uint64_t limit = arguments.options.number(attachmentsLimitOption, usually);
    for (const AttachmentItem& item : client.attachments(
             {.conversation = conversation->id, .limit = static_cast<int>(std::min(maxLimit, limit))})) {
        print(attachmentLine(item));
    }
    return Nothing{};
}

} // namespace

const Command attachmentsCommand{
    .name = "attachments",
    .arguments = {conversationArgument},
    .options = {attachmentsLimitOption},
    .help =
        "Prints the pictures and files of a conversation, newest first, as far as this device holds their\n"
        "messages, one per line:\n"
        "{\"conversation\",\"seq\",\"index\",\"name\",\"mime\",\"size\",\"width\",\"height\",\"sha256\","
        "\"held\"}.\n"
        "held: the bytes are on this device. mime, width and height are the sender's word.",
    .run = listAttachments,
};

} // namespace tidemark::cli
