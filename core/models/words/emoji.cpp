#include "core/models/words/emoji.h"

#include <QList>
#include <QTextBoundaryFinder>

#include <algorithm>
#include <array>

namespace tidemark {

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

constexpr char32_t textStyle = 0xFE0E;
constexpr char32_t emojiStyle = 0xFE0F;
constexpr char32_t keycap = 0x20E3;
constexpr Range regional{0x1F1E6, 0x1F1FF};
constexpr Range skinTones{0x1F3FB, 0x1F3FF};

/// Characters of the basic plane that are emoji by default.
constexpr std::array basicEmoji{
    Range{0x231A, 0x231B}, Range{0x23E9, 0x23EC}, Range{0x23F0, 0x23F0}, Range{0x23F3, 0x23F3},
    Range{0x25FD, 0x25FE}, Range{0x2614, 0x2615}, Range{0x2648, 0x2653}, Range{0x267F, 0x267F},
    Range{0x2693, 0x2693}, Range{0x26A1, 0x26A1}, Range{0x26AA, 0x26AB}, Range{0x26BD, 0x26BE},
    Range{0x26C4, 0x26C5}, Range{0x26CE, 0x26CE}, Range{0x26D4, 0x26D4}, Range{0x26EA, 0x26EA},
    Range{0x26F2, 0x26F3}, Range{0x26F5, 0x26F5}, Range{0x26FA, 0x26FA}, Range{0x26FD, 0x26FD},
    Range{0x2705, 0x2705}, Range{0x270A, 0x270B}, Range{0x2728, 0x2728}, Range{0x274C, 0x274C},
    Range{0x274E, 0x274E}, Range{0x2753, 0x2755}, Range{0x2757, 0x2757}, Range{0x2795, 0x2797},
    Range{0x27B0, 0x27B0}, Range{0x27BF, 0x27BF}, Range{0x2B1B, 0x2B1C}, Range{0x2B50, 0x2B50},
    Range{0x2B55, 0x2B55},
};

/// Blocks of the supplementary plane that contain only emoji.
constexpr std::array pictures{
    Range{0x1F004, 0x1F004}, Range{0x1F0CF, 0x1F0CF}, Range{0x1F18E, 0x1F18E}, Range{0x1F191, 0x1F19A},
    Range{0x1F201, 0x1F202}, Range{0x1F21A, 0x1F21A}, Range{0x1F22F, 0x1F23A}, Range{0x1F250, 0x1F251},
    Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF}, Range{0x1F7E0, 0x1F7EB}, Range{0x1F7F0, 0x1F7F0},
    Range{0x1F90C, 0x1F9FF}, Range{0x1FA70, 0x1FAFF},
};

/// Characters that are emoji only if a variation selector or skin tone follows.
constexpr std::array onDemand{
    Range{0x00A9, 0x00A9}, Range{0x00AE, 0x00AE},   Range{0x203C, 0x203C},   Range{0x2049, 0x2049},
    Range{0x2122, 0x2122}, Range{0x2139, 0x2139},   Range{0x2194, 0x21AA},   Range{0x2328, 0x2328},
    Range{0x23CF, 0x23CF}, Range{0x23ED, 0x23FA},   Range{0x24C2, 0x24C2},   Range{0x25AA, 0x25FE},
    Range{0x2600, 0x27BF}, Range{0x2934, 0x2935},   Range{0x2B05, 0x2B1C},   Range{0x3030, 0x303D},
    Range{0x3297, 0x3299}, Range{0x1F170, 0x1F171}, Range{0x1F17E, 0x1F17F},
};

bool contains(const Range& range, char32_t sign)
{
    return sign >= range.first && sign <= range.last;
}

template <typename Ranges>
bool isIn(const Ranges& ranges, char32_t sign)
{
    return std::any_of(ranges.begin(), ranges.end(),
                       [sign](const Range& range) { return contains(range, sign); });
}

/// Whether a grapheme cluster is an emoji.
bool isEmoji(QStringView character)
{
    const QList<uint> signs = character.toUcs4();
    const char32_t first = signs.value(0);
    const char32_t second = signs.value(1);
    if (contains(regional, first))
        return signs.size() == 2 && contains(regional, second);
    const bool isKeycapBase = (first >= U'0' && first <= U'9') || first == U'#' || first == U'*';
    if (isKeycapBase)
        return signs.last() == keycap;
    if (isIn(basicEmoji, first) || isIn(pictures, first))
        return second != textStyle;
    return isIn(onDemand, first) && (second == emojiStyle || contains(skinTones, second));
}

} // namespace

int loneEmoji(QStringView text)
{
    int count = 0;
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, text.data(), text.size());
    for (qsizetype from = 0; from < text.size();) {
        const qsizetype to = finder.toNextBoundary();
        if (to < 0)
            break;
        const QStringView character = text.sliced(from, to - from);
        from = to;
        if (character.front().isSpace())
            continue;
        if (!isEmoji(character))
            return 0;
        ++count;
    }
    return count;
}

} // namespace tidemark
