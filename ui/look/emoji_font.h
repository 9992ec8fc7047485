#pragma once

#include <QFont>

namespace tidemark {

/// The font for text that is an emoji and nothing else: coloured, where the usual font would have signs of
/// one colour, without skin tones.
[[nodiscard]] inline QFont emojiFont(QFont font)
{
    font.setFamilies(QStringList(QStringLiteral("Noto Color Emoji")) + font.families());
    return font;
}

} // namespace tidemark
