#include "ui/finding/switch_delegate.h"

#include "core/models/conversations/quick_switch_model.h"
#include "ui/look/fonts.h"
#include "ui/look/match_painting.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int switcherAvatar = metrics::bubbleAvatar;
constexpr int rowPadding = 8;
constexpr int badgeGap = 6;

/// Paints, at the right end, what choosing the row does if it does not open a conversation; returns its
/// width.
int paintDeed(QPainter& painter, const QRect& area, const SwitchRow& row, const Theme& theme,
              const QFont& base)
{
    if (row.kind != SwitchRow::Kind::Person) {
        return 0;
    }
    const QString deed = SwitchDelegate::tr("New chat");
    painter.setFont(base);
    painter.setPen(theme.dim);
    painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, deed);
    return QFontMetrics(base).horizontalAdvance(deed) + badgeGap;
}

/// Paints the badges at the right end, and returns their width.
int paintBadges(QPainter& painter, const QRect& area, const ConversationRow& row, const Theme& theme,
                const QFont& base)
{
    const QFont font = badgeFont(base);
    const bool isQuiet = row.isMuted || row.isArchived;
    int right = area.right() + 1;
    const auto paint = [&](const QString& text, const QColor& ground, const QColor& onGround) {
        const QSize size = badgeSize(text, font);
        right -= size.width();
        paintBadge(painter, QRect(QPoint(right, area.center().y() - size.height() / 2 + 1), size), text,
                   ground, onGround, font);
        right -= badgeGap;
    };
    if (!row.badge.isEmpty()) {
        paint(row.badge, isQuiet ? theme.badgeMuted : theme.accent,
              isQuiet ? theme.onBadgeMuted : theme.onAccent);
    }
    if (row.isMentioned) {
        paint(u"@"_s, theme.accent, theme.onAccent);
    }
    return area.right() + 1 - right;
}

} // namespace

QSize SwitchDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const
{
    return {0, std::max(switcherAvatar, QFontMetrics(option.font).height()) + 2 * rowPadding};
}

void SwitchDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    const auto row = index.data(QuickSwitchModel::RowRole).value<SwitchRow>();
    painter->save();
    // Combining marks stacked on letters must not reach into other rows.
    painter->setClipRect(option.rect, Qt::IntersectClip);
    painter->setRenderHint(QPainter::Antialiasing);
    const bool isChosen = option.state.testFlag(QStyle::State_Selected);
    if (isChosen || option.state.testFlag(QStyle::State_MouseOver)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(isChosen ? m_theme.tint : m_theme.hover);
        painter->drawRoundedRect(option.rect, 8, 8);
    }
    QRect area = option.rect.adjusted(rowPadding, 0, -metrics::gap, 0);
    const QRect avatar(area.left(), area.center().y() - switcherAvatar / 2 + 1, switcherAvatar,
                       switcherAvatar);
    if (row.kind == SwitchRow::Kind::Messages) {
        constexpr int inset = 5;
        paintGlyph(*painter, Glyph::Search, avatar.adjusted(inset, inset, -inset, -inset), m_theme.dim);
    } else {
        paintAvatar(*painter, avatar, row.row,
                    row.row.isArchived ? m_theme.avatarQuiet : m_theme.avatar(row.row.hue), option.font,
                    pictureOf(m_theme, row.row.id, *painter, avatar));
    }
    area.setLeft(avatar.right() + metrics::gap);
    area.setRight(area.right() - paintBadges(*painter, area, row.row, m_theme, option.font)
                  - paintDeed(*painter, area, row, m_theme, option.font));
    const QFont font = row.row.isUnread ? semibold(option.font) : option.font;
    const int height = QFontMetrics(font).height();
    const QRect title(area.left(), area.center().y() - height / 2 + 1, area.width(), height);
    paintMatched(
        *painter, title,
        {row.row.title, row.parts, font, row.row.isArchived ? m_theme.dim : m_theme.text, m_theme.accent, 1});
    painter->restore();
}

} // namespace tidemark
