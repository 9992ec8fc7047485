#include "ui/timeline/timeline_delegate.h"

#include "core/models/timeline/timeline_model.h"
#include "core/models/words/reaction_text.h"
#include "ui/look/emoji_font.h"
#include "ui/look/fonts.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"
#include "ui/timeline/reactions/chip_layout.h"

#include <QPainter>
#include <QPainterPath>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr std::size_t cachedLayouts = 160;

TimelineRow rowAt(const QModelIndex& index)
{
    return index.data(TimelineModel::RowRole).value<TimelineRow>();
}

CornerRadii radiiOf(const TimelineRow& row)
{
    constexpr double round = metrics::bubbleRadius;
    constexpr double joint = metrics::bubbleJoint;
    const double above = row.startsGroup ? round : joint;
    const double below = row.endsGroup ? round : joint;
    return row.isOwn ? CornerRadii{round, above, below, round} : CornerRadii{above, round, round, below};
}

QPainterPath bubblePath(const TimelineRow& row, const QRect& bubble)
{
    return roundedPath(bubble, radiiOf(row));
}

} // namespace

TimelineDelegate::TimelineDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

std::shared_ptr<const TimelineLayout> TimelineDelegate::layout(const QStyleOptionViewItem& option,
                                                               const TimelineRow& row) const
{
    const auto found = m_cache.find(row.key);
    if (found != m_cache.end()) {
        const Cached& cached = found->second;
        if (cached.width == option.rect.width() && cached.font == option.font && cached.row == row) {
            return cached.layout;
        }
    }
    if (m_cache.size() >= cachedLayouts) {
        m_cache.clear();
    }
    auto made = std::make_shared<const TimelineLayout>(layoutOf(option, row));
    m_cache[row.key] = {row, option.rect.width(), option.font, made};
    return made;
}

QSize TimelineDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return {option.rect.width(), layout(option, rowAt(index))->height};
}

TimelineHit TimelineDelegate::hitAt(const QStyleOptionViewItem& option, const QModelIndex& index,
                                    QPoint at) const
{
    const TimelineRow row = rowAt(index);
    return tidemark::hitAt(*layout(option, row), row, at);
}

void TimelineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const
{
    const TimelineRow row = rowAt(index);
    const auto rowLayout = layout(option, row);
    painter->save();
    // Combining marks stacked on letters must not reach into other messages.
    painter->setClipRect(option.rect, Qt::IntersectClip);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(option.rect.topLeft());
    if (row.isMessage()) {
        paintMessage(*painter, option.font, row, *rowLayout);
    } else {
        paintLabel(*painter, option.font, row, *rowLayout);
    }
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        paintFocus(*painter, *rowLayout);
    }
    painter->restore();
}

void TimelineDelegate::paintMessage(QPainter& painter, const QFont& font, const TimelineRow& row,
                                    const TimelineLayout& layout) const
{
    const TimelineFonts fonts(font);
    paintBubble(painter, row, layout);
    if (!layout.avatar.isEmpty()) {
        paintAvatar(painter, layout.avatar, row.initials, m_theme.avatar(row.hue), font,
                    pictureOf(m_theme, row.author, painter, layout.avatar));
    }
    if (!layout.name.isEmpty()) {
        painter.setFont(fonts.name);
        painter.setPen(m_theme.name(row.hue));
        const QString name =
            QFontMetrics(fonts.name).elidedText(row.authorName, Qt::ElideRight, layout.name.width());
        painter.drawText(layout.name, Qt::AlignLeft | Qt::AlignTop, name);
    }
    if (!layout.forwarded.isEmpty()) {
        painter.setFont(fonts.quote);
        painter.setPen(m_theme.dim);
        const QString line =
            QFontMetrics(fonts.quote).elidedText(row.forwardedLine, Qt::ElideRight, layout.forwarded.width());
        painter.drawText(layout.forwarded, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine, line);
    }
    if (!layout.quote.isEmpty()) {
        paintQuote(painter, fonts, row, layout);
    }
    FilePainter(painter, m_theme, fonts, m_sources).paint(row, layout, radiiOf(row));
    paintText(painter, row, layout);
    if (!layout.showAll.isEmpty()) {
        painter.setFont(fonts.text);
        painter.setPen(m_theme.accent);
        painter.drawText(layout.showAll, Qt::AlignLeft | Qt::AlignVCenter, showAllText());
    }
    paintMeta(painter, fonts, row, layout);
    if (!layout.chips.isEmpty()) {
        paintChips(painter, fonts, row, layout);
    }
}

