#include "core/domain/file_name.h"

#include "core/base/utf8.h"

#include <cstddef>

namespace tidemark {

namespace {

constexpr std::size_t maxBytes = 200;
constexpr std::size_t maxSuffixBytes = 20;

/// With marks of direction "gnp.exe" looks like "exe.png".
bool isDirectionMark(char32_t point)
{
    return point == 0x61c || point == 0x200e || point == 0x200f || (point >= 0x202a && point <= 0x202e)
           || (point >= 0x2066 && point <= 0x2069);
}

/// Returns the beginning of `text` in at most `bytes` bytes, without a part of a character at the end.
std::string_view cut(std::string_view text, std::size_t bytes)
{
    if (text.size() <= bytes) {
        return text;
    }
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xc0U) == 0x80) {
        --bytes;
    }
    return text.substr(0, bytes);
}

bool isEdge(char32_t point)
{
    return point == U'.' || utf8::isSpace(point);
}

/// Returns valid UTF-8 without the dots and the white space at its end.
std::string_view withoutEdge(std::string_view text)
{
    std::size_t end = 0;
    for (std::string_view rest = text; !rest.empty();) {
        end = isEdge(utf8::takeCodePoint(rest)) ? end : text.size() - rest.size();
    }
    return text.substr(0, end);
}

std::string bounded(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    const bool hasSuffix = dot != std::string_view::npos && name.size() - dot <= maxSuffixBytes;
    const std::string_view suffix = hasSuffix ? name.substr(dot) : std::string_view();
    const std::string_view stem = cut(name.substr(0, name.size() - suffix.size()), maxBytes - suffix.size());
    return std::string(suffix.empty() ? withoutEdge(stem) : stem).append(suffix);
}

} // namespace

std::string safeFileName(std::string_view name)
{
    if (const std::size_t folder = name.find_last_of("/\\"); folder != std::string_view::npos) {
        name.remove_prefix(folder + 1);
    }
    std::string safe;
    while (!name.empty()) {
        const std::string_view before = name;
        const char32_t point = utf8::takeCodePoint(name);
        if (point == utf8::invalid) {
            name = before.substr(1);
        } else if (!utf8::isControl(point) && !isDirectionMark(point) && !(safe.empty() && isEdge(point))) {
            safe += before.substr(0, before.size() - name.size());
        }
    }
    const std::string_view trimmed = withoutEdge(safe);
    return trimmed.empty() ? "file" : bounded(trimmed);
}

} // namespace tidemark
