#pragma once

#include <array>

namespace tidemark {

/// The text sizes on offer, in percent of the desktop's.
inline constexpr std::array textSizes{80, 90, 100, 110, 120, 130, 140, 150, 160};
inline constexpr int usualTextSize = 100;

} // namespace tidemark
