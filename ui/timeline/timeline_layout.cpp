#include "ui/timeline/timeline_layout.h"

#include "core/models/words/emoji.h"
#include "ui/look/emoji_font.h"
#include "ui/look/fonts.h"
#include "ui/look/metrics.h"
#include "ui/look/tab_stops.h"
#include "ui/timeline/files/file_layout.h"
#include "ui/timeline/reactions/chip_layout.h"

#include <QCoreApplication>
#include <QFontMetrics>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

class TimelineLayoutText {
    Q_DECLARE_TR_FUNCTIONS(TimelineLayoutText)
};

constexpr int metaGap = 10;
constexpr int tickSide = 15;
constexpr int quoteBar = 3;
constexpr int pillPaddingY = 2;
constexpr int quotePadding = 8;
constexpr int maxLargeEmojiLength = 200; ///< UTF-16 units that are searched for emoji
constexpr double emojiScale = 2.5;
constexpr int roundingRoom = 2; ///< widths are rounded: without this room, a text that just fits is elided

QRect columnOf(int width)
{
    const int column = std::max(120, std::min(width - 2 * metrics::columnMargin, metrics::columnMaximum));
    return {std::max(0, (width - column) / 2), 0, column, 0};
}

/// Returns whether a new emoji begins at `at`, not a continuation of the emoji before it.
bool beginsEmoji(QStringView text, qsizetype at)
{
    constexpr char16_t joiner = 0x200D;
    const char16_t unit = text[at].unicode();
    const char16_t second = at + 1 < text.size() ? text[at + 1].unicode() : u'\0';
    const bool isSkinTone = unit == 0xD83C && second >= 0xDFFB && second <= 0xDFFF;
    return unit >= 0xD83C && unit <= 0xD83E && !isSkinTone && (at == 0 || text[at - 1] != joiner);
}

/// Returns the length of the beginning that has at most `maxEmoji` emoji.
qsizetype lengthOfEmoji(QStringView text)
{
    int count = 0;
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (beginsEmoji(text, at) && ++count > maxEmoji) {
            return at;
        }
    }
    return text.size();
}

/// Returns the length of the beginning that is laid out.
qsizetype shownLength(const TimelineRow& row)
{
    if (row.delivery != Delivery::Failed) {
        return lengthOfEmoji(
            QStringView(row.text).first(std::min<qsizetype>(row.text.size(), maxTextLength)));
    }
    qsizetype length = -1;
    for (int line = 0; line < maxFailedLines; ++line) {
        length = row.text.indexOf(u'\n', length + 1);
        if (length < 0) {
            length = row.text.size();
        }
        if (length >= maxFailedTextLength || length == row.text.size()) {
            break;
        }
    }
    return std::min<qsizetype>(length, maxFailedTextLength);
}

/// Replaces characters that would end the line or have no glyph.
QChar shownCharacter(QChar character)
{
    if (character == u'\n') {
        return QChar::LineSeparator;
    }
    const bool isControl = character.category() == QChar::Other_Control && character != u'\t';
    return isControl ? QChar(u' ') : character;
}

/// The first `length` units of a text as shown. Replaces characters one for one, so that positions stay the
/// same.
QString shownText(const TimelineRow& row, qsizetype length)
{
    QString text = row.text.left(length);
    if (text.size() < row.text.size()) {
        if (!text.isEmpty() && text.back().isHighSurrogate()) {
            text.chop(1);
        }
        text += u'…';
    }
    std::transform(text.begin(), text.end(), text.begin(), shownCharacter);
    return text;
}

QList<QTextLayout::FormatRange> formatsOf(const TimelineRow& row, qsizetype length)
{
    QList<QTextLayout::FormatRange> formats;
    for (const TextSpan& span : row.spans) {
        if (span.start + span.length > length) {
            break;
        }
        QTextLayout::FormatRange range;
        range.start = span.start;
        range.length = span.length;
        if (span.kind == TextSpan::Kind::Link) {
            range.format.setFontUnderline(true);
        } else {
            range.format.setFontWeight(QFont::DemiBold);
        }
        formats.append(range);
    }
    if (row.isRecalled || row.isAction) {
        QTextLayout::FormatRange all;
        all.length = static_cast<int>(length);
        all.format.setFontItalic(true);
        formats.append(all);
    }
    return formats;
}

