#pragma once

#include <chrono>

class QWidget;

namespace tidemark {

/// Returns how long a movement on screen takes. Returns zero if the user or the desktop has switched off
/// animations, or if the style of `widget` has none.
[[nodiscard]] std::chrono::milliseconds motionTime(const QWidget& widget);

/// Switches animations on or off in the whole program. They are on at the start.
void setMotionEnabled(bool enabled);

} // namespace tidemark
