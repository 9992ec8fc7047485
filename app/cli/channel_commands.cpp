#include "app/cli/command_parts.h"
#include "app/cli/commands.h"

#include <algorithm>
#include <vector>

namespace tidemark::cli {

Result<Nothing> createChannel(BlockingClient& client, const Arguments& arguments)
{
    return runAndPrint(client, [&](CommandId command) {
        return input::CreateChannel{command, Client::newUuid(), arguments.positionals[0].toStdString()};
    });
}

Result<Nothing> findChannels(BlockingClient& client, const Arguments& arguments)
{
    const auto done = client.run([&](CommandId command) {
        return input::FindChannels{command, arguments.positionals.value(0).toStdString()};
    });
    if (!done) {
        return Unexpected(done.error());
    }
    const QList<ConversationSummary> known = client.conversations();
    for (const protocol::FoundChannel& one : done->channels) {
        const bool isFollowed = std::any_of(known.begin(), known.end(), [&](const auto& summary) {
            return summary.id == one.conversation && summary.isMember;
        });
        print(JsonLine()
                  .add("conversation", one.conversation)
                  .add("title", one.title)
                  .add("followers", one.followers)
                  .add("followed", isFollowed));
    }
    return Nothing{};
}

Result<Nothing> follow(BlockingClient& client, const Arguments& arguments)
{
    return runAndPrint(client, [&](CommandId command) {
        return input::Follow{command, arguments.conversation()};
    });
}

Result<Nothing> unfollow(BlockingClient& client, const Arguments& arguments)
{
    return runAndPrint(client, [&](CommandId command) {
        return input::Unfollow{command, arguments.conversation()};
    });
}

Result<Nothing> showFeed(BlockingClient& client, const Arguments& arguments)
{
    if (arguments.has("open")) {
        const auto opened = client.run([](CommandId command) { return input::OpenFeed{command}; });
        if (!opened) {
            return Unexpected(opened.error());
        }
        const auto sent = client.waitUntilSent();
        if (!sent) {
            return Unexpected(sent.error());
        }
    }
    std::vector<JsonLine> channels;
    for (const ConversationSummary& one : client.conversations()) {
        if (one.isMember && one.kind == ConversationKind::Channel) {
            channels.push_back(JsonLine()
                                   .add("conversation", one.id)
                                   .add("title", one.title)
                                   .add("new", one.feedUnread)
                                   .add("exact", one.feedExact)
                                   .add("unread", one.counts.unread)
                                   .add("muted", one.settings.muted)
                                   .add("archived", one.settings.archived));
        }
    }
    const Totals totals = client.state().snapshot.totals;
    print(JsonLine().add("feed", totals.feed).add("exact", totals.feedExact).add("channels", channels));
    return Nothing{};
}

} // namespace tidemark::cli
