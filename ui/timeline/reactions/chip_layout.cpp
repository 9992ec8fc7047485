#include "ui/timeline/reactions/chip_layout.h"

#include "core/models/words/reaction_text.h"
#include "ui/look/emoji_font.h"
#include "ui/look/fonts.h"
#include "ui/look/metrics.h"

#include <QFontMetrics>
#include <QLocale>

#include <algorithm>

namespace tidemark {

namespace {

constexpr int beforeNumber = 5; ///< between the emoji and the number

void shift(ChipBlock& block, qsizetype from, int by)
{
    for (qsizetype i = from; i < block.chips.size(); ++i) {
        for (QRect* part : {&block.chips[i].rect, &block.chips[i].emoji, &block.chips[i].count}) {
            part->translate(by, 0);
        }
    }
}

} // namespace

QString chipCountText(const ReactionCount& reaction)
{
    return QLocale().toString(reaction.count);
}

ChipBlock chipBlockOf(const QList<ReactionCount>& reactions, const TimelineFonts& fonts, int room,
                      bool isRight)
{
    const QFontMetrics emojiMetrics(emojiFont(fonts.text));
    // The number of the user's own reaction is semibold. All chips have room for that, so that none moves
    // when the user reacts.
    const QFontMetrics countMetrics(semibold(fonts.quote));
    const int height = QFontMetrics(fonts.text).height() + 2 * metrics::chipPaddingY;
    ChipBlock block;
    int x = 0;
    qsizetype line = 0; ///< the first chip of the line
    for (const ReactionCount& reaction : reactions) {
        const int emoji = std::min(emojiMetrics.horizontalAdvance(emojiText(reaction)), room / 2);
        const int count = countMetrics.horizontalAdvance(chipCountText(reaction)) + 1;
        const int width = emoji + beforeNumber + count + 2 * metrics::chipPaddingX;
        if (x > 0 && x + width > room) {
            if (isRight) {
                shift(block, line, room - (x - metrics::chipGap));
            }
            line = block.chips.size();
            x = 0;
            block.height += height + metrics::chipGap;
        }
        TimelineLayout::Chip chip;
        chip.rect = QRect(x, block.height, width, height);
        chip.emoji = QRect(x + metrics::chipPaddingX, block.height, emoji, height);
        chip.count = QRect(chip.emoji.right() + 1 + beforeNumber, block.height, count, height);
        block.chips.append(chip);
        x += width + metrics::chipGap;
    }
    if (isRight) {
        shift(block, line, room - (x - metrics::chipGap));
    }
    block.height += reactions.isEmpty() ? 0 : height;
    return block;
}

} // namespace tidemark
