#pragma once

#include <QFont>

#include <algorithm>

namespace tidemark {

/// Fonts derived from the desktop's. Sizes follow it: `steps` points larger or smaller, never below 7 points.
[[nodiscard]] inline QFont resized(QFont font, int steps)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(std::max(7.0, font.pointSizeF() + steps));
    else
        font.setPixelSize(std::max(9, font.pixelSize() + steps));
    return font;
}

/// So many percent of the size.
[[nodiscard]] inline QFont scaled(QFont font, int percent)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * percent / 100);
    else
        font.setPixelSize(std::max(1, font.pixelSize() * percent / 100));
    return font;
}

[[nodiscard]] inline QFont semibold(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace tidemark
