#pragma once

#include "ui/look/theme.h"

#include <QString>

class QWidget;

namespace tidemark {

/// Returns the look of the standard widgets (fields, buttons, menus, scroll bars) in the colours of `theme`.
/// All other widgets paint themselves.
[[nodiscard]] QString styleSheetOf(const Theme& theme);

/// Gives the widget the look that the style sheet has for `role`, also if it was shown already.
void setRole(QWidget* widget, const QString& role);

} // namespace tidemark
