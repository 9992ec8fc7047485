#pragma once

#include <QString>

namespace tidemark {

/// Cleans a text from elsewhere: all kinds of line ends become line feeds; control characters, zero units and
/// unpaired surrogates are removed.
[[nodiscard]] QString cleanText(const QString& text);

/// Returns a foreign text as one line: without control characters, with each run of white space as one space.
[[nodiscard]] QString oneLine(const QString& text);

/// Returns the message to send for the user's input, in the window and on the command line: cleanText()
/// without white space at either end. May be empty.
[[nodiscard]] QString writtenText(const QString& text);

} // namespace tidemark
