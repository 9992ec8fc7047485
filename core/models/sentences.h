#pragma once

#include <QString>

namespace tidemark {

/// Two sentences, one after the other: with a space between them where the language has one there.
[[nodiscard]] QString sentences(const QString& first, const QString& second);

} // namespace tidemark