struct TextSize {
    int width = 0;
    int height = 0;
    int lastLine = 0;  ///< width of the last line
    int cutAfter = -1; ///< where the hidden lines begin; -1: all lines are shown
};

/// Lays out at most `lines` plus the spared lines; a longer text is cut to `lines`.
TextSize layOutText(QTextLayout& layout, int width, int lines)
{
    QTextOption option(layout.textOption());
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.setCacheEnabled(true);
    TextSize size;
    double y = 0;
    layout.beginLayout();
    QTextLine line = layout.createLine();
    for (; line.isValid() && line.lineNumber() < lines + sparedLines; line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, y});
        y += line.height();
        size.lastLine = static_cast<int>(std::ceil(line.naturalTextWidth()));
        size.width = std::max(size.width, size.lastLine);
    }
    if (line.isValid()) {
        size.cutAfter = layout.lineAt(lines).textStart();
    }
    layout.endLayout();
    size.height = static_cast<int>(std::ceil(y));
    return size;
}

bool hasTicks(const TimelineRow& row)
{
    return row.delivery != Delivery::None;
}

QString metaTextOf(const TimelineRow& row)
{
    QString text = row.isEdited ? TimelineLayoutText::tr("%1, edited", "a time").arg(row.time) : row.time;
    if (row.delivery == Delivery::Failed) {
        text = TimelineLayoutText::tr("not sent");
    }
    return text;
}

class MessageLayouter {
public:
    MessageLayouter(const QStyleOptionViewItem& option, const TimelineRow& row)
        : m_row(row), m_fonts(option.font), m_column(columnOf(option.rect.width()))
    {
        m_inner = m_column.width() * metrics::bubblePercent / 100 - 2 * metrics::bubblePaddingX;
    }

    TimelineLayout result()
    {
        m_layout.column = m_column;
        measureMeta();
        measureFiles();
        measureText();
        joinMeta();
        placeBubble();
        placeContents();
        placeChips();
        return std::move(m_layout);
    }

private:
    [[nodiscard]] bool hasName() const { return m_row.showsAuthor && m_row.startsGroup; }
    [[nodiscard]] bool isForwarded() const { return !m_row.forwardedLine.isEmpty(); }
    [[nodiscard]] bool hasHeader() const { return hasName() || isForwarded() || !m_row.quoteName.isEmpty(); }
    [[nodiscard]] bool hasPictures() const { return m_block.pictureWidth > 0; }
    [[nodiscard]] bool hasText() const { return m_row.files.isEmpty() || !m_row.text.isEmpty(); }
    /// The time stands over the picture that ends the bubble.
    [[nodiscard]] bool endsInPicture() const { return hasPictures() && !m_block.endsInTile && !hasText(); }

    void measureFiles()
    {
        if (m_row.files.isEmpty()) {
            return;
        }
        const bool hasTiles = !std::all_of(m_row.files.begin(), m_row.files.end(), isPicture);
        const bool hasWords = hasTiles || hasText() || hasHeader();
        const int most = m_column.width() * metrics::bubblePercent / 100;
        const int least =
            hasWords ? std::max(metrics::captionMinimum, m_metaSize.width() + 2 * metrics::bubblePaddingX)
                     : m_metaSize.width() + 2 * (metrics::pillPadding + metrics::pillMargin);
        m_block =
            fileBlockOf(m_row.files, m_fonts, {most, least, hasText() ? 0 : metaGap + m_metaSize.width()});
        if (hasPictures()) {
            m_inner = m_block.pictureWidth - 2 * metrics::bubblePaddingX;
        }
        m_filesContent = hasPictures() ? m_inner : m_block.tileWidth;
    }

