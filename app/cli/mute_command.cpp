#include "app/cli/command_parts.h"
#include "app/cli/commands.h"

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
        return noConnection(QStringLiteral("Muting needs the server: leave out --offline."));
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

} // namespace

Result<Nothing> mute(BlockingClient& client, const Arguments& arguments)
{
    const QString length = arguments.positionals.value(1, QStringLiteral("forever"));
    const auto seconds = secondsOf(length);
    if (!seconds) {
        return wrongUse(QStringLiteral("'%1' is not 1h, 8h or forever").arg(length));
    }
    return change(client, arguments.conversation(), seconds);
}

Result<Nothing> unmute(BlockingClient& client, const Arguments& arguments)
{
    return change(client, arguments.conversation(), std::nullopt);
}

} // namespace tidemark::cli
