#include "app/cli/commands/commands.h"
#include "app/cli/parsing/due_time.h"
#include "app/cli/running/command_parts.h"
#include "app/cli/running/error_text.h"
#include "app/cli/running/scheduled_lines.h"
#include "core/models/words/clean_text.h"
#include "core/models/words/reminder_text.h"
#include "core/models/words/utf8_text.h"

#include <QDateTime>

#include <algorithm>

namespace tidemark::cli {

namespace {

constexpr Option atOption{
    .name = "at",
    .kind = ValueKind::Text,
    .value = "TIME",
    .help = "send it at this time instead",
};
constexpr Option textOption{
    .name = "text",
    .kind = ValueKind::Text,
    .value = "TEXT",
    .help = "send this text instead",
};

void printScheduled(const ScheduledItem& item)
{
    JsonLine line;
    print(addScheduled(line, item));
}

std::vector<ScheduledItem> scheduledItems(BlockingClient& client)
{
    std::vector<ScheduledItem> items;
    for (const LocalScheduled& one : client.state().snapshot.scheduled) {
        items.push_back(itemOf(one));
    }
    std::ranges::stable_sort(items, {}, &ScheduledItem::due);
    return items;
}

/// The message that the first argument names. Online, what other devices have changed is known then.
Result<ScheduledItem> findScheduled(BlockingClient& client, const QString& uuid)
{
    if (!client.isOffline()) {
        const auto quiet = client.waitUntilQuiet();
        if (!quiet) {
            return Unexpected(quiet.error());
        }
    }
    for (const ScheduledItem& item : scheduledItems(client)) {
        if (uuidText(item.uuid) == uuid.toLower()) {
            return item;
        }
    }
    // A device forgets a scheduled message that has ended.
    return refused(
        QStringLiteral("No message is scheduled under this uuid: it was sent or cancelled, or is one "
                       "of another user."));
}

/// Prints the message with one of these uuids. It may have ended meanwhile: then nothing is printed.
void printNow(BlockingClient& client, const MessageUuid& uuid, const MessageUuid& other = {})
{
    for (const ScheduledItem& item : scheduledItems(client)) {
        if (item.uuid == uuid || (other.isValid() && item.uuid == other)) {
            printScheduled(item);
        }
    }
}

Expected<UnixMs, Failure> timeIn(const QString& text)
{
    const auto due = dueTime(text, UnixMs{QDateTime::currentMSecsSinceEpoch()});
    if (!due || due->value <= 0) {
        return wrongUse(QStringLiteral("TIME must be like 2026-12-01T08:00:00Z or +2h, not '%1'").arg(text));
    }
    return *due;
}

Result<Nothing> scheduleText(BlockingClient& client, ConversationId conversation, UnixMs due,
                             const QString& text)
{
    const MessageUuid uuid = Client::newUuid();
    const auto done = client.run([&](CommandId command) {
        return input::Schedule{.command = command,
                               .conversation = conversation,
                               .uuid = uuid,
                               .change = Client::newUuid(),
                               .text = writtenText(text).toStdString(),
                               .due = due};
    });
    if (!done) {
        return Unexpected(done.error());
    }
    printNow(client, uuid);
    return Nothing{};
}

Result<Nothing> schedule(BlockingClient& client, const Arguments& arguments)
{
    const auto due = timeIn(arguments.positionals[1]);
    if (!due) {
        return Unexpected(due.error());
    }
    if (writtenText(arguments.positionals[2]).isEmpty()) {
        return wrongUse(QStringLiteral("TEXT is empty"));
    }
    return scheduleText(client, arguments.conversation(), *due, arguments.positionals[2]);
}

Result<Nothing> listScheduled(BlockingClient& client, const Arguments& arguments)
{
    if (!client.isOffline()) {
        const auto quiet = client.waitUntilQuiet();
        if (!quiet) {
            return Unexpected(quiet.error());
        }
    }
    const bool isAll = arguments.positionals.isEmpty();
    for (const ScheduledItem& item : scheduledItems(client)) {
        if (isAll || item.conversation == arguments.conversation()) {
            printScheduled(item);
        }
    }
    return Nothing{};
}

Result<Nothing> changeScheduled(BlockingClient& client, const QString& uuid, std::optional<UnixMs> due,
                                const QString& text)
{
    const auto found = findScheduled(client, uuid);
    if (!found) {
        return Unexpected(found.error());
    }
    const MessageUuid change = Client::newUuid();
    const auto done = client.run([&](CommandId command) {
        return input::ChangeScheduled{.command = command,
                                      .uuid = found->uuid,
                                      .change = change,
                                      .text = writtenText(text).toStdString(),
                                      .movesDue = due.has_value(),
                                      .due = due.value_or(UnixMs())};
    });
    if (!done) {
        return Unexpected(done.error());
    }
    printNow(client, found->uuid, change);
    return Nothing{};
}

Result<Nothing> reschedule(BlockingClient& client, const Arguments& arguments)
{
    const OptionValues& options = arguments.options;
    if (!options.has(atOption) && !options.has(textOption)) {
        return wrongUse(QStringLiteral("reschedule needs --at or --text"));
    }
    std::optional<UnixMs> due;
    if (options.has(atOption)) {
        const auto time = timeIn(options.text(atOption));
        if (!time) {
            return Unexpected(time.error());
        }
        due = *time;
    }
    return changeScheduled(client, arguments.positionals.front(), due, options.text(textOption));
}

Result<Nothing> sendNow(BlockingClient& client, const Arguments& arguments)
{
    const QString wanted = arguments.positionals.front().toLower();
    const auto printSent = [&wanted](ConversationId conversation, const MessageUuid& uuid, Seq seq) {
        if (uuidText(uuid) == wanted) {
            print(JsonLine().add("conversation", conversation).add("uuid", wanted).add("seq", seq));
        }
    };
    const auto connection = QObject::connect(&client.client(), &Client::scheduledSent, &client, printSent);
    auto done = changeScheduled(client, wanted, UnixMs(), {});
    QObject::disconnect(connection);
    return done;
}

Result<Nothing> unschedule(BlockingClient& client, const Arguments& arguments)
{
    const auto found = findScheduled(client, arguments.positionals.front());
    if (!found) {
        return Unexpected(found.error());
    }
    const auto done = client.run([&](CommandId command) {
        return input::CancelScheduled{command, found->uuid, Client::newUuid()};
    });
    if (!done) {
        return Unexpected(done.error());
    }
    print(JsonLine().add("conversation", found->conversation).add("uuid", uuidText(found->uuid)));
    return Nothing{};
}

/// The direct chat with oneself. Offline, only a chat that this device knows.
Result<ConversationId> notesToSelf(BlockingClient& client)
{
    const QList<ConversationSummary> all = client.conversations();
    const auto found = std::ranges::find_if(all, [](const ConversationSummary& one) {
        return one.kind == ConversationKind::Direct && one.memberCount == 1 && one.isMember;
    });
    if (found != all.end()) {
        return found->id;
    }
    if (client.isOffline()) {
        return needsServer(QStringLiteral("The first reminder"));
    }
    const std::string name = client.userName().toStdString();
    const auto done = client.run([&](CommandId command) { return input::OpenDirect{command, name}; });
    return done ? Result<ConversationId>(done->resultAs<ConversationId>()) : Unexpected(done.error());
}

Result<Nothing> remind(BlockingClient& client, const Arguments& arguments)
{
    const ConversationId conversation = arguments.conversation();
    const Seq seq = arguments.seq(1);
    const auto due = timeIn(arguments.positionals[2]);
    if (!due) {
        return Unexpected(due.error());
    }
    const auto summary = findConversation(client, conversation);
    if (!summary) {
        return Unexpected(summary.error());
    }
    const auto loaded = load(client, conversation, previous(seq), seq);
    if (!loaded) {
        return Unexpected(loaded.error());
    }
    const QList<HistoryEntry> entries = client.history(conversation, previous(seq), next(seq), 1);
    const auto* message = entries.isEmpty() ? nullptr : entries.front().entry.as<content::Message>();
    if (message == nullptr || message->recalledBy.isValid()) {
        return refused(errorText(protocol::ErrorCode::NoSuchEntry));
    }
    const auto notes = notesToSelf(client);
    if (!notes) {
        return Unexpected(notes.error());
    }
    const QString text = reminderText(QString::fromStdString(entries.front().authorName),
                                      textFromUtf8(message->text), conversation, seq);
    return scheduleText(client, *notes, *due, text);
}

} // namespace

const Command scheduleCommand{
    .name = "schedule",
    .arguments = {conversationArgument, {"TIME"}, {"TEXT"}},
    .help =
        "Lets the server send a message at TIME, also when no device of yours is connected. TIME is ISO\n"
        "8601 with a zone, or a distance like +30m, +2h, +3d. Prints {\"conversation\",\"uuid\",\"text\",\n"
        "\"due\",\"version\",\"state\"}. state: unsent (the server does not have it yet), waiting, failed\n"
        "(it was due and could not be sent) or refused, both with \"error\". Offline, it is sent to the\n"
        "server later. At most a hundred messages, and a year ahead.",
    .run = schedule,
};

const Command scheduledCommand{
    .name = "scheduled",
    .arguments = {{"CONV", ValueKind::Id, Occurs::AtMostOnce}},
    .help = "Prints a line for each of your scheduled messages, as schedule does, the next one first.\n"
            "\"refused_text\": your change that came too late, or that another device's change replaced.",
    .run = listScheduled,
};

const Command rescheduleCommand{
    .name = "reschedule",
    .arguments = {{"UUID"}},
    .options = {atOption, textOption},
    .help = "Changes a scheduled message. Prints the same as schedule. If it is sent meanwhile, nothing\n"
            "changes; the text is kept as refused, and reschedule makes it another message. If it was sent\n"
            "or cancelled before, the exit status is 1.",
    .run = reschedule,
};

const Command unscheduleCommand{
    .name = "unschedule",
    .arguments = {{"UUID"}},
    .help = "Cancels a scheduled message. Prints {\"conversation\",\"uuid\"}.",
    .run = unschedule,
};

const Command sendNowCommand{
    .name = "send-now",
    .arguments = {{"UUID"}},
    .help =
        "Sends a scheduled message at once. Prints {\"conversation\",\"uuid\",\"seq\"}. Offline, it is sent\n"
        "with the next connection, and prints the same as schedule.",
    .run = sendNow,
};

const Command remindCommand{
    .name = "remind",
    .arguments = {conversationArgument, {"SEQ", ValueKind::Id}, {"TIME"}},
    .help = "Schedules a message to yourself that quotes a message. Prints the same as schedule.",
    .run = remind,
};

} // namespace tidemark::cli
