#include "core/models/words/emoji.h"

#include <QList>
#include <QTextBoundaryFinder>

#include <unicode/uchar.h>

namespace tidemark {

namespace {

constexpr char32_t textStyle = 0xFE0E;
constexpr char32_t emojiStyle = 0xFE0F;
constexpr char32_t keycap = 0x20E3;
constexpr char32_t firstSupplementary = 0x10000;

bool is(char32_t sign, UProperty property)
{
    return u_hasBinaryProperty(static_cast<UChar32>(sign), property) != 0;
}

/// Whether a sign is shown as an emoji unless a variation selector asks for text. Unicode leaves this open
/// for some signs beyond the basic plane, but text fonts do not have them.
bool isPicture(char32_t sign)
{
    return is(sign, UCHAR_EMOJI_PRESENTATION) || (sign >= firstSupplementary && is(sign, UCHAR_EMOJI));
}

/// Whether a grapheme cluster is an emoji in the version of Unicode that ICU knows.
bool isEmoji(QStringView character)
{
    const QList<uint> signs = character.toUcs4();
    const char32_t first = signs.value(0);
    const char32_t second = signs.value(1);
    if (!is(first, UCHAR_EMOJI)) {
        return false;
    }
    if (is(first, UCHAR_REGIONAL_INDICATOR)) {
        return signs.size() == 2 && is(second, UCHAR_REGIONAL_INDICATOR);
    }
    const bool isKeycapBase = first < 0x80;
    if (isKeycapBase) {
        return signs.last() == keycap;
    }
    if (isPicture(first)) {
        return second != textStyle;
    }
    return second == emojiStyle || is(second, UCHAR_EMOJI_MODIFIER);
}

} // namespace

int loneEmoji(QStringView text)
{
    int count = 0;
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, text.data(), text.size());
    for (qsizetype from = 0; from < text.size();) {
        const qsizetype to = finder.toNextBoundary();
        if (to < 0) {
            break;
        }
        const QStringView character = text.sliced(from, to - from);
        from = to;
        if (character.front().isSpace()) {
            continue;
        }
        if (!isEmoji(character)) {
            return 0;
        }
        ++count;
    }
    return count;
}

} // namespace tidemark
