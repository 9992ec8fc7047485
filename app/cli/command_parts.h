#pragma once

#include "app/cli/blocking_client.h"
#include "app/cli/json_line.h"

/// What several commands share.
namespace tidemark::cli {

/// The row of a conversation that this device knows; refused otherwise.
[[nodiscard]] Result<ConversationSummary> findConversation(BlockingClient& client, ConversationId id);

/// Pulls what is not held of (after, upto] (0: the head); does nothing offline.
[[nodiscard]] Result<Nothing> load(BlockingClient& client, ConversationId conversation, Seq after, Seq upto);

/// {"seq","kind","from","at","text","edited","recalled","reply_to"} added to `line`.
JsonLine& addEntry(JsonLine& line, const HistoryEntry& entry);
[[nodiscard]] const char* kindName(EntryKind kind);
[[nodiscard]] const char* kindName(ConversationKind kind);

/// `key` as ISO 8601, null where the time is not known.
JsonLine& addTime(JsonLine& line, const char* key, UnixMs at);

/// {"conversation","epoch","read_seq","unread","total"}
[[nodiscard]] JsonLine readLine(const ConversationSummary& conversation, const Totals& totals);

} // namespace tidemark::cli
