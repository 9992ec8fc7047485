#pragma once

#include "app/cli/running/blocking_client.h"
#include "app/cli/running/output.h"
#include "core/models/formats/entry_json.h"

#include <functional>
#include <optional>

/// Code that several commands share.
namespace tidemark::cli {

/// Returns the summary of a conversation, or a failure if this device does not know it.
[[nodiscard]] Result<ConversationSummary> findConversation(BlockingClient& client, ConversationId id);

/// Runs a command that answers with a conversation, and prints {"conversation"}; if users are asked first,
/// also "invited" with their names.
[[nodiscard]] Result<Nothing> runAndPrint(BlockingClient& client,
                                          const std::function<Input(CommandId)>& make);

/// Runs a command about `conversation` that the engine keeps until the server has it, waits for that unless
/// the device is offline, and returns the conversation after it.
[[nodiscard]] Result<ConversationSummary> runAndWait(BlockingClient& client, ConversationId conversation,
                                                     const std::function<Input(CommandId)>& make);

/// Runs a command, and waits and repeats it as long as the server asks to wait. All pages of a very large
/// list cost more than the server's rate limit allows at once.
[[nodiscard]] Result<change::CommandDone> runPatiently(BlockingClient& client,
                                                       const std::function<Input(CommandId)>& make);

/// Pulls the missing entries of (after, through]; `through` 0 means the head. Does nothing offline.
[[nodiscard]] Result<Nothing> load(BlockingClient& client, ConversationId conversation, Seq after,
                                   Seq through);

/// Returns the folder with this title or id; empty if there is none. Fails if several have the title.
[[nodiscard]] Result<std::optional<Folder>> findFolder(BlockingClient& client, const QString& titleOrId);
/// Says that there is no such folder.
[[nodiscard]] QString noFolder(const QString& titleOrId);

/// Returns {"id","title","rule","added","conversations","unread","mentions","muted_unread","reactions",
/// "exact"}.
[[nodiscard]] JsonLine folderLine(const Folder& folder, const QList<ConversationSummary>& conversations);

/// The invitations that this device shows, the oldest first.
[[nodiscard]] std::vector<Invitation> shownInvitations(const Snapshot& snapshot);
/// Returns {"conversation","title","inviter","at"}.
[[nodiscard]] JsonLine invitationLine(const Invitation& invitation);

/// Adds "conversation", "text", "version" and "device" of the draft.
JsonLine& addDraft(JsonLine& line, const ConversationSummary& conversation);

/// Returns {"conversation","epoch","read_seq","unread","total"}.
[[nodiscard]] JsonLine readLine(const ConversationSummary& conversation, const Totals& totals);

} // namespace tidemark::cli
