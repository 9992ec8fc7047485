#include "app/cli/running/command_parts.h"

#include "app/cli/running/error_text.h"
#include "core/domain/request_caps.h"
#include "core/models/conversations/folder_rows.h"
#include "core/names/label.h"

#include <algorithm>
#include <chrono>

namespace tidemark::cli {

Result<ConversationSummary> findConversation(BlockingClient& client, ConversationId id)
{
    const QList<ConversationSummary> all = client.conversations();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const ConversationSummary& one) { return one.id == id; });
    if (found == all.end()) {
        return refused(errorText(protocol::ErrorCode::NoSuchConversation));
    }
    return *found;
}

Result<std::optional<Folder>> findFolder(BlockingClient& client, const QString& titleOrId)
{
    // As the server stores it. What is no title may be an id.
    const auto title = titleOf(titleOrId.toStdString(), caps::maxFolderTitleBytes);
    std::optional<Folder> found;
    for (const Folder& folder : shownFolders(client.state().snapshot.folders)) {
        if (uuidText(folder.id) == titleOrId) {
            return std::optional(folder);
        }
        if (folder.title == title) {
            if (found) {
                return refused(
                    QStringLiteral("Several folders have the title '%1': give the id of one, which the "
                                   "command folders prints.")
                        .arg(titleOrId));
            }
            found = folder;
        }
    }
    return found;
}

QString noFolder(const QString& titleOrId)
{
    return QStringLiteral("There is no folder '%1'.").arg(titleOrId);
}

JsonLine folderLine(const Folder& folder, const QList<ConversationSummary>& conversations)
{
    std::vector<std::uint64_t> added;
    for (const ConversationId id : folder.conversations) {
        added.push_back(id.value);
    }
    std::vector<std::uint64_t> held;
    for (const ConversationSummary& one : conversations) {
        if (isInFolder(one, folder)) {
            held.push_back(one.id.value);
        }
    }
    const FolderNumbers numbers = numbersOf(folder, conversations);
    JsonLine line;
    line.add("id", uuidText(folder.id))
        .add("title", folder.title)
        .add("rule", wordOf(folder.rule))
        .add("added", added)
        .add("conversations", held)
        .add("unread", numbers.unread)
        .add("mentions", numbers.mentions)
        .add("muted_unread", numbers.mutedUnread)
        .add("reactions", numbers.reactions)
        .add("exact", numbers.exact && numbers.mutedExact);
    return line;
}

Result<ConversationSummary> runAndWait(BlockingClient& client, ConversationId conversation,
                                       const std::function<Input(CommandId)>& make)
{
    const auto done = client.run(make);
    if (!done) {
        return Unexpected(done.error());
    }
    const auto sent = client.waitUntilSent();
    if (!sent) {
        return Unexpected(sent.error());
    }
    return findConversation(client, conversation);
}

Result<Nothing> load(BlockingClient& client, ConversationId conversation, Seq after, Seq through)
{
    if (client.isOffline()) {
        return Nothing{};
    }
    const auto done = client.run([&](CommandId command) {
        return input::LoadRange{command, conversation, after, through};
    });
    return done ? Result<Nothing>(Nothing{}) : Unexpected(done.error());
}

Result<change::CommandDone> runPatiently(BlockingClient& client, const std::function<Input(CommandId)>& make)
{
    while (true) {
        auto done = client.run(make);
        if (done || done.error().retryAfter == std::chrono::milliseconds(0)) {
            return done;
        }
        client.runFor(done.error().retryAfter);
    }
}

Result<Nothing> runAndPrint(BlockingClient& client, const std::function<Input(CommandId)>& make)
{
    const auto done = client.run(make);
    if (!done) {
        return Unexpected(done.error());
    }
    JsonLine line;
    line.add("conversation", done->resultAs<ConversationId>());
    if (!done->invited.empty()) {
        std::vector<std::string> names;
        for (const User& user : done->invited) {
            names.push_back(user.name);
        }
        line.add("invited", names);
    }
    print(line);
    return Nothing{};
}

std::vector<Invitation> shownInvitations(const Snapshot& snapshot)
{
    return tidemark::shownInvitations(snapshot.invitations, ignoredIn(snapshot.ignores));
}

JsonLine invitationLine(const Invitation& invitation)
{
    JsonLine line;
    line.add("conversation", invitation.conversation)
        .add("title", invitation.title)
        .add("inviter", invitation.inviter.name)
        .add("at", isoTime(invitation.at));
    return line;
}

JsonLine& addDraft(JsonLine& line, const ConversationSummary& conversation)
{
    return line.add("conversation", conversation.id)
        .add("text", conversation.draft)
        .add("version", conversation.draftVersion)
        .add("device", conversation.draftDevice);
}

JsonLine readLine(const ConversationSummary& conversation, const Totals& totals)
{
    JsonLine line;
    line.add("conversation", conversation.id)
        .add("epoch", conversation.cursor.epoch)
        .add("read_seq", conversation.cursor.readSeq)
        .add("unread", conversation.counts.unread)
        .add("total", totals.unread);
    return line;
}

} // namespace tidemark::cli
