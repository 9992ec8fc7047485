#include "core/names/name_keys.h"

#include "core/names/unicode.h"

#include <unicode/uchar.h>

#include <algorithm>

namespace tidemark {

namespace {

constexpr char32_t tatweel = 0x640; ///< stretches an Arabic word without changing it

bool isAscii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char byte) { return (byte & 0x80) == 0; });
}

char lowered(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

bool isUnseen(char32_t point)
{
    return point == tatweel
           || u_hasBinaryProperty(static_cast<UChar32>(point), UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0;
}

/// Removes invisible characters and reduces each run of white space to one space.
std::u16string seenOf(const std::u16string& text)
{
    std::u32string seen;
    for (const char32_t point : unicode::pointsOf(text)) {
        if (unicode::isSpace(point)) {
            if (!seen.empty() && seen.back() != U' ') {
                seen.push_back(U' ');
            }
        } else if (!isUnseen(point)) {
            seen.push_back(point);
        }
    }
    return unicode::unitsOf(seen);
}

} // namespace

std::string nameFold(std::string_view name)
{
    if (isAscii(name)) {
        std::string fold(name);
        std::transform(fold.begin(), fold.end(), fold.begin(), lowered);
        return fold;
    }
    const auto units = unicode::unitsOf(name);
    return units ? unicode::utf8Of(unicode::caseFolded(*units)) : std::string(name);
}

std::vector<std::string> nameSkeletons(std::string_view name)
{
    using unicode::caseFolded;
    using unicode::skeletonOf;
    const auto units = unicode::unitsOf(name);
    if (!units) {
        return {std::string(name)};
    }
    // A capital I looks like a small l, but a small i does not. Fold the case before the skeleton, so that
    // names with one fold share a skeleton, and also after it, so that names are compared as written.
    std::string byFold = unicode::utf8Of(skeletonOf(seenOf(caseFolded(*units))));
    std::string byLook = unicode::utf8Of(skeletonOf(caseFolded(skeletonOf(seenOf(*units)))));
    if (byFold.empty() || byLook.empty()) {
        return {nameFold(name)}; // only invisible characters
    }
    return byFold == byLook ? std::vector{std::move(byFold)}
                            : std::vector{std::move(byFold), std::move(byLook)};
}

} // namespace tidemark
