#pragma once

#include <QString>

namespace tidemark {

/// A text from elsewhere as it may be written: line ends of all kinds become line feeds; control characters,
/// zero units and halves of surrogate pairs go.
[[nodiscard]] QString cleanText(const QString& text);

} // namespace tidemark
