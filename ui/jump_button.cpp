#include "ui/jump_button.h"

#include "ui/metrics.h"
#include "ui/painting.h"

#include <QPainter>

namespace tidemark {

namespace {
constexpr int badgeRise = 10; ///< how far the badge stands out above the circle
constexpr int sideRoom = 10;
} // namespace

JumpButton::JumpButton(QWidget* parent) : QAbstractButton(parent)
{
    setAccessibleName(tr("Go to the newest message"));
    setToolTip(tr("Newest messages (End)"));
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    resize(JumpButton::sizeHint());
}

QSize JumpButton::sizeHint() const
{
    return {metrics::roundButton + 2 * sideRoom, metrics::roundButton + badgeRise + 4};
}

void JumpButton::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void JumpButton::setBadge(const QString& badge, const QString& hint)
{
    if (badge == m_badge)
        return;
    m_badge = badge;
    setAccessibleDescription(hint);
    setToolTip(hint.isEmpty() ? tr("Newest messages (End)") : hint);
    update();
}

void JumpButton::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF circle(sideRoom, badgeRise, metrics::roundButton, metrics::roundButton);
    painter.setPen(Qt::NoPen);
    QColor shadow = m_theme.shadow;
    shadow.setAlphaF(shadow.alphaF() * 0.5F);
    painter.setBrush(shadow);
    painter.drawEllipse(circle.translated(0, 1.5).adjusted(-0.5, -0.5, 0.5, 0.5));
    painter.setPen(QPen(hasFocus() ? m_theme.accent : m_theme.line, hasFocus() ? 2 : 1));
    painter.setBrush(underMouse() ? m_theme.hover : m_theme.background);
    painter.drawEllipse(circle.adjusted(0.5, 0.5, -0.5, -0.5));
    paintGlyph(painter, Glyph::Down, circle.adjusted(12, 12, -12, -12), m_theme.dim);
    if (m_badge.isEmpty())
        return;
    const QFont badge = badgeFont(font());
    const QSize size = badgeSize(m_badge, badge);
    paintBadge(painter, QRect((width() - size.width()) / 2, 0, size.width(), size.height()), m_badge,
               m_theme.accent, m_theme.onAccent, badge);
}

} // namespace tidemark
