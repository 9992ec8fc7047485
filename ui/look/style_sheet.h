#pragma once

#include "ui/look/theme.h"

#include <QString>

namespace tidemark {

/// Returns the look of the standard widgets (fields, buttons, menus, scroll bars) in the colours of `theme`.
/// All other widgets paint themselves.
[[nodiscard]] QString styleSheetOf(const Theme& theme);

} // namespace tidemark
