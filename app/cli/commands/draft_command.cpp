#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"
#include "core/models/words/clean_text.h"

namespace tidemark::cli {

namespace {

Result<Nothing> draft(BlockingClient& client, const Arguments& arguments)
{
    const ConversationId conversation = arguments.conversation();
    if (arguments.positionals.size() > 1) {
        // White space alone is no text, as in the window.
        const QString written = arguments.positionals[1];
        const std::string text = writtenText(written).isEmpty() ? std::string() : written.toStdString();
        const auto done = client.run([&](CommandId command) {
            return input::SetDraft{.command = command,
                                   .conversation = conversation,
                                   .uuid = Client::newUuid(),
                                   .text = text,
                                   .isFinished = true};
        });
        if (!done) {
            return Unexpected(done.error());
        }
    } else if (!client.isOffline()) {
        const auto quiet = client.waitUntilQuiet();
        if (!quiet) {
            return Unexpected(quiet.error());
        }
    }
    const auto summary = findConversation(client, conversation);
    if (!summary) {
        return Unexpected(summary.error());
    }
    JsonLine line;
    print(addDraft(line, *summary));
    return Nothing{};
}

} // namespace

const Command draftCommand{
    .name = "draft",
    .arguments = {conversationArgument, {"TEXT", ValueKind::Text, Occurs::AtMostOnce}},
    .help =
        "Prints {\"conversation\",\"text\",\"version\",\"device\"}: the draft of a conversation, and the\n"
        "device that has changed it last. With TEXT, sets it on all devices; an empty TEXT clears it.\n"
        "Offline, the draft is sent later.",
    .run = draft,
};

} // namespace tidemark::cli
