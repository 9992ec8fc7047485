#pragma once

#include <string>

namespace tidemark {

/// Returns a line or text without the line feeds and carriage returns at its end.
[[nodiscard]] inline std::string withoutLineEnd(std::string line)
{
    const auto end = line.find_last_not_of("\r\n");
    line.resize(end == std::string::npos ? 0 : end + 1);
    return line;
}

} // namespace tidemark
