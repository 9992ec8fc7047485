#pragma once

#include <QStringView>

namespace tidemark {

/// Returns the number of emoji in a text of only emoji and white space; 0 for any other text. Skin tones,
/// families, flags and keycaps count as one each. Source: Unicode Technical Standard 51.
[[nodiscard]] int loneEmoji(QStringView text);

} // namespace tidemark
