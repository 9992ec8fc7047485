#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"
#include "core/models/words/clean_text.h"

#include <algorithm>

namespace tidemark::cli {

namespace {

constexpr Option takeOtherOption{
    .name = "take-other",
    .help = "end a conflict: the draft becomes the text of the other device",
};
constexpr Option keepOwnOption{
    .name = "keep-own",
    .help = "end a conflict: the draft becomes the text of this device",
};

Result<Nothing> settleDraft(BlockingClient& client, ConversationId conversation, bool takesOther)
{
    const auto done = client.run([&](CommandId command) {
        return input::SettleDraft{command, conversation, takesOther};
    });
    return done ? client.waitUntilSent() : Unexpected(done.error());
}

Result<Nothing> setDraft(BlockingClient& client, ConversationId conversation, const QString& written)
{
    // White space alone is no text, as in the window.
    const std::string text = writtenText(written).isEmpty() ? std::string() : written.toStdString();
    const auto done = client.run([&](CommandId command) {
        return input::SetDraft{.command = command,
                               .conversation = conversation,
                               .uuid = Client::newUuid(),
                               .text = text,
                               .isFinished = true};
    });
    return done ? Result<Nothing>(Nothing{}) : Unexpected(done.error());
}

/// Adds the text of another device that was written at the same time.
void addConflict(JsonLine& line, BlockingClient& client, ConversationId conversation)
{
    const Snapshot snapshot = client.state().snapshot;
    const auto found = std::ranges::find(snapshot.drafts, conversation, &LocalDraft::conversation);
    if (found != snapshot.drafts.end() && isInConflict(*found)) {
        line.add("conflict", JsonLine()
                                 .add("text", found->server.text)
                                 .add("version", found->server.version)
                                 .add("device", found->server.deviceName));
    }
}

Result<Nothing> draft(BlockingClient& client, const Arguments& arguments)
{
    const ConversationId conversation = arguments.conversation();
    const bool takesOther = arguments.options.has(takeOtherOption);
    const bool keepsOwn = arguments.options.has(keepOwnOption);
    const bool settles = takesOther || keepsOwn;
    const bool sets = arguments.positionals.size() > 1;
    if ((takesOther && keepsOwn) || (sets && settles)) {
        return wrongUse(QStringLiteral("draft takes one of TEXT, --take-other and --keep-own"));
    }
    if (!sets && !client.isOffline()) {
        const auto quiet = client.waitUntilQuiet();
        if (!quiet) {
            return Unexpected(quiet.error());
        }
    }
    if (sets || settles) {
        const auto done = sets ? setDraft(client, conversation, arguments.positionals[1])
                               : settleDraft(client, conversation, takesOther);
        if (!done) {
            return Unexpected(done.error());
        }
    }
    const auto summary = findConversation(client, conversation);
    if (!summary) {
        return Unexpected(summary.error());
    }
    JsonLine line;
    addDraft(line, *summary);
    addConflict(line, client, conversation);
    print(line);
    return Nothing{};
}

} // namespace

const Command draftCommand{
    .name = "draft",
    .arguments = {conversationArgument, {"TEXT", ValueKind::Text, Occurs::AtMostOnce}},
    .options = {takeOtherOption, keepOwnOption},
    .help =
        "Prints {\"conversation\",\"text\",\"version\",\"device\"}: the draft of a conversation, and the\n"
        "device that has changed it last. With TEXT, sets it on all devices; an empty TEXT clears it.\n"
        "If another device has changed the draft at the same time, both texts stay: \"text\" is that of\n"
        "this device, and \"conflict\", {\"text\",\"version\",\"device\"}, is the other one. Offline, the\n"
        "draft is sent later.",
    .run = draft,
};

} // namespace tidemark::cli
