#pragma once

#include "core/base/random.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// Valid UTF-8 that some part of a program may change by mistake.
namespace tidemark::test {

inline std::string utf8Of(char32_t point)
{
    const auto continued = [point](unsigned shift) {
        return static_cast<char>(0x80U | ((point >> shift) & 0x3fU));
    };
    if (point < 0x80) {
        return {static_cast<char>(point)};
    }
    if (point < 0x800) {
        return {static_cast<char>(0xc0U | (point >> 6U)), continued(0)};
    }
    if (point < 0x10000) {
        return {static_cast<char>(0xe0U | (point >> 12U)), continued(6), continued(0)};
    }
    return {static_cast<char>(0xf0U | (point >> 18U)), continued(12), continued(6), continued(0)};
}

/// Byte order marks, noncharacters, line ends of all kinds, zero characters, white space at both ends,
/// escapes of terminals, marks of direction, characters of four bytes.
inline std::vector<std::string> oddTexts()
{
    using std::string_literals::operator""s;
    return {
        "\ufeffmarked",
        "\ufeff",
        "\ufeff\ufefftwice",
        "in\ufeffside\ufeff",
        "\ufffeturned"s,
        "\uffff\ufdd0",
        "zero\0inside"s,
        "\0"s,
        "\r\n",
        "a\r\nb\rc\nd",
        "\u2028\u2029",
        "\v\f\u0085",
        "  outer\t",
        "\u00a0no break",
        "\x1b[31mred\u009b1m",
        "\x7f\x01\u0080",
        "\u202eabc\u2066",
        "an\u200dna\u200b",
        "\U0001f30a\U0010ffff",
        "\U0001fffe",
        "\xed\x9f\xbf",
        "e\u0301 \u00e9",
        "\"\\/\\ufeff\\u0000",
        "%1 %s %n",
        "NULL' OR ''='",
    };
}

/// One to forty characters, mostly those with which conversions fail.
inline std::string randomText(SplitMix64& random)
{
    static constexpr std::array<char32_t, 24> edges{
        0x0,    0x9,    0xa,    0xd,    0x1b,   0x20,   0x7f,   0x80,   0x9f,   0xa0,    0x7ff,   0x800,
        0x2028, 0x202e, 0x2069, 0xd7ff, 0xe000, 0xfdd0, 0xfeff, 0xfffd, 0xfffe, 0x10000, 0x1fffe, 0x10ffff};
    std::string text;
    for (std::uint64_t left = 1 + random.below(40); left > 0; --left) {
        auto point = static_cast<char32_t>(random.below(0x110000));
        const bool isSurrogate = point >= 0xd800 && point <= 0xdfff;
        if (isSurrogate || random.below(2) == 0) {
            point = edges.at(random.below(edges.size()));
        }
        text += utf8Of(point);
    }
    return text;
}

/// The odd texts, and `count` random ones.
inline std::vector<std::string> manyTexts(std::size_t count, std::uint64_t seed)
{
    std::vector<std::string> texts = oddTexts();
    SplitMix64 random(seed);
    while (count-- > 0) {
        texts.push_back(randomText(random));
    }
    return texts;
}

} // namespace tidemark::test