    void measureText()
    {
        const bool canBeLarge = m_row.files.isEmpty() && m_row.text.size() <= maxLargeEmojiLength;
        const int emoji = canBeLarge ? loneEmoji(m_row.text) : 0;
        const bool isLarge = emoji > 0 && emoji <= maxLargeEmoji && !m_row.isAction;
        m_layout.isBare =
            (isLarge && m_row.quoteName.isEmpty() && !isForwarded() && m_row.delivery != Delivery::Failed)
            || (endsInPicture() && !hasHeader());
        const QFont font = isLarge ? emojiFont(m_fonts.emoji) : m_fonts.text;
        qsizetype length = shownLength(m_row);
        layOut(shownText(m_row, length), font);
        if (m_text.cutAfter >= 0) {
            length = roomForSign(m_text.cutAfter);
            layOut(shownText(m_row, length), font);
        }
        m_isCut = m_row.text.size() > length;
        m_content = std::max({m_filesContent, m_text.width, m_isCut ? showAllWidth() : 0});
        if (hasName()) {
            m_content = std::max(
                m_content, std::min(m_inner, QFontMetrics(m_fonts.name).horizontalAdvance(m_row.authorName)
                                                 + roundingRoom));
        }
        if (isForwarded()) {
            m_content =
                std::max(m_content,
                         std::min(m_inner, QFontMetrics(m_fonts.quote).horizontalAdvance(m_row.forwardedLine)
                                               + roundingRoom));
        }
        if (!m_row.quoteName.isEmpty()) {
            m_content = std::max(m_content, std::min(m_inner, quoteWidth()));
        }
    }

    void layOut(const QString& text, const QFont& font)
    {
        m_layout.text = std::make_shared<QTextLayout>(text, font);
        m_layout.text->setFormats(formatsOf(m_row, text.size()));
        QTextOption option;
        option.setAlignment(m_layout.text->text().isRightToLeft() ? Qt::AlignRight : Qt::AlignLeft);
        option.setTabStopDistance(tabStopOf(font));
        m_layout.text->setTextOption(option);
        m_text = hasText() ? layOutText(*m_layout.text, m_inner, maxLines) : TextSize();
    }

    /// Shortens `length` so that the ellipsis fits on the line of the last word.
    [[nodiscard]] qsizetype roomForSign(qsizetype length) const
    {
        constexpr qsizetype asWideAsTheSign = 3;
        length = std::max<qsizetype>(0, length - asWideAsTheSign);
        while (length > 0 && m_row.text[length - 1].isSpace()) {
            --length;
        }
        return length;
    }

    [[nodiscard]] int showAllWidth() const
    {
        return QFontMetrics(m_fonts.text).horizontalAdvance(showAllText()) + roundingRoom;
    }

    [[nodiscard]] bool hasQuotePicture() const { return m_row.quoteFile && isPicture(*m_row.quoteFile); }

    [[nodiscard]] int quoteWidth() const
    {
        const int name = QFontMetrics(m_fonts.name).horizontalAdvance(m_row.quoteName);
        const int text = QFontMetrics(m_fonts.quote).horizontalAdvance(m_row.quoteText);
        const int picture = hasQuotePicture() ? metrics::quotePicture + quotePadding : 0;
        return quoteBar + quotePadding + picture + std::max(name, text) + roundingRoom;
    }

    void measureMeta()
    {
        m_layout.metaText = metaTextOf(m_row);
        const QFontMetrics fontMetrics(m_fonts.meta);
        m_metaSize = QSize(fontMetrics.horizontalAdvance(m_layout.metaText), fontMetrics.height());
        if (hasTicks(m_row)) {
            m_metaSize.rwidth() += tickSide + 4;
        }
    }

    void joinMeta()
    {
        if (!hasText()) {
            m_metaBeside = true;
            return;
        }
        const int besideText = m_text.lastLine + metaGap + m_metaSize.width();
        m_metaBeside = besideText <= m_inner && !m_isCut && !m_layout.text->text().isRightToLeft();
        m_content = std::max(m_content, m_metaBeside ? besideText : m_metaSize.width());
    }

    void placeBubble()
    {
        const int top = m_row.startsGroup ? metrics::groupGap : metrics::insideGap;
        int height = paddingAbove() + headerHeight() + m_block.height + gapBelowFiles() + m_text.height
                     + (endsInPicture() ? 0 : metrics::bubblePaddingY);
        if (m_isCut) {
            height += QFontMetrics(m_fonts.text).height() + 2;
        }
        if (!m_metaBeside) {
            height += m_metaSize.height();
        }
        const int width = m_content + 2 * metrics::bubblePaddingX;
        const int left = m_row.isOwn ? m_column.right() + 1 - width
                                     : m_column.left() + (m_row.showsAuthor ? avatarSpace() : 0);
        m_layout.bubble = QRect(left, top, width, height);
        m_layout.height = top + height;
        if (m_row.showsAuthor && m_row.endsGroup) {
            m_layout.avatar = QRect(m_column.left(), top + height - metrics::bubbleAvatar,
                                    metrics::bubbleAvatar, metrics::bubbleAvatar);
        }
    }

