#include "server-stub/hub/text_rules.h"

#include <array>
#include <cstddef>

namespace tidemark::server {

namespace {

constexpr char32_t invalid = 0xffffffff;

struct Lead {
    std::size_t continuations = 0;
    char32_t bits = 0;
    char32_t smallest = 0; ///< below it the form is overlong
};

constexpr Lead leadOf(unsigned char byte)
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

/// The code point at the front of `text`, which is shortened by it; `invalid` where there is none. `text` is
/// not empty.
char32_t takeCodePoint(std::string_view& text)
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

constexpr bool isControl(char32_t point)
{
    return point < 0x20 || (point >= 0x7f && point < 0xa0);
}

/// The Unicode property White_Space, and the zero-width characters that look like nothing at the end of a
/// name.
constexpr bool isSpace(char32_t point)
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

} // namespace

bool isValidUtf8(std::string_view text)
{
    while (!text.empty()) {
        if (takeCodePoint(text) == invalid) {
            return false;
        }
    }
    return true;
}

bool isValidLabel(std::string_view text, std::uint32_t maxBytes)
{
    if (text.empty() || text.size() > maxBytes) {
        return false;
    }
    bool first = true;
    char32_t last = 0;
    while (!text.empty()) {
        last = takeCodePoint(text);
        if (last == invalid || isControl(last) || (first && isSpace(last))) {
            return false;
        }
        first = false;
    }
    return !isSpace(last);
}

bool isValidPassword(std::string_view password)
{
    return password.size() >= minPasswordBytes && password.size() <= maxPasswordBytes;
}

std::optional<protocol::Error> refusalOfText(std::string_view text, std::uint32_t maxBytes)
{
    using protocol::ErrorCode;
    if (text.empty()) {
        return protocol::Error{ErrorCode::TextEmpty, Milliseconds(0), {}};
    }
    if (text.size() > maxBytes) {
        return protocol::Error{ErrorCode::TextTooLong, Milliseconds(0), {}};
    }
    if (!isValidUtf8(text)) {
        return protocol::Error{ErrorCode::Malformed, Milliseconds(0), "text is not UTF-8"};
    }
    return std::nullopt;
}

} // namespace tidemark::server
