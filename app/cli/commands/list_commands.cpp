#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"
#include "core/models/conversations/conversation_row.h"
#include "core/models/conversations/folder_rows.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tidemark::cli {

namespace {

constexpr Option mentionsOption{.name = "mentions", .help = "print only messages that mention you"};
constexpr Option repliesOption{.name = "replies", .help = "print only replies to you"};
constexpr Option reactionsOption{.name = "reactions", .help = "print only your messages with reactions"};
constexpr Option inFolderOption{
    .name = "folder",
    .kind = ValueKind::Text,
    .value = "TITLE",
    .help = "print only the conversations of this folder",
};
constexpr Option unlistedOption{
    .name = "all",
    .help = "also print those that the list of the window leaves out: of blocked people, and deleted ones",
};
constexpr Option unreadOption{.name = "unread", .help = "print only unread messages, without reactions"};
constexpr Option aboutMeLimitOption{
    .name = "limit",
    .kind = ValueKind::Id,
    .value = "N",
    .help = "print at most N messages (default 100)",
};

/// Whether the options let a command print this conversation.
bool isPrinted(const ConversationSummary& conversation, const OptionValues& options)
{
    return options.has(unlistedOption) ? conversation.isMember : isListed(conversation);
}

Result<Nothing> listConversations(BlockingClient& client, const Arguments& arguments)
{
    std::optional<Folder> folder;
    if (const QString words = arguments.options.text(inFolderOption); arguments.options.has(inFolderOption)) {
        auto found = findFolder(client, words);
        if (!found) {
            return Unexpected(found.error());
        }
        if (!*found) {
            return refused(noFolder(words));
        }
        folder = *std::move(found);
    }
    for (const ConversationSummary& one : client.conversations()) {
        if (!isPrinted(one, arguments.options) || (folder && !isInFolder(one, *folder))) {
            continue;
        }
        JsonLine line;
        line.add("conversation", one.id).add("kind", kindName(one.kind)).add("title", one.title);
        if (one.isPeerDeleted) {
            line.add("deleted", true);
        }
        print(line.add("head_seq", one.head)
                  .add("read_seq", one.cursor.readSeq)
                  .add("epoch", one.cursor.epoch)
                  .add("unread", one.counts.unread)
                  .add("mentions", one.counts.mentions)
                  .add("reactions", one.unreadReactions)
                  .add("exact", one.exact)
                  .add("muted", one.settings.muted)
                  .add("archived", one.settings.archived));
    }
    return Nothing{};
}

Result<Nothing> listUnread(BlockingClient& client, const Arguments& arguments)
{
    std::vector<JsonLine> conversations;
    for (const ConversationSummary& one : client.conversations()) {
        if (isPrinted(one, arguments.options)) {
            conversations.push_back(JsonLine()
                                        .add("conversation", one.id)
                                        .add("unread", one.counts.unread)
                                        .add("mentions", one.counts.mentions)
                                        .add("reactions", one.unreadReactions)
                                        .add("exact", one.exact));
        }
    }
    const Snapshot snapshot = client.state().snapshot;
    print(JsonLine()
              .add("total", snapshot.totals.unread)
              .add("conversations", conversations)
              .add("invitations", static_cast<std::uint64_t>(shownInvitations(snapshot).size())));
    return Nothing{};
}

Result<Nothing> listAboutMe(BlockingClient& client, const Arguments& arguments)
{
    constexpr std::uint64_t usually = 100;
    constexpr std::uint64_t maxLimit = 1U << 20U;
    const OptionValues& options = arguments.options;
    const bool wantsAll =
        !options.has(mentionsOption) && !options.has(repliesOption) && !options.has(reactionsOption);
    const AboutReaderQuery query{
        .mentions = wantsAll || options.has(mentionsOption),
        .answers = wantsAll || options.has(repliesOption),
        .reactions = wantsAll || options.has(reactionsOption),
        .onlyUnread = options.has(unreadOption),
        .limit = static_cast<int>(std::min(maxLimit, options.number(aboutMeLimitOption, usually)))};
    for (const SearchHit& hit : client.aboutReader(query)) {
        JsonLine line;
        line.add("conversation", hit.conversation).add("seq", hit.item.seq).add("from", hit.item.authorName);
        if (hit.item.isAuthorDeleted) {
            line.add("deleted", true);
        }
        print(line.add("at", isoTime(hit.item.at))
                  .add("text", hit.item.text)
                  .add("mention", hit.item.mentionsReader)
                  .add("reply", hit.answersReader)
                  .add("unread", hit.isUnread)
                  .add("reactions", reactionLines(hit.item.reactions)));
    }
    return Nothing{};
}

Result<Nothing> showStatus(BlockingClient& client, const Arguments&)
{
    const ClientState state = client.state();
    const Snapshot& snapshot = state.snapshot;
    print(JsonLine()
              .add("user", snapshot.account ? snapshot.account->user.name : std::string())
              .add("device", state.deviceName)
              .add("server", state.servers.toText())
              .add("unsent_messages", snapshot.pending.size())
              .add("unsent_reads", snapshot.intents.size())
              .add("disagreements", state.mismatches));
    return Nothing{};
}

Result<Nothing> synchronise(BlockingClient& client, const Arguments&)
{
    const auto quiet = client.waitUntilQuiet();
    if (!quiet) {
        return Unexpected(quiet.error());
    }
    print(JsonLine().add("pulled", client.pulled()));
    return Nothing{};
}

} // namespace