    void placeContents()
    {
        const QRect inner = m_layout.bubble.adjusted(metrics::bubblePaddingX, metrics::bubblePaddingY,
                                                     -metrics::bubblePaddingX, -metrics::bubblePaddingY);
        int y = m_layout.bubble.top() + paddingAbove();
        if (hasName()) {
            // Only the words, because a click on them opens something.
            const int words = QFontMetrics(m_fonts.name).horizontalAdvance(m_row.authorName) + roundingRoom;
            m_layout.name = QRect(inner.left(), y, std::min(inner.width(), words), nameHeight());
            y += nameHeight();
        }
        if (isForwarded()) {
            m_layout.forwarded = QRect(inner.left(), y, inner.width(), forwardedHeight());
            y += forwardedHeight();
        }
        if (!m_row.quoteName.isEmpty()) {
            placeQuote(QRect(inner.left(), y, inner.width(), quoteHeight()));
            y += quoteHeight() + 4;
        }
        y = placeFiles(y);
        // The text's lines have the maximum width. If they are right-aligned, only their right part is in
        // the bubble.
        const int before = m_layout.text->text().isRightToLeft() ? m_inner - m_content : 0;
        m_layout.textAt = QPoint(inner.left() - before, y);
        y += m_text.height;
        if (m_isCut) {
            const QFontMetrics fontMetrics(m_fonts.text);
            m_layout.showAll = QRect(inner.left(), y + 2, showAllWidth(), fontMetrics.height());
        }
        placeMeta(inner);
    }

    /// The reactions stand below the bubble, at the side of the column where the bubble is.
    void placeChips()
    {
        if (m_row.reactions.isEmpty()) {
            return;
        }
        const int before = m_row.showsAuthor ? avatarSpace() : 0;
        const QRect room(m_column.left() + before, m_layout.height + metrics::chipGap,
                         m_column.width() * metrics::bubblePercent / 100, 0);
        const int left = m_row.isOwn ? m_column.right() + 1 - room.width() : room.left();
        ChipBlock block = chipBlockOf(m_row.reactions, m_fonts, room.width(), m_row.isOwn);
        for (TimelineLayout::Chip& chip : block.chips) {
            for (QRect* part : {&chip.rect, &chip.emoji, &chip.count}) {
                part->translate(left, room.top());
            }
        }
        m_layout.chips = std::move(block.chips);
        m_layout.height += metrics::chipGap + block.height;
    }

    void placeQuote(const QRect& quote)
    {
        m_layout.quote = quote;
        if (hasQuotePicture()) {
            const int side = std::min(metrics::quotePicture, quote.height() - 2);
            m_layout.quotePicture =
                QRect(quote.left() + quoteBar + quotePadding, quote.center().y() - side / 2, side, side);
        }
    }

    /// Returns where the text begins.
    int placeFiles(int y)
    {
        if (hasPictures() && hasHeader()) {
            y += 2;
        }
        widenTiles(m_block, m_layout.bubble.width());
        const QPoint corner(m_layout.bubble.left(), y);
        for (TimelineLayout::File file : m_block.files) {
            for (QRect* part : {&file.rect, &file.button, &file.name, &file.details}) {
                part->translate(corner);
            }
            m_layout.files.append(file);
        }
        return y + m_block.height + gapBelowFiles();
    }

