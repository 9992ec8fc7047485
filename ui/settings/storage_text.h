#pragma once

#include "core/client/client_values.h"
#include "core/client/export_values.h"

#include <QString>

namespace tidemark {

/// "14 conversations; 12,345 messages, edits and notices"
[[nodiscard]] QString contentsText(const StoreContents& contents);
/// "12.3 MB, and 4 MB that wait to be written into it"
[[nodiscard]] QString sizeText(const StoreContents& contents);
/// Describes the damaged databases in quarantine; empty if there are none.
[[nodiscard]] QString damagedText(const StoreContents& contents);

/// Says what a check found and did.
[[nodiscard]] QString checkText(const StorageCheck& check);
/// "Indexed 1,200 of 12,345", that the index is complete, or why it is not.
[[nodiscard]] QString indexText(const IndexProgress& progress);
/// Says how an export ended.
[[nodiscard]] QString exportText(const ExportResult& result);

} // namespace tidemark
