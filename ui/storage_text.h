#pragma once

#include "core/client/client_values.h"
#include "core/client/export_values.h"

#include <QString>

namespace tidemark {

/// "14 conversations; 12,345 messages, edits and notices"
[[nodiscard]] QString contentsText(const StoreContents& contents);
/// "12.3 MB, and 4 MB that wait to be written into it"
[[nodiscard]] QString sizeText(const StoreContents& contents);
/// About databases that were set aside; empty where there are none.
[[nodiscard]] QString damagedText(const StoreContents& contents);

/// What a check found and did.
[[nodiscard]] QString checkText(const StorageCheck& check);
/// "Indexed 1,200 of 12,345", or that it is done, or why not.
[[nodiscard]] QString indexText(const IndexProgress& progress);
/// What became of an export.
[[nodiscard]] QString exportText(const ExportResult& result);

} // namespace tidemark
