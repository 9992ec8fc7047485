#pragma once

#include <QFontMetricsF>

namespace tidemark {

/// Returns the distance of tab stops in a text: four columns, in the timeline and where one writes.
[[nodiscard]] inline qreal tabStopOf(const QFont& font)
{
    constexpr int columns = 4;
    return columns * QFontMetricsF(font).horizontalAdvance(u'0');
}

} // namespace tidemark
