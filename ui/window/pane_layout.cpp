#include "ui/window/pane_layout.h"

#include "ui/look/metrics.h"

#include <algorithm>

namespace tidemark {

bool PaneLayout::isNarrow() const
{
    return width < metrics::narrowBelow;
}

int PaneLayout::infoWidth() const
{
    return metrics::infoWidth * std::max(usualTextSize, textSize) / usualTextSize;
}

bool PaneLayout::hasRoomForInfo() const
{
    return width >= metrics::infoFrom - metrics::infoWidth + infoWidth();
}

} // namespace tidemark
