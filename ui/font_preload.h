#pragma once

#include <thread>

namespace tidemark {

/// Reads the system's font configuration on a thread of its own, while the program connects to its display:
/// Qt reads it when the first text is laid out, on the GUI thread, and finds it done. To be joined before
/// that.
[[nodiscard]] std::jthread preloadFonts();

} // namespace tidemark