void TimelineDelegate::paintChips(QPainter& painter, const TimelineFonts& fonts, const TimelineRow& row,
                                  const TimelineLayout& layout) const
{
    for (qsizetype i = 0; i < layout.chips.size(); ++i) {
        const TimelineLayout::Chip& chip = layout.chips[i];
        const ReactionCount& reaction = row.reactions[i];
        painter.setPen(QPen(reaction.isMine ? m_theme.accent : m_theme.line, 1));
        painter.setBrush(reaction.isMine ? m_theme.tint : m_theme.side);
        const double radius = chip.rect.height() / 2.0;
        painter.drawRoundedRect(QRectF(chip.rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        painter.setFont(emojiFont(fonts.text));
        painter.setPen(m_theme.text);
        painter.drawText(chip.emoji, Qt::AlignCenter | Qt::TextSingleLine, emojiText(reaction));
        painter.setFont(reaction.isMine ? semibold(fonts.quote) : fonts.quote);
        painter.setPen(reaction.isMine ? m_theme.accent : m_theme.dim);
        painter.drawText(chip.count, Qt::AlignCenter | Qt::TextSingleLine, chipCountText(reaction));
    }
}

void TimelineDelegate::paintBubble(QPainter& painter, const TimelineRow& row,
                                   const TimelineLayout& layout) const
{
    if (layout.isBare) {
        return;
    }
    painter.fillPath(bubblePath(row, layout.bubble), row.isOwn ? m_theme.bubbleOut : m_theme.bubbleIn);
    if (!row.mentionsReader) {
        return;
    }
    // A bar at the side marks a mention of the user. A coloured bubble would be too loud.
    painter.save();
    painter.setClipPath(bubblePath(row, layout.bubble));
    painter.fillRect(QRect(layout.bubble.left(), layout.bubble.top(), 3, layout.bubble.height()),
                     m_theme.accent);
    painter.restore();
}

void TimelineDelegate::paintQuote(QPainter& painter, const TimelineFonts& fonts, const TimelineRow& row,
                                  const TimelineLayout& layout) const
{
    constexpr int bar = 3;
    constexpr int padding = 8;
    painter.fillRect(QRect(layout.quote.left(), layout.quote.top() + 1, bar, layout.quote.height() - 2),
                     m_theme.accent);
    QRect words = layout.quote.adjusted(bar + padding, 0, 0, 0);
    if (!layout.quotePicture.isEmpty()) {
        FilePainter(painter, m_theme, fonts, m_sources)
            .paintThumbnail(*row.quoteFile, layout.quotePicture, 4);
        words.setLeft(layout.quotePicture.right() + 1 + padding);
    }
    const QFontMetrics nameMetrics(fonts.name);
    painter.setFont(fonts.name);
    painter.setPen(m_theme.accent);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignTop,
                     nameMetrics.elidedText(row.quoteName, Qt::ElideRight, words.width()));
    painter.setFont(fonts.quote);
    painter.setPen(m_theme.dim);
    const QRect below = words.adjusted(0, nameMetrics.height(), 0, 0);
    painter.drawText(below, Qt::AlignLeft | Qt::AlignTop,
                     QFontMetrics(fonts.quote).elidedText(row.quoteText, Qt::ElideRight, below.width()));
}

QList<QTextLayout::FormatRange> TimelineDelegate::coloursOf(const TimelineRow& row, int length) const
{
    QList<QTextLayout::FormatRange> colours;
    const auto add = [&](int start, int end, const QColor& colour, const QColor& ground) {
        QTextLayout::FormatRange range;
        range.start = start;
        range.length = std::min(end, length) - start;
        range.format.setForeground(colour);
        if (ground.isValid()) {
            range.format.setBackground(ground);
        }
        if (range.length > 0) {
            colours.append(range);
        }
    };
    for (const TextSpan& span : row.spans) {
        const bool isOwn = span.kind == TextSpan::Kind::OwnMention;
        add(span.start, span.start + span.length, isOwn ? m_theme.text : m_theme.accent,
            isOwn ? m_theme.mentionTint() : QColor());
    }
    if (m_marked) {
        add(m_marked->first, m_marked->second, m_theme.onAccent, m_theme.accent);
    }
    return colours;
}

void TimelineDelegate::paintText(QPainter& painter, const TimelineRow& row,
                                 const TimelineLayout& layout) const
{
    painter.save();
    painter.setClipRect(layout.bubble, Qt::IntersectClip);
    painter.setPen(row.isRecalled ? m_theme.dim : m_theme.text);
    layout.text->draw(&painter, layout.textAt, coloursOf(row, static_cast<int>(layout.text->text().size())));
    painter.restore();
}

void TimelineDelegate::paintMeta(QPainter& painter, const TimelineFonts& fonts, const TimelineRow& row,
                                 const TimelineLayout& layout) const
{
    const bool hasFailed = row.delivery == Delivery::Failed;
    Theme theme = m_theme;
    if (!layout.metaPill.isEmpty()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.overPicture);
        painter.drawRoundedRect(layout.metaPill, layout.metaPill.height() / 2.0,
                                layout.metaPill.height() / 2.0);
        theme.dim = theme.accent = theme.error = theme.onPicture;
    }
    painter.setFont(fonts.meta);
    painter.setPen(hasFailed ? theme.error : theme.dim);
    painter.drawText(layout.meta, Qt::AlignLeft | Qt::AlignVCenter, layout.metaText);
    paintDelivery(painter, row.delivery, layout.ticks, theme);
}