    void placeMeta(const QRect& inner)
    {
        QRect room = inner;
        if (endsInPicture()) {
            constexpr int aside = metrics::pillMargin + metrics::pillPadding;
            room = m_layout.bubble.adjusted(aside, 0, -aside, -metrics::pillMargin - pillPaddingY);
        } else if (m_metaBeside) {
            // Beside the text, move the smaller letters a little lower, away from it.
            room.translate(0, 2);
        }
        m_layout.meta =
            QRect(QPoint(room.right() + 1 - m_metaSize.width(), room.bottom() + 1 - m_metaSize.height()),
                  m_metaSize);
        if (endsInPicture()) {
            m_layout.metaPill = m_layout.meta.adjusted(-metrics::pillPadding, -pillPaddingY,
                                                       metrics::pillPadding, pillPaddingY);
        } else if (!hasText()) {
            m_layout.files.last().details.setRight(m_layout.meta.left() - metaGap);
        }
        if (hasTicks(m_row)) {
            m_layout.ticks = QRect(m_layout.meta.right() + 1 - tickSide,
                                   m_layout.meta.center().y() - tickSide / 2, tickSide, tickSide);
        }
    }

    [[nodiscard]] int paddingAbove() const
    {
        return hasPictures() && !hasHeader() ? 0 : metrics::bubblePaddingY;
    }
    [[nodiscard]] int headerHeight() const
    {
        return (hasName() ? nameHeight() : 0) + (isForwarded() ? forwardedHeight() : 0)
               + (m_row.quoteName.isEmpty() ? 0 : quoteHeight() + 4) + (hasPictures() && hasHeader() ? 2 : 0);
    }
    [[nodiscard]] int gapBelowFiles() const { return !m_row.files.isEmpty() && hasText() ? 5 : 0; }
    static int avatarSpace() { return metrics::bubbleAvatar + 8; }
    [[nodiscard]] int nameHeight() const { return QFontMetrics(m_fonts.name).height() + 1; }
    [[nodiscard]] int forwardedHeight() const { return QFontMetrics(m_fonts.quote).height() + 4; }
    [[nodiscard]] int quoteHeight() const
    {
        const int text = m_row.quoteText.isEmpty() ? 0 : QFontMetrics(m_fonts.quote).height();
        return QFontMetrics(m_fonts.name).height() + text + 2;
    }

    const TimelineRow& m_row;
    TimelineFonts m_fonts;
    QRect m_column;
    int m_inner = 0;   ///< the maximum width of a bubble's contents
    int m_content = 0; ///< the actual width of the contents
    FileBlock m_block;
    int m_filesContent = 0; ///< the width that files need
    TextSize m_text;
    QSize m_metaSize;
    bool m_metaBeside = false;
    bool m_isCut = false;
    TimelineLayout m_layout;
};

TimelineLayout labelLayout(const QStyleOptionViewItem& option, const TimelineRow& row)
{
    const TimelineFonts fonts(option.font);
    TimelineLayout layout;
    layout.column = columnOf(option.rect.width());
    const bool isDivider = row.key.kind == TimelineRowKind::NewMessages;
    const int margin = row.key.kind == TimelineRowKind::Notice ? 5 : 12;
    const QFontMetrics fontMetrics(isDivider ? fonts.divider : fonts.label);
    const QRect room(0, 0, layout.column.width() - 48, 10000);
    const QRect words = fontMetrics.boundingRect(room, Qt::AlignHCenter | Qt::TextWordWrap, row.text);
    const QSize size(words.width() + 2 * 10, words.height() + 2 * 3);
    layout.label = QRect(layout.column.center().x() - size.width() / 2, margin, size.width(), size.height());
    layout.height = size.height() + margin + (row.key.kind == TimelineRowKind::Notice ? 0 : 2);
    return layout;
}

} // namespace

QString showAllText()
{
    return TimelineLayoutText::tr("Show all");
}

TimelineFonts::TimelineFonts(const QFont& base)
    : text(base), name(semibold(resized(base, -1))), quote(resized(base, -1)), meta(resized(base, -2)),
      label(resized(base, -1)), divider(semibold(resized(base, -1))), emoji(base)
{
    if (base.pointSizeF() > 0) {
        emoji.setPointSizeF(base.pointSizeF() * emojiScale);
    } else {
        emoji.setPixelSize(static_cast<int>(base.pixelSize() * emojiScale));
    }
}

TimelineLayout layoutOf(const QStyleOptionViewItem& option, const TimelineRow& row)
{
    return row.isMessage() ? MessageLayouter(option, row).result() : labelLayout(option, row);
}

