#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"

#include <algorithm>
#include <vector>

namespace tidemark::cli {

namespace {

constexpr Option openOption{.name = "open", .help = "reset the feed first, on all devices of the user"};

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
    const auto found = done->resultAs<protocol::FoundChannels>();
    for (const protocol::FoundChannel& one : found.channels) {
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
    if (arguments.options.has(openOption)) {
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

} // namespace

const Command createChannelCommand{
    .name = "create-channel",
    .arguments = {{"TITLE"}},
    .help = "Creates a channel: anyone may follow it, and only the caller, who follows it from the start,\n"
            "can post there (send). Prints {\"conversation\"}.",
    .needsServer = true,
    .run = createChannel,
};

const Command channelsCommand{
    .name = "channels",
    .arguments = {{"TEXT", ValueKind::Text, Occurs::AtMostOnce}},
    .help = "Prints the channels whose title contains TEXT, or all, newest first, at most 50, one per\n"
            "line: {\"conversation\",\"title\",\"followers\",\"followed\"}.",
    .needsServer = true,
    .run = findChannels,
};

const Command followCommand{
    .name = "follow",
    .arguments = {conversationArgument},
    .help = "Follows a channel, from its newest entry on. Prints {\"conversation\"}.",
    .needsServer = true,
    .run = follow,
};

const Command unfollowCommand{
    .name = "unfollow",
    .arguments = {conversationArgument},
    .help = "Stops following a channel. Prints {\"conversation\"}.",
    .needsServer = true,
    .run = unfollow,
};

const Command feedCommand{
    .name = "feed",
    .options = {openOption},
    .help = "Prints what arrived in the followed channels since the feed was opened:\n"
            "{\"feed\",\"exact\",\"channels\":[{\"conversation\",\"title\",\"new\",\"exact\",\"unread\","
            "\"muted\",\"archived\"}]}.\n"
            "feed: the sum of new over the channels that are neither muted nor archived; unread: the\n"
            "channel's own badge, which --open does not change.",
    .run = showFeed,
};

} // namespace tidemark::cli
