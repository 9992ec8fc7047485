#pragma once

#include "app/cli/import_plan.h"

#include <QString>

namespace tidemark::cli {

/// A mark as text, to be kept as a setting of the profile.
[[nodiscard]] QString markToText(const ImportMark& mark);
/// An empty mark when the text is none.
[[nodiscard]] ImportMark markFromText(const QString& text);

} // namespace tidemark::cli
