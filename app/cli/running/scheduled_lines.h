#pragma once

#include "app/cli/running/output.h"
#include "core/domain/view.h"

/// Scheduled messages as the commands print them.
namespace tidemark::cli {

/// Adds "conversation", "uuid", "text", "due", "version" and "state" of a scheduled message, and why the
/// server did not take it.
JsonLine& addScheduled(JsonLine& line, const ScheduledItem& item);

} // namespace tidemark::cli
