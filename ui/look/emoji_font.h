#pragma once

#include <QFont>
#include <QFontDatabase>
#include <QFontMetricsF>

namespace tidemark {

/// The font for text that is an emoji and nothing else: coloured, where the usual font would have signs of
/// one colour, without skin tones.
[[nodiscard]] inline QFont emojiFont(QFont font)
{
    const QString family = QStringLiteral("Noto Color Emoji");
    static const bool isInstalled = QFontDatabase::hasFamily(family);
    if (isInstalled) {
        const qreal space = QFontMetricsF(font).horizontalAdvance(QChar::Space);
        font.setFamilies({family});
        // With other fonts beside it, Qt draws the parts of "heart on fire" or of a couple one by one.
        font.setStyleStrategy(QFont::NoFontMerging);
        font.setWordSpacing(space - QFontMetricsF(font).horizontalAdvance(QChar::Space));
    }
    return font;
}

} // namespace tidemark
