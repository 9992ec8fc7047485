#pragma once

#include "core/domain/kind_name.h"
#include "core/domain/view.h"
#include "core/models/formats/json_line.h"

/// Writes entries as JSON, in the same form everywhere in the program.
namespace tidemark {

/// Adds {"seq","kind","from","at","text","edited","recalled","reply_to"} to `line`.
JsonLine& addEntry(JsonLine& line, const HistoryEntry& entry);
/// Adds the same fields; seq is null for a message that is not sent yet.
JsonLine& addItem(JsonLine& line, const TimelineItem& item);

} // namespace tidemark