const Command conversationsCommand{
    .name = "conversations",
    .options = {inFolderOption, unlistedOption},
    .help = "Prints one line for each conversation in the list:\n"
            "{\"conversation\",\"kind\",\"title\",\"head_seq\",\"read_seq\",\"epoch\",\"unread\","
            "\"mentions\",\"reactions\",\"exact\",\"muted\",\"archived\"}.\n"
            "kind: direct, group, channel, notice. reactions: unread reactions to your messages, which are\n"
            "in no total. With \"deleted\":true, the other user of a direct chat has deleted the account.",
    .run = listConversations,
};

const Command unreadCommand{
    .name = "unread",
    .options = {unlistedOption},
    .help = "Prints the total and every conversation in the list: "
            "{\"total\",\n\"conversations\":[{\"conversation\",\"unread\",\"mentions\",\"reactions\","
            "\"exact\"}],\"invitations\"}.\n"
            "invitations: the number of open invitations, which is in no total.",
    .run = listUnread,
};

const Command statusCommand{
    .name = "status",
    .help =
        "Prints {\"user\",\"device\",\"server\",\"unsent_messages\",\"unsent_reads\",\"disagreements\"}.\n"
        "disagreements: how often device and server were found to differ, and were repaired, since\n"
        "the profile was created.",
    .run = showStatus,
};

const Command aboutMeCommand{
    .name = "about-me",
    .options = {mentionsOption, repliesOption, reactionsOption, unreadOption, aboutMeLimitOption},
    .help =
        "Prints messages that mention you or reply to you, and your own to which others have reacted, in\n"
        "all conversations, newest first, as far as this device holds them, one per line:\n"
        "{\"conversation\",\"seq\",\"from\",\"at\",\"text\",\"mention\",\"reply\",\"unread\",\"reactions\"}."
        "\n"
        "\"reactions\" is a list of {\"emoji\",\"count\",\"mine\"}. A device does not know which reactions "
        "are\n"
        "unread: see unread and see-reactions.",
    .run = listAboutMe,
};

const Command syncCommand{
    .name = "sync",
    .help = "Waits until everything has been sent and pulled. Prints {\"pulled\"}.",
    .needsServer = true,
    .pullsHistory = true,
    .run = synchronise,
};

} // namespace tidemark::cli
