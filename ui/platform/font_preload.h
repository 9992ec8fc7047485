#pragma once

#include <thread>

namespace tidemark {

/// Reads the system's font configuration on its own thread while the program connects to its display.
/// Otherwise Qt reads it on the GUI thread when it lays out the first text. Join the thread before that.
[[nodiscard]] std::jthread preloadFonts();

} // namespace tidemark
