#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"
#include "app/cli/running/error_text.h"
#include "core/models/conversations/pin_rows.h"

#include <algorithm>
#include <vector>

namespace tidemark::cli {

namespace {

constexpr Option pinPositionOption{
    .name = "position",
    .kind = ValueKind::Id,
    .value = "N",
    .help = "make it the Nth of the pinned conversations",
};
constexpr Option unpinOption{.name = "off", .help = "unpin the conversation"};

std::vector<PinPlace> pinsIn(const QList<ConversationSummary>& all)
{
    std::vector<const ConversationSummary*> summaries;
    summaries.reserve(static_cast<std::size_t>(all.size()));
    for (const ConversationSummary& summary : all) {
        summaries.push_back(&summary);
    }
    return pinsOf(summaries);
}

/// The place from 1 among the pinned conversations; 0: it is not among them.
std::uint64_t positionOf(const std::vector<PinPlace>& pins, ConversationId id)
{
    const auto found = std::ranges::find(pins, id, &PinPlace::id);
    return found == pins.end() ? 0 : static_cast<std::uint64_t>(found - pins.begin()) + 1;
}

Result<Nothing> setPinned(BlockingClient& client, const ConversationSummary& conversation, bool isPinned)
{
    if (conversation.settings.pinned == isPinned) {
        return Nothing{};
    }
    if (client.isOffline()) {
        return needsServer(isPinned ? QStringLiteral("Pinning") : QStringLiteral("Unpinning"));
    }
    ConversationSettings settings = conversation.settings;
    settings.pinned = isPinned;
    const auto done = client.run([&](CommandId command) {
        return input::SetSettings{command, conversation.id, settings};
    });
    return done ? Result<Nothing>(Nothing{}) : Unexpected(done.error());
}

Result<Nothing> pinConversation(BlockingClient& client, const Arguments& arguments)
{
    const OptionValues& options = arguments.options;
    const bool isPinned = !options.has(unpinOption);
    if (!isPinned && options.has(pinPositionOption)) {
        return wrongUse(QStringLiteral("--off and --position cannot be given together"));
    }
    const auto conversation = findConversation(client, arguments.conversation());
    if (!conversation) {
        return Unexpected(conversation.error());
    }
    if (auto changed = setPinned(client, *conversation, isPinned); !changed) {
        return changed;
    }
    if (options.has(pinPositionOption)) {
        const auto to = static_cast<std::size_t>(options.number(pinPositionOption, 1) - 1);
        for (const PinPlace& place : placesAfterMove(pinsIn(client.conversations()), conversation->id, to)) {
            const auto done = client.run([&](CommandId command) {
                return input::OrderPin{command, place.id, place.order};
            });
            if (!done) {
                return Unexpected(done.error());
            }
        }
    }
    JsonLine line;
    line.add("conversation", conversation->id).add("pinned", isPinned);
    if (const auto position = positionOf(pinsIn(client.conversations()), conversation->id); position > 0) {
        line.add("position", position);
    } else {
        line.addNull("position");
    }
    print(line);
    return Nothing{};
}

Result<Nothing> listPinnedConversations(BlockingClient& client, const Arguments&)
{
    const QList<ConversationSummary> all = client.conversations();
    std::uint64_t position = 0;
    for (const PinPlace& pin : pinsIn(all)) {
        const auto summary = std::ranges::find(all, pin.id, &ConversationSummary::id);
        print(JsonLine()
                  .add("conversation", pin.id)
                  .add("title", QString::fromStdString(summary->title))
                  .add("position", ++position));
    }
    return Nothing{};
}

} // namespace

const Command pinConversationCommand{
    .name = "pin-conversation",
    .arguments = {conversationArgument},
    .options = {pinPositionOption, unpinOption},
    .help = "Pins the conversation at the top of your list, on all your devices. Prints\n"
            "{\"conversation\",\"pinned\",\"position\"}; position is null if it is not pinned, or archived.\n"
            "Without --position a new pin follows those that have a place. Offline, only the position of a\n"
            "pinned conversation can change; it is sent later.",
    .run = pinConversation,
};

const Command pinnedConversationsCommand{
    .name = "pinned-conversations",
    .help = "Prints one line for each pinned conversation, in your order:\n"
            "{\"conversation\",\"title\",\"position\"}.",
    .run = listPinnedConversations,
};

} // namespace tidemark::cli
