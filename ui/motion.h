#pragma once

#include <chrono>

class QWidget;

namespace tidemark {

/// How long a movement on screen takes; zero where nothing is to move: the user or the desktop wants no
/// animation, or the style of `widget` makes none.
[[nodiscard]] std::chrono::milliseconds motionTime(const QWidget& widget);

/// For the whole program; at first movements are on.
void setMotionEnabled(bool enabled);

} // namespace tidemark
