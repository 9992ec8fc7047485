#pragma once

#include <string_view>
#include <vector>

namespace tidemark::lab {

/// The exit status: 0 if all numbers were right, 1 if one was wrong or nothing was found, 2 for wrong use.
[[nodiscard]] int runProgram(const std::vector<std::string_view>& words);

} // namespace tidemark::lab
