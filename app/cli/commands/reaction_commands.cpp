#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"
#include "app/cli/running/error_text.h"
#include "core/domain/request_caps.h"
#include "core/names/emoji.h"

#include <algorithm>
#include <unordered_map>

namespace tidemark::cli {

namespace {

constexpr Option offOption{.name = "off", .help = "take the reaction back"};

/// The reactions to a message as this device knows them. Pulls the message first if it is not held.
Result<std::vector<ReactionCount>> knownReactions(BlockingClient& client, ConversationId conversation,
                                                  Seq seq)
{
    const auto loaded = load(client, conversation, previous(seq), seq);
    if (!loaded) {
        return Unexpected(loaded.error());
    }
    const QList<HistoryEntry> entries = client.history(conversation, previous(seq), next(seq), 1);
    if (entries.isEmpty()) {
        return refused(errorText(protocol::ErrorCode::NoSuchEntry));
    }
    return entries.front().reactions;
}

JsonLine countLine(Seq seq, const ReactionCount& count, const std::vector<std::string>& users)
{
    JsonLine line;
    line.add("seq", seq)
        .add("emoji", count.emoji)
        .add("count", count.count)
        .add("mine", count.isMine)
        .add("users", users);
    return line;
}

/// One emoji of a message with the names of all who used it.
struct UsedEmoji {
    ReactionCount count;
    std::vector<std::string> users;
};

void add(std::vector<UsedEmoji>& used, const protocol::Reactors& page, UserId self)
{
    std::unordered_map<UserId, std::string> names;
    for (const User& user : page.users) {
        names.emplace(user.id, user.name);
    }
    for (const protocol::Reactor& reactor : page.reactors) {
        auto found = std::find_if(used.begin(), used.end(),
                                  [&](const UsedEmoji& one) { return one.count.emoji == reactor.emoji; });
        if (found == used.end()) {
            found = used.insert(found, UsedEmoji{{.emoji = reactor.emoji}, {}});
        }
        ++found->count.count;
        found->count.isMine = found->count.isMine || reactor.user == self;
        found->users.push_back(names[reactor.user]);
    }
}

Result<Nothing> react(BlockingClient& client, const Arguments& arguments)
{
    const auto emoji = emojiOf(arguments.positionals[2].toStdString(), caps::maxEmojiBytes);
    if (!emoji) {
        return refused(errorText(protocol::ErrorCode::EmojiInvalid));
    }
    const ConversationId conversation = arguments.conversation();
    const Seq seq = arguments.seq(1);
    const auto done = client.run([&](CommandId command) {
        return input::React{command,          conversation, seq, *emoji, !arguments.options.has(offOption),
                            Client::newUuid()};
    });
    if (!done) {
        return Unexpected(done.error());
    }
    const auto known = knownReactions(client, conversation, seq);
    if (!known) {
        return Unexpected(known.error());
    }
    print(
        JsonLine().add("conversation", conversation).add("seq", seq).add("reactions", reactionLines(*known)));
    return Nothing{};
}

Result<Nothing> showReactions(BlockingClient& client, const Arguments& arguments)
{
    const auto conversation = findConversation(client, arguments.conversation());
    if (!conversation) {
        return Unexpected(conversation.error());
    }
    const Seq seq = arguments.seq(1);
    std::vector<UsedEmoji> used;
    if (conversation->kind == ConversationKind::Channel && conversation->role != Role::Owner) {
        // Only the owner of a channel may learn who its followers are.
        const auto known = knownReactions(client, conversation->id, seq);
        if (!known) {
            return Unexpected(known.error());
        }
        for (const ReactionCount& count : *known) {
            used.push_back({count, {}});
        }
    } else {
        const auto account = client.state().snapshot.account;
        protocol::Reactors page;
        do {
            const ReactionSeq after = page.reactors.empty() ? ReactionSeq() : page.reactors.back().first;
            const auto done = runPatiently(client, [&](CommandId command) {
                return input::GetReactors{command, conversation->id, seq, after};
            });
            if (!done) {
                return Unexpected(done.error());
            }
            page = done->resultAs<protocol::Reactors>();
            add(used, page, account ? account->user.id : UserId());
        } while (page.hasMore && !page.reactors.empty());
    }
    for (const UsedEmoji& one : used) {
        print(countLine(seq, one.count, one.users));
    }
    return Nothing{};
}

Result<Nothing> seeReactions(BlockingClient& client, const Arguments& arguments)
{
    const ConversationId conversation = arguments.conversation();
    const auto summary = runAndWait(client, conversation, [&](CommandId command) {
        return input::SeeReactions{command, conversation};
    });
    if (!summary) {
        return Unexpected(summary.error());
    }
    print(JsonLine().add("conversation", conversation).add("reactions", summary->unreadReactions));
    return Nothing{};
}

} // namespace

const Command reactCommand{
    .name = "react",
    .arguments = {conversationArgument, {"SEQ", ValueKind::Id}, {"EMOJI"}},
    .options = {offOption},
    .help =
        "Reacts to a message with one emoji. Prints {\"conversation\",\"seq\",\"reactions\"}; reactions: a\n"
        "list of {\"emoji\",\"count\",\"mine\"}. Offline, the reaction is sent later.",
    .run = react,
};

const Command reactionsCommand{
    .name = "reactions",
    .arguments = {conversationArgument, {"SEQ", ValueKind::Id}},
    .help = "Prints one line for each emoji with which members have reacted to a message:\n"
            "{\"seq\",\"emoji\",\"count\",\"mine\",\"users\"}. In a channel only its owner sees the users.",
    .needsServer = true,
    .run = showReactions,
};

const Command seeReactionsCommand{
    .name = "see-reactions",
    .arguments = {conversationArgument},
    .help = "Marks the reactions to your messages as seen, on all devices. Prints\n"
            "{\"conversation\",\"reactions\"}; reactions: the number of unread ones.",
    .run = seeReactions,
};

} // namespace tidemark::cli
