#include "ui/conversations/invitation_entry.h"

#include "core/models/words/badge.h"
#include "core/models/words/plural.h"
#include "ui/look/fonts.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace tidemark {

namespace {

constexpr int invitationHeight = 40;

} // namespace

InvitationEntry::InvitationEntry(QWidget* parent) : QAbstractButton(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setText(tr("Invitations"));
}

void InvitationEntry::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void InvitationEntry::setCount(qint64 count)
{
    m_badge = badgeText(static_cast<std::uint64_t>(count), true);
    setAccessibleName(tr("%Ln invitations", nullptr, pluralOf(static_cast<std::uint64_t>(count))));
    update();
}

QSize InvitationEntry::sizeHint() const
{
    const int line = QFontMetrics(semibold(font())).height();
    return {metrics::sideMinimum, std::max(invitationHeight, line + metrics::gap)};
}

void InvitationEntry::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse()) {
        painter.fillRect(rect(), m_theme.hover);
    }
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme.line);
    if (hasFocus()) {
        painter.setPen(QPen(m_theme.accent, 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -3), 6, 6);
    }
    const bool isMirrored = layoutDirection() == Qt::RightToLeft;
    QRect area = rect().adjusted(metrics::gap, 0, -metrics::gap, 0);
    const QFont badge = badgeFont(font());
    const QSize size = badgeSize(m_badge, badge);
    QRect place({}, size);
    place.moveCenter(area.center());
    if (isMirrored) {
        place.moveLeft(area.left());
        area.setLeft(place.right() + metrics::gap);
    } else {
        place.moveRight(area.right());
        area.setRight(place.left() - metrics::gap);
    }
    paintBadge(painter, place, m_badge, m_theme.accent, m_theme.onAccent, badge);
    painter.setFont(semibold(font()));
    painter.setPen(m_theme.text);
    const int side = isMirrored ? Qt::AlignRight : Qt::AlignLeft;
    painter.drawText(area, side | Qt::AlignVCenter,
                     QFontMetrics(painter.font()).elidedText(text(), Qt::ElideRight, area.width()));
}

void InvitationEntry::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        click();
    } else if (event->key() == Qt::Key_Down) {
        Q_EMIT listWanted();
    } else {
        QAbstractButton::keyPressEvent(event);
    }
}

} // namespace tidemark
