#pragma once

#include <string>
#include <string_view>

namespace tidemark {

/// Returns a name that another user has given to a file, as the name for a new file in a folder: at most 200
/// bytes with its suffix, without folders, control characters and marks of direction, not hidden, never
/// empty. UTF-8; idempotent.
[[nodiscard]] std::string safeFileName(std::string_view name);

} // namespace tidemark