void TimelineDelegate::paintLabel(QPainter& painter, const QFont& font, const TimelineRow& row,
                                  const TimelineLayout& layout) const
{
    const TimelineFonts fonts(font);
    const bool isDivider = row.key.kind == TimelineRowKind::NewMessages;
    if (isDivider) {
        QColor lines = m_theme.accent;
        lines.setAlphaF(0.6F);
        painter.setPen(QPen(lines, 1));
        const double y = layout.label.center().y() + 0.5;
        painter.drawLine(QPointF(layout.column.left(), y), QPointF(layout.label.left(), y));
        painter.drawLine(QPointF(layout.label.right(), y), QPointF(layout.column.right(), y));
    } else if (row.key.kind == TimelineRowKind::Day) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.side);
        painter.drawRoundedRect(layout.label, layout.label.height() / 2.0, layout.label.height() / 2.0);
    }
    painter.setFont(isDivider ? fonts.divider : fonts.label);
    const bool isClosed = row.key.kind == TimelineRowKind::Ignored;
    painter.setPen(isDivider || isClosed ? m_theme.accent : m_theme.dim);
    painter.drawText(layout.label, Qt::AlignCenter | Qt::TextWordWrap, row.text);
}

void TimelineDelegate::paintFocus(QPainter& painter, const TimelineLayout& layout) const
{
    const bool isChip = m_chosenChip >= 0 && m_chosenChip < layout.chips.size();
    for (const TimelineLayout::File& file : layout.files) {
        if (file.index == m_chosenFile && !isChip) {
            const QRectF ring = QRectF(file.rect).adjusted(2, 2, -2, -2);
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(m_theme.background, 4)); // so that the ring is visible on any picture
            painter.drawRoundedRect(ring, 6, 6);
            painter.setPen(QPen(m_theme.accent, 2));
            painter.drawRoundedRect(ring, 6, 6);
            return;
        }
    }
    const QRect part = isChip                    ? layout.chips[m_chosenChip].rect.adjusted(-2, -2, 2, 2)
                       : layout.bubble.isEmpty() ? layout.label
                                                 : layout.bubble;
    painter.setPen(QPen(m_theme.accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(part).adjusted(1, 1, -1, -1), metrics::bubbleRadius - 1,
                            metrics::bubbleRadius - 1);
}

} // namespace tidemark
