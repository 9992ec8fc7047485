#include "core/names/emoji.h"

#include "core/names/unicode.h"

#include <unicode/uchar.h>

#include <cstdint>

namespace tidemark {

namespace {

constexpr char16_t emojiStyle = 0xFE0F;

bool isEmoji(const std::u16string& units)
{
    return u_stringHasBinaryProperty(units.data(), static_cast<std::int32_t>(units.size()), UCHAR_RGI_EMOJI)
           != 0;
}

} // namespace

std::optional<std::string> emojiOf(std::string_view text, std::size_t maxBytes)
{
    if (text.empty() || text.size() > maxBytes) {
        return std::nullopt;
    }
    auto units = unicode::unitsOf(text);
    if (!units) {
        return std::nullopt;
    }
    if (isEmoji(*units)) {
        return std::string(text);
    }
    const bool isSingle = unicode::pointsOf(*units).size() == 1;
    units->push_back(emojiStyle);
    return isSingle && isEmoji(*units) ? std::optional(unicode::utf8Of(*units)) : std::nullopt;
}

} // namespace tidemark
