#include "app/cli/command_parts.h"
#include "app/cli/commands.h"
#include "app/cli/error_text.h"
#include "core/models/clean_text.h"

#include <algorithm>

namespace tidemark::cli {

namespace {

constexpr std::uint64_t defaultHistory = 100;

/// The part of a log that `history` shows, as a range to pull.
struct Wanted {
    Seq after;
    Seq through;
};

Wanted wantedRange(const Arguments& arguments, Seq head)
{
    const std::uint64_t limit = arguments.number("limit", defaultHistory);
    const std::uint64_t after = arguments.number("after", 0);
    if (arguments.has("after") && !arguments.has("before")) {
        return {Seq(after), Seq(std::min(head.value, after + limit))};
    }
    const std::uint64_t through = std::min(head.value, arguments.number("before", head.value + 1) - 1);
    return {Seq(std::max(after, through - std::min(through, limit))), Seq(through)};
}

/// Waits for an edit or recall, and then prints its target as changed.
Result<Nothing> finishChange(BlockingClient& client, ConversationId conversation, MessageUuid uuid,
                             Seq target)
{
    const auto sent = client.waitForMessage(uuid);
    if (!sent) {
        return Unexpected(sent.error());
    }
    if (sent->error) {
        client.client().submit(input::DeletePending{uuid});
        return refused(errorText(*sent->error));
    }
    for (const Seq seq : {target, sent->seq}) {
        const auto loaded = load(client, conversation, previous(seq), seq);
        if (!loaded) {
            return loaded;
        }
    }
    for (const HistoryEntry& entry : client.history(conversation, previous(target), next(target), 1)) {
        JsonLine line;
        print(addEntry(line, entry));
    }
    return Nothing{};
}

/// When offline, the change waits in the profile.
Result<Nothing> submitChange(BlockingClient& client, const Arguments& arguments, MessageUuid uuid,
                             Input change)
{
    const auto conversation = findConversation(client, arguments.conversation());
    if (!conversation) {
        return Unexpected(conversation.error());
    }
    client.client().submit(std::move(change));
    if (client.isOffline()) {
        print(JsonLine().add("uuid", uuidText(uuid)).addNull("seq"));
        return Nothing{};
    }
    return finishChange(client, conversation->id, uuid, arguments.seq(1));
}

} // namespace

Result<Nothing> showHistory(BlockingClient& client, const Arguments& arguments)
{
    const auto conversation = findConversation(client, arguments.conversation());
    if (!conversation) {
        return Unexpected(conversation.error());
    }
    const Wanted wanted = wantedRange(arguments, conversation->head);
    if (wanted.through <= wanted.after) {
        return Nothing{};
    }
    const auto loaded = load(client, conversation->id, wanted.after, wanted.through);
    if (!loaded) {
        return loaded;
    }
    const int limit = int(std::min<std::uint64_t>(arguments.number("limit", defaultHistory), 1U << 30U));
    for (const HistoryEntry& entry :
         client.history(conversation->id, wanted.after, next(wanted.through), limit)) {
        JsonLine line;
        print(addEntry(line, entry));
    }
    return Nothing{};
}

Result<Nothing> editMessage(BlockingClient& client, const Arguments& arguments)
{
    const MessageUuid uuid = Client::newUuid();
    const QString text = writtenText(arguments.positionals[2]);
    if (text.isEmpty()) {
        return refused(errorText(protocol::ErrorCode::TextEmpty));
    }
    return submitChange(
        client, arguments, uuid,
        input::EditMessage{arguments.conversation(), uuid, arguments.seq(1), text.toStdString()});
}

Result<Nothing> recallMessage(BlockingClient& client, const Arguments& arguments)
{
    const MessageUuid uuid = Client::newUuid();
    return submitChange(client, arguments, uuid,
                        input::RecallMessage{arguments.conversation(), uuid, arguments.seq(1)});
}

} // namespace tidemark::cli
