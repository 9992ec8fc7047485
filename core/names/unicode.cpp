#include "core/names/unicode.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

#include <cassert>
#include <cstddef>
#include <cstdint>

namespace tidemark::unicode {

namespace {

constexpr char32_t blankBraille = 0x2800;
constexpr char32_t firstSupplementary = 0x10000;

std::int32_t sizeOf(std::u16string_view text)
{
    return static_cast<std::int32_t>(text.size());
}

/// Calls an ICU function that takes a buffer, its size and a status and returns the length of its result.
/// Returns the result, or empty if the function fails.
template <typename Text, typename Write>
std::optional<Text> written(std::size_t expectedSize, const Write& write)
{
    Text text(expectedSize, 0);
    UErrorCode status = U_ZERO_ERROR;
    std::int32_t length = write(text.data(), static_cast<std::int32_t>(text.size()), &status);
    if (status == U_BUFFER_OVERFLOW_ERROR) {
        status = U_ZERO_ERROR;
        text.resize(static_cast<std::size_t>(length));
        length = write(text.data(), length, &status);
    }
    if (status > U_ZERO_ERROR) {
        return std::nullopt;
    }
    text.resize(static_cast<std::size_t>(length));
    return text;
}

/// ICU fails only without its data or memory; then the text stays unchanged.
template <typename Write>
std::u16string changed(const std::u16string& text, const Write& write)
{
    auto result = written<std::u16string>(text.size() + 8, write);
    assert(result);
    return result ? *std::move(result) : text;
}

std::u16string normalized(const UNormalizer2* form, const std::u16string& text)
{
    return changed(text, [&](char16_t* into, std::int32_t size, UErrorCode* status) {
        return unorm2_normalize(form, text.data(), sizeOf(text), into, size, status);
    });
}

std::u16string decomposed(const std::u16string& text)
{
    UErrorCode status = U_ZERO_ERROR;
    return normalized(unorm2_getNFDInstance(&status), text);
}

} // namespace

std::optional<std::u16string> unitsOf(std::string_view utf8)
{
    return written<std::u16string>(utf8.size(), [&](char16_t* into, std::int32_t size, UErrorCode* status) {
        std::int32_t length = 0;
        u_strFromUTF8(into, size, &length, utf8.data(), static_cast<std::int32_t>(utf8.size()), status);
        return length;
    });
}

std::string utf8Of(const std::u16string& units)
{
    auto text =
        written<std::string>(3 * units.size(), [&](char* into, std::int32_t size, UErrorCode* status) {
            std::int32_t length = 0;
            u_strToUTF8(into, size, &length, units.data(), sizeOf(units), status);
            return length;
        });
    return text.value_or(std::string());
}

std::u32string pointsOf(const std::u16string& units)
{
    std::u32string points;
    points.reserve(units.size());
    for (std::size_t i = 0; i < units.size(); ++i) {
        char32_t point = units[i];
        if (point >= 0xd800 && point < 0xdc00 && i + 1 < units.size()) {
            point = firstSupplementary + ((point - 0xd800) << 10U) + (units[++i] - char32_t(0xdc00));
        }
        points.push_back(point);
    }
    return points;
}

std::u16string unitsOf(const std::u32string& points)
{
    std::u16string units;
    units.reserve(points.size());
    for (const char32_t point : points) {
        if (point < firstSupplementary) {
            units.push_back(static_cast<char16_t>(point));
        } else {
            units.push_back(static_cast<char16_t>(0xd800 + ((point - firstSupplementary) >> 10U)));
            units.push_back(static_cast<char16_t>(0xdc00 + ((point - firstSupplementary) & 0x3ffU)));
        }
    }
    return units;
}

bool isSpace(char32_t point)
{
    return point == blankBraille || u_isUWhiteSpace(static_cast<UChar32>(point)) != 0;
}

std::u16string composed(const std::u16string& text)
{
    UErrorCode status = U_ZERO_ERROR;
    return normalized(unorm2_getNFCInstance(&status), text);
}

std::u16string caseFolded(const std::u16string& text)
{
    const std::u16string source = decomposed(text);
    return composed(changed(source, [&](char16_t* into, std::int32_t size, UErrorCode* status) {
        return u_strFoldCase(into, size, source.data(), sizeOf(source), U_FOLD_CASE_DEFAULT, status);
    }));
}

std::u16string skeletonOf(const std::u16string& text)
{
    static const USpoofChecker* const checker = [] {
        UErrorCode status = U_ZERO_ERROR;
        return uspoof_open(&status);
    }();
    return changed(text, [&](char16_t* into, std::int32_t size, UErrorCode* status) {
        return uspoof_getSkeleton(checker, 0, text.data(), sizeOf(text), into, size, status);
    });
}

} // namespace tidemark::unicode
