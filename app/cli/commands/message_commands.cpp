#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"
#include "app/cli/running/error_text.h"
#include "core/models/words/clean_text.h"

#include <algorithm>

namespace tidemark::cli {

namespace {

constexpr Option afterOption{
    .name = "after",
    .kind = ValueKind::Number,
    .value = "SEQ",
    .help = "print only entries after SEQ; without --before, start with the oldest of them",
};
constexpr Option beforeOption{
    .name = "before",
    .kind = ValueKind::Id,
    .value = "SEQ",
    .help = "print only entries before SEQ",
};
constexpr Option historyLimitOption{
    .name = "limit",
    .kind = ValueKind::Id,
    .value = "N",
    .help = "print at most N entries, the newest unless --after is given (default 100)",
};

constexpr std::uint64_t defaultHistory = 100;

/// The part of a log that `history` shows, as a range to pull.
struct Wanted {
    Seq after;
    Seq through;
};

Wanted wantedRange(const Arguments& arguments, Seq head)
{
    const std::uint64_t limit = arguments.options.number(historyLimitOption, defaultHistory);
    const std::uint64_t after = arguments.options.number(afterOption, 0);
    if (arguments.options.has(afterOption) && !arguments.options.has(beforeOption)) {
        return {Seq(after), Seq(std::min(head.value, after + limit))};
    }
    const std::uint64_t through =
        std::min(head.value, arguments.options.number(beforeOption, head.value + 1) - 1);
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
        print(addEntry(line, conversation, entry));
    }
    return Nothing{};
}

/// Submits an edit or recall. Offline, it waits in the profile.
Result<Nothing> submitChange(BlockingClient& client, const Arguments& arguments, SentContent change)
{
    const auto conversation = findConversation(client, arguments.conversation());
    if (!conversation) {
        return Unexpected(conversation.error());
    }
    const MessageUuid uuid = Client::newUuid();
    client.client().submit(input::Send{arguments.conversation(), uuid, std::move(change)});
    if (client.isOffline()) {
        print(JsonLine().add("uuid", uuidText(uuid)).addNull("seq"));
        return Nothing{};
    }
    return finishChange(client, conversation->id, uuid, arguments.seq(1));
}

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
    const int limit =
        int(std::min<std::uint64_t>(arguments.options.number(historyLimitOption, defaultHistory), 1U << 30U));
    for (const HistoryEntry& entry :
         client.history(conversation->id, wanted.after, next(wanted.through), limit)) {
        if (!isHidden(entry.entry)) {
            JsonLine line;
            print(addEntry(line, conversation->id, entry));
        }
    }
    return Nothing{};
}

Result<Nothing> editMessage(BlockingClient& client, const Arguments& arguments)
{
    const QString text = writtenText(arguments.positionals[2]);
    if (text.isEmpty()) {
        return refused(errorText(protocol::ErrorCode::TextEmpty));
    }
    return submitChange(client, arguments, content::Edit{arguments.seq(1), text.toStdString()});
}

Result<Nothing> recallMessage(BlockingClient& client, const Arguments& arguments)
{
    return submitChange(client, arguments, content::Recall{arguments.seq(1)});
}

Result<Nothing> hideMessages(BlockingClient& client, const Arguments& arguments)
{
    const auto conversation = findConversation(client, arguments.conversation());
    if (!conversation) {
        return Unexpected(conversation.error());
    }
    std::vector<Seq> seqs;
    for (qsizetype i = 1; i < arguments.positionals.size(); ++i) {
        seqs.push_back(arguments.seq(static_cast<int>(i)));
        // A message that this device does not hold may be one that counts.
        if (const auto loaded = load(client, conversation->id, previous(seqs.back()), seqs.back()); !loaded) {
            return loaded;
        }
    }
    const auto done = client.run([&](CommandId command) {
        return input::HideMessages{command, conversation->id, seqs};
    });
    if (!done) {
        return Unexpected(done.error());
    }
    for (const Seq seq : seqs) {
        print(JsonLine().add("conversation", conversation->id).add("seq", seq).add("hidden", true));
    }
    return Nothing{};
}

} // namespace

const Command historyCommand{
    .name = "history",
    .arguments = {conversationArgument},
    .options = {afterOption, beforeOption, historyLimitOption},
    .help = "Prints one line for each entry, in ascending order:\n"
            "{\"seq\",\"kind\",\"from\",\"at\",\"text\",\"edited\",\"recalled\",\"reply_to\"}. kind: "
            "message, edit,\n"
            "recall, notice. A message with files has \"attachments\", a list of objects as the command\n"
            "attachments prints them, and one with reactions has \"reactions\", a list of\n"
            "{\"emoji\",\"count\",\"mine\"}. A notice about a pinned message has \"target\", its seq. A "
            "forwarded\n"
            "message has \"forwarded\", {\"user\",\"at\"}: who said it, and when.",
    .run = showHistory,
};

const Command editCommand{
    .name = "edit",
    .arguments = {conversationArgument, {"SEQ", ValueKind::Id}, {"TEXT"}},
    .help = "Edits a message; TEXT is treated like that of send. Prints the entry like history.",
    .run = editMessage,
};

const Command recallCommand{
    .name = "recall",
    .arguments = {conversationArgument, {"SEQ", ValueKind::Id}},
    .help = "Deletes a message for everyone. Prints the entry like history.",
    .run = recallMessage,
};

const Command hideCommand{
    .name = "hide",
    .arguments = {conversationArgument, {"SEQ", ValueKind::Id}, {"SEQ", ValueKind::Id, Occurs::AnyNumber}},
    .help =
        "Deletes messages for yourself alone, on all your devices and for good: they count in nothing, and\n"
        "no command shows them. Others keep them. Prints a line for each,\n"
        "{\"conversation\",\"seq\",\"hidden\"}. Offline, it is sent later.",
    .run = hideMessages,
};

} // namespace tidemark::cli
