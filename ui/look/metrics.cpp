#include "ui/look/metrics.h"

#include "ui/look/fonts.h"

#include <QFontMetrics>

#include <algorithm>

namespace tidemark {

namespace {
constexpr int minPadding = 4; ///< above and below the header's lines
} // namespace

int headerHeight(const QFont& font)
{
    const int lines = QFontMetrics(semibold(font)).height() + QFontMetrics(resized(font, -1)).height();
    return std::max(metrics::header, lines + 2 * minPadding);
}

int hintHeight(const QFont& font)
{
    return std::max(metrics::hintHeight, QFontMetrics(resized(font, -1)).height() + 4);
}

} // namespace tidemark
