#pragma once

#include "core/domain/kind_name.h"
#include "core/domain/view.h"
#include "core/models/json_line.h"

/// Entries as JSON, the same wherever the program writes them.
namespace tidemark {

[[nodiscard]] const char* kindName(EntryKind kind);

/// {"seq","kind","from","at","text","edited","recalled","reply_to"} added to `line`.
JsonLine& addEntry(JsonLine& line, const HistoryEntry& entry);
/// The same; seq is null until the message has been sent.
JsonLine& addItem(JsonLine& line, const TimelineItem& item);

} // namespace tidemark
