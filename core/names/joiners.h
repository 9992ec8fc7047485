#pragma once

#include <cstddef>

namespace tidemark::unicode {

/// Whether the invisible character at `at` changes how its neighbours are written, as some scripts and emoji
/// require: ZWJ and ZWNJ (UAX 31, 2.3), variation selectors, and the tags of flags.
[[nodiscard]] bool isPartOfItsText(const std::u32string& text, std::size_t at);

} // namespace tidemark::unicode
