#pragma once

#include "app/cli/importing/import_plan.h"

#include <QString>

namespace tidemark::cli {

/// Encodes a mark as text, to be stored as a setting of the profile.
[[nodiscard]] QString markToText(const ImportMark& mark);
/// Returns an empty mark if `text` is invalid.
[[nodiscard]] ImportMark markFromText(const QString& text);

} // namespace tidemark::cli
