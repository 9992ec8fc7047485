#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tidemark::unicode {

/// Returns empty if `utf8` is not valid UTF-8.
[[nodiscard]] std::optional<std::u16string> unitsOf(std::string_view utf8);
[[nodiscard]] std::string utf8Of(const std::u16string& units);
[[nodiscard]] std::u32string pointsOf(const std::u16string& units);
[[nodiscard]] std::u16string unitsOf(const std::u32string& points);

/// Whether `point` is white space or the blank Braille pattern.
[[nodiscard]] bool isSpace(char32_t point);

/// Returns Normalization Form C.
[[nodiscard]] std::u16string composed(const std::u16string& text);
/// Returns the canonical caseless form of Unicode (definition D145), in form C.
[[nodiscard]] std::u16string caseFolded(const std::u16string& text);
/// Returns the skeleton: texts that look alike have the same one (UTS 39).
[[nodiscard]] std::u16string skeletonOf(const std::u16string& text);

} // namespace tidemark::unicode
