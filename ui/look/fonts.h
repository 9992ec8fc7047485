#pragma once

#include <QFont>

#include <algorithm>

namespace tidemark {

/// Derives a font from the desktop's: `steps` points larger or smaller, at least 7 points.
[[nodiscard]] inline QFont resized(QFont font, int steps)
{
    if (font.pointSizeF() > 0) {
        font.setPointSizeF(std::max(7.0, font.pointSizeF() + steps));
    } else {
        font.setPixelSize(std::max(9, font.pixelSize() + steps));
    }
    return font;
}

/// Scales the font to `percent` of its size.
[[nodiscard]] inline QFont scaled(QFont font, int percent)
{
    if (font.pointSizeF() > 0) {
        font.setPointSizeF(font.pointSizeF() * percent / 100);
    } else {
        font.setPixelSize(std::max(1, font.pixelSize() * percent / 100));
    }
    return font;
}

[[nodiscard]] inline QFont semibold(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace tidemark
