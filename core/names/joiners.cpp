#include "core/names/joiners.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

namespace tidemark::unicode {

namespace {

constexpr char32_t none = 0;
constexpr char32_t zeroWidthNonJoiner = 0x200c;
constexpr char32_t zeroWidthJoiner = 0x200d;
constexpr char32_t keycap = 0x20e3;
constexpr char32_t emojiSelector = 0xfe0f;
constexpr char32_t blackFlag = 0x1f3f4;
constexpr char32_t lastTag = 0xe007f;
constexpr std::uint8_t viramaClass = 9;

char32_t pointAt(const std::u32string& text, std::size_t at)
{
    return at < text.size() ? text[at] : none;
}

char32_t before(const std::u32string& text, std::size_t at)
{
    return at == 0 ? none : text[at - 1];
}

bool is(char32_t point, UProperty property)
{
    return u_hasBinaryProperty(static_cast<UChar32>(point), property) != 0;
}

UScriptCode scriptOf(char32_t point)
{
    UErrorCode status = U_ZERO_ERROR;
    return uscript_getScript(static_cast<UChar32>(point), &status);
}

bool isVirama(char32_t point)
{
    return u_getCombiningClass(static_cast<UChar32>(point)) == viramaClass;
}

UJoiningType joiningOf(char32_t point)
{
    return static_cast<UJoiningType>(u_getIntPropertyValue(static_cast<UChar32>(point), UCHAR_JOINING_TYPE));
}

bool isCursive(char32_t point)
{
    const UJoiningType type = joiningOf(point);
    return type == U_JT_DUAL_JOINING || type == U_JT_RIGHT_JOINING || type == U_JT_LEFT_JOINING;
}

/// Returns the letter that carries the marks before `at`, or `none`.
char32_t letterBefore(const std::u32string& text, std::size_t at)
{
    while (at > 0 && joiningOf(text[at - 1]) == U_JT_TRANSPARENT) {
        --at;
    }
    return before(text, at);
}

bool joinsEmoji(const std::u32string& text, std::size_t at)
{
    const char32_t previous = before(text, at);
    const bool follows = is(previous, UCHAR_EXTENDED_PICTOGRAPHIC) || is(previous, UCHAR_EMOJI_MODIFIER)
                         || (previous == emojiSelector && at > 1 && is(text[at - 2], UCHAR_EMOJI));
    return follows && is(pointAt(text, at + 1), UCHAR_EXTENDED_PICTOGRAPHIC);
}

/// Whether a joiner or non-joiner is legitimate at `at`.
bool isJoining(const std::u32string& text, std::size_t at)
{
    const char32_t previous = before(text, at);
    const char32_t next = pointAt(text, at + 1);
    // Half forms and conjuncts of Indic scripts; in Bengali the joiner can also be before the virama.
    if (isVirama(previous) || (isVirama(next) && u_isalpha(static_cast<UChar32>(previous)) != 0)) {
        return true;
    }
    if (text[at] == zeroWidthJoiner) {
        return joinsEmoji(text, at);
    }
    return isCursive(letterBefore(text, at)) && isCursive(next);
}

bool isVariation(char32_t varied, char32_t selector, char32_t next)
{
    if (selector >= 0x180b && selector <= 0x180f) {
        return scriptOf(varied) == USCRIPT_MONGOLIAN;
    }
    if (scriptOf(varied) == USCRIPT_HAN) {
        return true;
    }
    const bool isForEmoji = selector == emojiSelector || selector == emojiSelector - 1;
    return isForEmoji && is(varied, UCHAR_EMOJI) && (varied >= 0x80 || next == keycap);
}

bool isTag(char32_t point)
{
    return point >= 0xe0020 && point <= lastTag;
}

/// Flags of a country's subdivisions are a black flag, letters as tags, and the last tag.
bool isInFlag(const std::u32string& text, std::size_t at)
{
    const char32_t previous = before(text, at);
    const bool isBehindLetter = isTag(previous) && previous != lastTag;
    return text[at] == lastTag ? isBehindLetter
                               : (previous == blackFlag || isBehindLetter) && isTag(pointAt(text, at + 1));
}

} // namespace

bool isPartOfItsText(const std::u32string& text, std::size_t at)
{
    const char32_t point = text[at];
    if (point == zeroWidthJoiner || point == zeroWidthNonJoiner) {
        return isJoining(text, at);
    }
    if (is(point, UCHAR_VARIATION_SELECTOR)) {
        return isVariation(before(text, at), point, pointAt(text, at + 1));
    }
    return isTag(point) && isInFlag(text, at);
}

} // namespace tidemark::unicode
