#pragma once

#include <QString>

namespace tidemark {

/// Prepares a foreign text (a name or title) for use in one of our sentences: puts it between U+2068 (FIRST
/// STRONG ISOLATE) and U+2069, so that it cannot change the direction of the text around it (UAX #9). Closes
/// the isolates that the text opens and drops unmatched closing marks. Returns a text of only left-to-right
/// and neutral characters unchanged.
[[nodiscard]] QString isolated(const QString& text);

/// Like isolated(), on one line without control characters, which old names may contain.
[[nodiscard]] QString isolatedLine(const QString& text);

} // namespace tidemark
