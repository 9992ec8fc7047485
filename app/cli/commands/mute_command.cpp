#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"

#include <array>
#include <utility>

namespace tidemark::cli {

namespace {

constexpr std::uint32_t hour = 3600;
constexpr std::array lengths{std::pair("1h", hour), std::pair("8h", 8 * hour), std::pair("forever", 0U)};

std::optional<std::uint32_t> secondsOf(const QString& text)
{
    for (const auto& [word, seconds] : lengths) {
        if (text == QLatin1String(word)) {
            return seconds;
        }
    }
    return std::nullopt;
}

Result<Nothing> change(BlockingClient& client, ConversationId id, std::optional<std::uint32_t> muteSeconds)
{
    if (client.isOffline()) {
        return needsServer(QStringLiteral("Muting"));
    }
    const auto known = findConversation(client, id);
    if (!known) {
        return Unexpected(known.error());
    }
    ConversationSettings settings = known->settings;
    settings.muted = muteSeconds.has_value();
    const auto done = client.run([&](CommandId command) {
        return input::SetSettings{command, id, settings, muteSeconds};
    });
    if (!done) {
        return Unexpected(done.error());
    }
    const auto now = findConversation(client, id);
    if (!now) {
        return Unexpected(now.error());
    }
    JsonLine line;
    line.add("conversation", id).add("muted", now->settings.muted);
    print(addTime(line, "muted_until", now->settings.mutedUntil));
    return Nothing{};
}

Result<Nothing> mute(BlockingClient& client, const Arguments& arguments)
{
    const QString length = arguments.positionals.value(1, QStringLiteral("forever"));
    const auto seconds = secondsOf(length);
    if (!seconds) {
        return wrongUse(QStringLiteral("LENGTH must be 1h, 8h or forever, not '%1'").arg(length));
    }
    return change(client, arguments.conversation(), seconds);
}

Result<Nothing> unmute(BlockingClient& client, const Arguments& arguments)
{
    return change(client, arguments.conversation(), std::nullopt);
}

} // namespace

const Command muteCommand{
    .name = "mute",
    .arguments = {conversationArgument, {"LENGTH", ValueKind::Text, Occurs::AtMostOnce}},
    .help =
        "Excludes the conversation from the total; LENGTH is 1h, 8h or forever (default). Prints\n"
        "{\"conversation\",\"muted\",\"muted_until\"}; muted_until is null for forever. The server ends the\n"
        "mute on all devices.",
    .run = mute,
};

const Command unmuteCommand{
    .name = "unmute",
    .arguments = {conversationArgument},
    .help = "Includes the conversation in the total again. Prints the same as mute.",
    .run = unmute,
};

} // namespace tidemark::cli
