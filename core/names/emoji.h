#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

/// Returns the emoji for a reaction in its fully qualified form: one emoji that Unicode recommends for
/// interchange (the property RGI_Emoji), at most `maxBytes` long. A variation selector that is missing
/// after a single character is added. Empty if `text` is anything else, or an emoji that this version of ICU
/// does not know.
[[nodiscard]] std::optional<std::string> emojiOf(std::string_view text, std::size_t maxBytes);

} // namespace tidemark
