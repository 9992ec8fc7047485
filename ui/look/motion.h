#pragma once

#include <chrono>

class QWidget;

namespace tidemark {

/// How long a movement on screen takes. Zero if the user or the desktop wants no animations, or the style of
/// `widget` makes none.
[[nodiscard]] std::chrono::milliseconds motionTime(const QWidget& widget);

/// For the whole program; animations are on at the start.
void setMotionEnabled(bool enabled);

} // namespace tidemark
