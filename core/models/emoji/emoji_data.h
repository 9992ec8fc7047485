#pragma once

#include <span>
#include <string_view>

namespace tidemark {

/// The table that cmake/emoji_table.awk makes at build time. Its lines are UTF-8; see EmojiCatalogue.
[[nodiscard]] std::span<const std::string_view> emojiLines();

} // namespace tidemark
