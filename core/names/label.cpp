#include "core/names/label.h"

#include "core/names/joiners.h"
#include "core/names/unicode.h"

#include <unicode/uchar.h>

#include <cstddef>

namespace tidemark {

namespace {

/// UTS 39, 5.4: more marks in a row cover the lines above and below.
constexpr int maxMarksInARow = 4;

UChar32 icu(char32_t point)
{
    return static_cast<UChar32>(point);
}

bool hasProperty(char32_t point, UProperty property)
{
    return u_hasBinaryProperty(icu(point), property) != 0;
}

bool isNoncharacter(char32_t point)
{
    return (point & 0xfffeU) == 0xfffe || (point >= 0xfdd0 && point < 0xfdf0);
}

/// Whether the character is visible, or a letter or mark, regardless of its neighbours.
bool isSeen(char32_t point)
{
    switch (u_charType(icu(point))) {
    case U_CONTROL_CHAR:
    case U_SURROGATE:
    case U_LINE_SEPARATOR:
    case U_PARAGRAPH_SEPARATOR:
        return false;
    case U_FORMAT_CHAR:
        return hasProperty(point, UCHAR_PREPENDED_CONCATENATION_MARK);
    default:
        return !isNoncharacter(point) && !hasProperty(point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
    }
}

bool isMark(char32_t point)
{
    const std::int8_t type = u_charType(icu(point));
    return type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK || type == U_COMBINING_SPACING_MARK;
}

bool staysInItsLine(char32_t point)
{
    return !isMark(point) || u_charType(icu(point)) == U_COMBINING_SPACING_MARK;
}

bool isValid(const std::u32string& text)
{
    if (text.empty() || isMark(text.front())) {
        return false;
    }
    int marks = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!isSeen(text[at]) && !unicode::isPartOfItsText(text, at)) {
            return false;
        }
        marks = staysInItsLine(text[at]) ? 0 : marks + 1;
        if (marks > maxMarksInARow) {
            return false;
        }
    }
    return true;
}

bool isComparable(const std::u32string& text)
{
    for (const char32_t point : text) {
        const std::int8_t type = u_charType(icu(point));
        if (type == U_UNASSIGNED || type == U_PRIVATE_USE_CHAR) {
            return false;
        }
    }
    return true;
}

std::u32string trimmed(std::u32string text)
{
    while (!text.empty() && unicode::isSpace(text.back())) {
        text.pop_back();
    }
    std::size_t first = 0;
    while (first < text.size() && unicode::isSpace(text[first])) {
        ++first;
    }
    return text.substr(first);
}

/// Converts to form NFC; empty if `text` is not UTF-8. Limits the work by refusing long texts.
std::optional<std::u32string> composedPoints(std::string_view text, std::uint32_t maxBytes)
{
    if (text.size() > maxBytesBeforeComposing(maxBytes)) {
        return std::nullopt;
    }
    const auto units = unicode::unitsOf(text);
    return units ? std::optional(unicode::pointsOf(unicode::composed(*units))) : std::nullopt;
}

std::optional<std::string> kept(const std::u32string& text, std::uint32_t maxBytes)
{
    std::string utf8 = unicode::utf8Of(unicode::unitsOf(text));
    return isValid(text) && utf8.size() <= maxBytes ? std::optional(std::move(utf8)) : std::nullopt;
}

} // namespace

std::optional<std::string> titleOf(std::string_view text, std::uint32_t maxBytes)
{
    auto points = composedPoints(text, maxBytes);
    return points ? kept(trimmed(*std::move(points)), maxBytes) : std::nullopt;
}

std::optional<std::string> partOfTitle(std::string_view text, std::uint32_t maxBytes)
{
    const auto points = composedPoints(text, maxBytes);
    std::string utf8 = points ? unicode::utf8Of(unicode::unitsOf(*points)) : std::string();
    return points && utf8.size() <= maxBytes ? std::optional(std::move(utf8)) : std::nullopt;
}

std::optional<std::string> accountNameOf(std::string_view text, std::uint32_t maxBytes)
{
    const auto points = composedPoints(text, maxBytes);
    if (!points || points->empty() || unicode::isSpace(points->front()) || unicode::isSpace(points->back())
        || !isComparable(*points)) {
        return std::nullopt;
    }
    return kept(*points, maxBytes);
}

} // namespace tidemark
