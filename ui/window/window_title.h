#pragma once

#include "ui/session/reading/shown_total.h"

#include <QString>

namespace tidemark {

/// "(31) Tidemark", "(≥ 31) Tidemark" while a count is a lower bound, "Tidemark" when everything is read.
/// `suffix` tells windows apart: "(31) Tidemark – phone".
[[nodiscard]] QString windowTitleOf(const ShownTotal& total, const QString& suffix);

} // namespace tidemark
