#pragma once

#include <string_view>
#include <vector>

namespace tidemark::lab {

/// Whether these arguments open the window: none, or `open` with its own.
[[nodiscard]] bool opensWindow(const std::vector<std::string_view>& words);

/// Runs the program with the window, and returns the exit status.
[[nodiscard]] int runWindow(int argc, char** argv);

} // namespace tidemark::lab
