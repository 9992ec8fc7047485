#pragma once

#include <array>
#include <cstddef>
#include <string_view>

/// Code points of UTF-8 by RFC 3629: no surrogates, no overlong forms, nothing above U+10FFFF.
namespace tidemark::utf8 {

inline constexpr char32_t invalid = 0xffffffff;

struct Lead {
    std::size_t continuations = 0;
    char32_t bits = 0;
    char32_t smallest = 0; ///< below it the encoding is overlong
};

[[nodiscard]] constexpr Lead leadOf(unsigned char byte)
{
    if (byte < 0x80) {
        return {0, byte, 0};
    }
    if (byte >= 0xc2 && byte < 0xe0) {
        return {1, byte & 0x1fU, 0x80};
    }
    if (byte >= 0xe0 && byte < 0xf0) {
        return {2, byte & 0x0fU, 0x800};
    }
    if (byte >= 0xf0 && byte < 0xf5) {
        return {3, byte & 0x07U, 0x10000};
    }
    return {0, invalid, 0};
}

/// Removes the first code point of `text` and returns it, or returns `invalid` if the bytes are not UTF-8.
/// Precondition: `text` is not empty.
[[nodiscard]] constexpr char32_t takeCodePoint(std::string_view& text)
{
    const Lead lead = leadOf(static_cast<unsigned char>(text.front()));
    if (lead.bits == invalid || text.size() <= lead.continuations) {
        return invalid;
    }
    char32_t point = lead.bits;
    for (std::size_t i = 1; i <= lead.continuations; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xc0U) != 0x80) {
            return invalid;
        }
        point = (point << 6U) | (byte & 0x3fU);
    }
    text.remove_prefix(lead.continuations + 1);
    const bool surrogate = point >= 0xd800 && point <= 0xdfff;
    return point < lead.smallest || surrogate || point > 0x10ffff ? invalid : point;
}

[[nodiscard]] constexpr bool isControl(char32_t point)
{
    return point < 0x20 || (point >= 0x7f && point < 0xa0);
}

/// The Unicode property White_Space, plus the zero-width characters that would be invisible at the end of a
/// name.
[[nodiscard]] constexpr bool isSpace(char32_t point)
{
    constexpr std::array<char32_t, 9> single{0x20,   0xa0,   0x1680, 0x2028, 0x2029,
                                             0x202f, 0x205f, 0x3000, 0xfeff};
    for (const char32_t one : single) {
        if (point == one) {
            return true;
        }
    }
    return point >= 0x2000 && point <= 0x200b;
}

} // namespace tidemark::utf8
