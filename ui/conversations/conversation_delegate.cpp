#include "ui/conversations/conversation_delegate.h"

#include "core/models/conversations/conversation_list_model.h"
#include "ui/look/fonts.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"

#include <QPainter>

#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int badgeGap = 6;
constexpr int glyphSide = 16;
constexpr int heartSide = 14;
constexpr int afterHeart = 3;

QFont titleFont(const QFont& base, const ConversationRow& row)
{
    return row.isUnread ? semibold(base) : base;
}
QFont previewFont(const QFont& base)
{
    return resized(base, -1);
}
QFont timeFont(const QFont& base)
{
    return resized(base, -2);
}

/// Returns a rectangle of `width` that ends at `right` (exclusive), centred on `middle`.
QRect endingAt(int right, int width, int middle, int height)
{
    return {right - width, middle - height / 2, width, height};
}

void layOutSecondLine(ConversationLayout& layout, const QStyleOptionViewItem& option,
                      const ConversationRow& row, int left, int right, int top)
{
    const int height = QFontMetrics(previewFont(option.font)).height();
    const int middle = top + height / 2;
    if (!row.badge.isEmpty()) {
        const QSize size = badgeSize(row.badge, badgeFont(option.font));
        layout.badge = endingAt(right, size.width(), middle, size.height());
        right = layout.badge.left() - badgeGap;
    }
    if (row.isMentioned) {
        const QSize size = badgeSize(u"@"_s, badgeFont(option.font));
        layout.mention = endingAt(right, size.width(), middle, size.height());
        right = layout.mention.left() - badgeGap;
    }
    if (!row.reactions.isEmpty()) {
        const int number = QFontMetrics(badgeFont(option.font)).horizontalAdvance(row.reactions) + 1;
        layout.reactions = endingAt(right, heartSide + afterHeart + number, middle, height);
        right = layout.reactions.left() - badgeGap;
    }
    const std::pair<bool, QRect*> glyphs[] = {{row.isPinned, &layout.pin},
                                              {row.isUnsynced, &layout.unsynced}};
    for (const auto& [isShown, glyph] : glyphs) {
        if (isShown) {
            *glyph = endingAt(right, glyphSide, middle, glyphSide);
            right = glyph->left() - badgeGap;
        }
    }
    if (row.delivery != Delivery::None) {
        layout.ticks = QRect(left, middle - glyphSide / 2, glyphSide, glyphSide);
        left += glyphSide + 4;
    }
    layout.preview = QRect(left, top, right - left, height);
}

} // namespace

ConversationLayout layoutOf(const QStyleOptionViewItem& option, const ConversationRow& row)
{
    ConversationLayout layout;
    const QRect& area = option.rect;
    layout.avatar = QRect(area.left() + metrics::gap, area.top() + (area.height() - metrics::avatar) / 2,
                          metrics::avatar, metrics::avatar);
    const int left = layout.avatar.right() + 1 + metrics::gap;
    const int right = area.right() + 1 - metrics::gap;

    const QFontMetrics titleMetrics(titleFont(option.font, row));
    const int previewHeight = QFontMetrics(previewFont(option.font)).height();
    constexpr int lineGap = 3;
    const int top = area.top() + (area.height() - titleMetrics.height() - lineGap - previewHeight) / 2;

    const int timeWidth = QFontMetrics(timeFont(option.font)).horizontalAdvance(row.time);
    layout.time = QRect(right - timeWidth, top, timeWidth, titleMetrics.height());
    int titleEnd = layout.time.left() - badgeGap;
    if (row.isMuted) {
        titleEnd -= glyphSide + 4;
    }
    const int titleWidth =
        std::max(0, std::min(titleEnd - left, titleMetrics.horizontalAdvance(row.title) + 1));
    layout.title = QRect(left, top, titleWidth, titleMetrics.height());
    if (row.isMuted) {
        layout.mutedGlyph = QRect(layout.title.right() + 5, layout.title.center().y() - glyphSide / 2 + 1,
                                  glyphSide, glyphSide);
    }
    layOutSecondLine(layout, option, row, left, right, top + titleMetrics.height() + lineGap);
    return layout;
}

ConversationDelegate::ConversationDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

QSize ConversationDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const
{
    const int lines = QFontMetrics(option.font).height() + QFontMetrics(previewFont(option.font)).height();
    return {metrics::sideMinimum, std::max(metrics::rowHeight, lines + 2 * metrics::gap)};
}

void ConversationDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const
{
    const auto row = index.data(ConversationListModel::RowRole).value<ConversationRow>();
    const ConversationLayout layout = layoutOf(option, row);
    painter->save();
    // Combining marks stacked on letters must not reach into other rows.
    painter->setClipRect(option.rect, Qt::IntersectClip);
    paintBackground(*painter, option);
    const QColor& ground = row.isArchived ? m_theme.avatarQuiet : m_theme.avatar(row.hue);
    paintAvatar(*painter, layout.avatar, row, ground, option.font,
                pictureOf(m_theme, row.id, *painter, layout.avatar));
    paintFirstLine(*painter, option, row, layout);
    paintSecondLine(*painter, option, row, layout);
    paintBadges(*painter, option, row, layout);
    painter->restore();
}

