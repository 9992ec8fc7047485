#pragma once

#include <QString>

namespace tidemark {

/// Joins two sentences, with a space if the language uses one.
[[nodiscard]] QString sentences(const QString& first, const QString& second);

} // namespace tidemark
