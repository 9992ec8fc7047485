#pragma once

#include "core/domain/kind_name.h"
#include "core/domain/view.h"
#include "core/models/formats/json_line.h"

/// Writes entries as JSON, in the same form everywhere in the program.
namespace tidemark {

/// Adds {"seq","kind","from","at","text","edited","recalled","reply_to"} to `line`, "attachments" if the
/// message has files, and "reactions" if it has reactions.
JsonLine& addEntry(JsonLine& line, ConversationId conversation, const HistoryEntry& entry);
/// Adds the same fields; seq is null for a message that is not sent yet.
JsonLine& addItem(JsonLine& line, ConversationId conversation, const TimelineItem& item);

/// Returns {"emoji","count","mine"} for each emoji.
[[nodiscard]] std::vector<JsonLine> reactionLines(const std::vector<ReactionCount>& reactions);

/// Returns {"conversation","seq","index","name","mime","size","width","height","sha256","held"}. The name is
/// safe for use as a file name.
[[nodiscard]] JsonLine attachmentLine(const AttachmentItem& item);

} // namespace tidemark