int estimatedHeight(int width, const QFont& font, const TimelineRow& row)
{
    const QFontMetrics fontMetrics(font);
    if (!row.isMessage()) {
        return fontMetrics.height() + 18;
    }
    const int inner = columnOf(width).width() * metrics::bubblePercent / 100 - 2 * metrics::bubblePaddingX;
    const auto characters = shownLength(row);
    const auto perLine = std::max(1, inner / std::max(1, fontMetrics.averageCharWidth()));
    const int lines = std::min(static_cast<int>(characters) / perLine + 1, maxLines + 1);
    const bool hasText = row.files.isEmpty() || !row.text.isEmpty();
    int height = metrics::insideGap + 2 * metrics::bubblePaddingY
                 + (hasText ? lines * fontMetrics.height() : 0)
                 + estimatedFilesHeight(row.files, font, inner + 2 * metrics::bubblePaddingX);
    if (row.startsGroup) {
        height += metrics::groupGap - metrics::insideGap + (row.showsAuthor ? fontMetrics.height() : 0);
    }
    if (!row.quoteName.isEmpty()) {
        height += 2 * fontMetrics.height();
    }
    if (!row.forwardedLine.isEmpty()) {
        height += fontMetrics.height();
    }
    if (!row.reactions.isEmpty()) {
        height +=
            metrics::chipGap
            + chipBlockOf(row.reactions, TimelineFonts(font), inner + 2 * metrics::bubblePaddingX, false)
                  .height;
    }
    return height;
}

TimelineHit hitAt(const TimelineLayout& layout, const TimelineRow& row, QPoint at)
{
    using Kind = TimelineHit::Kind;
    for (qsizetype chip = 0; chip < layout.chips.size(); ++chip) {
        if (layout.chips[chip].rect.contains(at)) {
            return {Kind::Chip, {}, -1, -1, static_cast<int>(chip)};
        }
    }
    if (row.key.kind == TimelineRowKind::Ignored && layout.label.contains(at)) {
        return {Kind::Closed, {}};
    }
    if (row.author.isValid() && (layout.avatar.contains(at) || layout.name.contains(at))) {
        return {Kind::Author, {}};
    }
    if (!layout.bubble.contains(at)) {
        return {};
    }
    if (row.delivery == Delivery::Failed && layout.meta.adjusted(-4, -4, 4, 4).contains(at)) {
        return {Kind::Failed, {}};
    }
    if (layout.quote.contains(at)) {
        return {Kind::Quote, {}};
    }
    if (layout.showAll.contains(at)) {
        return {Kind::ShowAll, {}};
    }
    for (const TimelineLayout::File& file : layout.files) {
        if (file.rect.contains(at)) {
            return {file.button.contains(at) ? Kind::FileButton : Kind::File, {}, -1, file.index};
        }
    }
    const QPointF inText = at - layout.textAt;
    for (int i = 0; i < layout.text->lineCount(); ++i) {
        const QTextLine line = layout.text->lineAt(i);
        if (!line.naturalTextRect().contains(inText)) {
            continue;
        }
        const int cursor = line.xToCursor(inText.x(), QTextLine::CursorOnCharacter);
        for (const TextSpan& span : row.spans) {
            if (span.kind == TextSpan::Kind::Link && cursor >= span.start
                && cursor < span.start + span.length) {
                return {Kind::Link, span.url, cursor};
            }
        }
        return {Kind::Bubble, {}, cursor};
    }
    return {Kind::Bubble, {}};
}

int placeInText(const TimelineLayout& layout, QPoint at)
{
    const QPointF inText = at - layout.textAt;
    const int lines = layout.text->lineCount();
    if (lines == 0 || inText.y() < 0) {
        return 0;
    }
    for (int i = 0; i < lines; ++i) {
        const QTextLine line = layout.text->lineAt(i);
        if (inText.y() < line.y() + line.height()) {
            return line.xToCursor(inText.x(), QTextLine::CursorBetweenCharacters);
        }
    }
    return static_cast<int>(layout.text->text().size());
}

int shownCharacters(const TimelineLayout& layout, const TimelineRow& row)
{
    const qsizetype shown = layout.text->text().size();
    return static_cast<int>(shown > row.text.size() || layout.showAll.isEmpty() ? row.text.size()
                                                                                : shown - 1);
}

} // namespace tidemark
