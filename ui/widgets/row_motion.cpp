#include "ui/widgets/row_motion.h"

#include <algorithm>
#include <cmath>

namespace tidemark {

void RowMotion::clear()
{
    *this = {};
}

void RowMotion::setProgress(double progress)
{
    m_progress = std::clamp(progress, 0.0, 1.0);
    // Ease out: fast at first, then slowing to a stop.
    m_left = std::pow(1 - m_progress, 3);
}

int RowMotion::drawnTop(ConversationId row, int top) const
{
    const auto found = m_before.find(row);
    return found == m_before.end() ? top
                                   : top + static_cast<int>(std::lround((found->second - top) * m_left));
}

double RowMotion::opacity(ConversationId row) const
{
    return m_before.contains(row) ? 1 : m_progress;
}

} // namespace tidemark