void ConversationDelegate::paintBackground(QPainter& painter, const QStyleOptionViewItem& option) const
{
    const bool isChosen = option.state.testFlag(QStyle::State_Selected);
    if (isChosen) {
        painter.fillRect(option.rect, m_theme.tint);
    } else if (option.state.testFlag(QStyle::State_MouseOver)) {
        painter.fillRect(option.rect, m_theme.hover);
    }
    if (m_isFocusShown && option.state.testFlag(QStyle::State_HasFocus)) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(m_theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(option.rect).adjusted(2, 2, -2, -2), 6, 6);
    }
}

void ConversationDelegate::paintFirstLine(QPainter& painter, const QStyleOptionViewItem& option,
                                          const ConversationRow& row, const ConversationLayout& layout) const
{
    const QFont font = titleFont(option.font, row);
    painter.setFont(font);
    painter.setPen(row.isArchived ? m_theme.dim : m_theme.text);
    const QString title = QFontMetrics(font).elidedText(row.title, Qt::ElideRight, layout.title.width());
    painter.drawText(layout.title, Qt::AlignLeft | Qt::AlignVCenter, title);
    if (!layout.mutedGlyph.isEmpty()) {
        paintGlyph(painter, Glyph::Muted, layout.mutedGlyph, m_theme.dim);
    }
    painter.setFont(timeFont(option.font));
    const bool isLoud = row.isUnread && !row.isMuted && !row.isArchived;
    painter.setPen(isLoud ? m_theme.accent : m_theme.dim);
    painter.drawText(layout.time, Qt::AlignRight | Qt::AlignVCenter, row.time);
}

void ConversationDelegate::paintSecondLine(QPainter& painter, const QStyleOptionViewItem& option,
                                           const ConversationRow& row, const ConversationLayout& layout) const
{
    paintDelivery(painter, row.delivery, layout.ticks, m_theme);
    const QFont font = previewFont(option.font);
    const QFontMetrics fontMetrics(font);
    painter.setFont(font);
    QRect area = layout.preview;
    // Use one baseline: a fallback font for another script is taller, so centred lines would not align.
    const int baseline = area.top() + fontMetrics.ascent();
    // If there are ticks, they already show that the message is the user's own.
    if (!row.sender.isEmpty() && row.delivery == Delivery::None) {
        const bool isAlarming =
            row.preview == ConversationRow::Preview::Draft || row.preview == ConversationRow::Preview::Failed;
        painter.setPen(isAlarming ? m_theme.error : m_theme.text);
        const QString sender = fontMetrics.elidedText(row.sender, Qt::ElideRight, area.width() * 2 / 3);
        painter.drawText(QPoint(area.left(), baseline), sender);
        area.setLeft(area.left() + fontMetrics.horizontalAdvance(sender + u' '));
    }
    painter.setPen(m_theme.dim);
    painter.drawText(QPoint(area.left(), baseline),
                     fontMetrics.elidedText(row.text, Qt::ElideRight, area.width()));
}

void ConversationDelegate::paintBadges(QPainter& painter, const QStyleOptionViewItem& option,
                                       const ConversationRow& row, const ConversationLayout& layout) const
{
    const bool isQuiet = row.isMuted || row.isArchived;
    const QFont font = badgeFont(option.font);
    if (!layout.badge.isEmpty()) {
        paintBadge(painter, layout.badge, row.badge, isQuiet ? m_theme.badgeMuted : m_theme.accent,
                   isQuiet ? m_theme.onBadgeMuted : m_theme.onAccent, font);
    }
    // A mention has the accent colour even in a muted conversation.
    if (!layout.mention.isEmpty()) {
        paintBadge(painter, layout.mention, u"@"_s, m_theme.accent, m_theme.onAccent, font);
    }
    if (!layout.reactions.isEmpty()) {
        const QColor& colour = isQuiet ? m_theme.dim : m_theme.error;
        const QRect& area = layout.reactions;
        paintGlyph(painter, Glyph::Heart,
                   QRect(area.left(), area.center().y() - heartSide / 2 + 1, heartSide, heartSide), colour);
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, row.reactions);
    }
    if (!layout.unsynced.isEmpty()) {
        paintGlyph(painter, Glyph::Upward, layout.unsynced, m_theme.dim);
    }
    if (!layout.pin.isEmpty()) {
        paintGlyph(painter, Glyph::Pin, layout.pin, m_theme.dim);
    }
}

} // namespace tidemark
