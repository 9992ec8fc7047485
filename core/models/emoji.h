#pragma once

#include <QStringView>

namespace tidemark {

/// How many emoji a text has that has nothing else but blanks; 0 for every other text. Skin tones, families,
/// flags and keycaps are one each. Source: Unicode Technical Standard 51.
[[nodiscard]] int loneEmoji(QStringView text);

} // namespace tidemark
