#include "app/cli/command_parts.h"
#include "app/cli/commands.h"

#include <algorithm>

namespace tidemark::cli {

Result<Nothing> listConversations(BlockingClient& client, const Arguments&)
{
    for (const ConversationSummary& one : client.conversations()) {
        if (!one.isMember) {
            continue;
        }
        print(JsonLine()
                  .add("conversation", one.id)
                  .add("kind", kindName(one.kind))
                  .add("title", one.title)
                  .add("head_seq", one.head)
                  .add("read_seq", one.cursor.readSeq)
                  .add("epoch", one.cursor.epoch)
                  .add("unread", one.counts.unread)
                  .add("mentions", one.counts.mentions)
                  .add("exact", one.exact)
                  .add("muted", one.settings.muted)
                  .add("archived", one.settings.archived));
    }
    return Nothing{};
}

Result<Nothing> listUnread(BlockingClient& client, const Arguments&)
{
    std::vector<JsonLine> conversations;
    for (const ConversationSummary& one : client.conversations()) {
        if (one.isMember) {
            conversations.push_back(JsonLine()
                                        .add("conversation", one.id)
                                        .add("unread", one.counts.unread)
                                        .add("mentions", one.counts.mentions)
                                        .add("exact", one.exact));
        }
    }
    print(JsonLine().add("total", client.state().snapshot.totals.unread).add("conversations", conversations));
    return Nothing{};
}

Result<Nothing> listAboutMe(BlockingClient& client, const Arguments& arguments)
{
    constexpr std::uint64_t usually = 100;
    constexpr std::uint64_t maxLimit = 1U << 20U;
    const bool isOneKind = arguments.has("mentions") != arguments.has("replies");
    const AboutReaderQuery query{!isOneKind || arguments.has("mentions"),
                                 !isOneKind || arguments.has("replies"), arguments.has("unread"),
                                 static_cast<int>(std::min(maxLimit, arguments.number("limit", usually)))};
    for (const SearchHit& hit : client.aboutReader(query)) {
        print(JsonLine()
                  .add("conversation", hit.conversation)
                  .add("seq", hit.item.seq)
                  .add("from", hit.item.authorName)
                  .add("at", isoTime(hit.item.at))
                  .add("text", hit.item.text)
                  .add("mention", hit.item.mentionsReader)
                  .add("reply", hit.answersReader)
                  .add("unread", hit.isUnread));
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

} // namespace tidemark::cli
