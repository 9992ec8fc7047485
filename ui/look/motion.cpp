#include "ui/look/motion.h"

#include <QStyle>
#include <QWidget>

namespace tidemark {

namespace {

constexpr std::chrono::milliseconds usualTime{140};

bool& enabledFlag()
{
    static bool isEnabled = true;
    return isEnabled;
}

} // namespace

std::chrono::milliseconds motionTime(const QWidget& widget)
{
    const bool moves =
        enabledFlag()
        && widget.style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, &widget) > 0;
    return moves ? usualTime : std::chrono::milliseconds(0);
}

void setMotionEnabled(bool enabled)
{
    enabledFlag() = enabled;
}

} // namespace tidemark
