#include "ui/timeline/jump_button.h"

#include "ui/look/metrics.h"
#include "ui/look/painting.h"
#include "ui/widgets/plain_text.h"

#include <QPainter>

namespace tidemark {

namespace {
constexpr int badgeInside = 10; ///< the part of the badge's height that is inside the circle
constexpr int sideRoom = 10;
} // namespace

RoundButton::RoundButton(QWidget* parent) : QAbstractButton(parent)
{
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    resize(RoundButton::sizeHint());
}

/// Returns the part of the badge's height that is above the circle.
int RoundButton::badgeRise() const
{
    return badgeSize(m_badge, badgeFont(font())).height() - badgeInside;
}

QSize RoundButton::sizeHint() const
{
    return {metrics::roundButton + 2 * sideRoom, metrics::roundButton + badgeRise() + 4};
}

void RoundButton::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void RoundButton::setBadge(const QString& badge, const QString& hint)
{
    if (badge == m_badge && hint == accessibleDescription()) {
        return;
    }
    m_badge = badge;
    setAccessibleDescription(hint);
    updateToolTip();
    update();
}

void RoundButton::setAction(const QString& words)
{
    if (words == accessibleName()) {
        return;
    }
    setAccessibleName(words);
    updateToolTip();
}

void RoundButton::updateToolTip()
{
    const QString hint = accessibleDescription();
    setPlainTip(this, hint.isEmpty() ? accessibleName() : accessibleName() + u'\n' + hint);
}

void RoundButton::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF circle(sideRoom, badgeRise(), metrics::roundButton, metrics::roundButton);
    painter.setPen(Qt::NoPen);
    QColor shadow = m_theme.shadow;
    shadow.setAlphaF(shadow.alphaF() * 0.5F);
    painter.setBrush(shadow);
    painter.drawEllipse(circle.translated(0, 1.5).adjusted(-0.5, -0.5, 0.5, 0.5));
    painter.setPen(QPen(hasFocus() ? m_theme.accent : m_theme.line, hasFocus() ? 2 : 1));
    painter.setBrush(underMouse() ? m_theme.hover : m_theme.background);
    painter.drawEllipse(circle.adjusted(0.5, 0.5, -0.5, -0.5));
    paintSign(painter, circle);
    if (m_badge.isEmpty()) {
        return;
    }
    const QFont badge = badgeFont(font());
    const QSize size = badgeSize(m_badge, badge);
    paintBadge(painter, QRect((width() - size.width()) / 2, 0, size.width(), size.height()), m_badge,
               m_theme.accent, m_theme.onAccent, badge);
}

JumpButton::JumpButton(QWidget* parent) : RoundButton(parent)
{
    setAction(tr("Go to the newest message"));
}

void JumpButton::paintSign(QPainter& painter, const QRectF& circle) const
{
    paintGlyph(painter, Glyph::Down, circle.adjusted(12, 12, -12, -12), theme().dim);
}

MentionButton::MentionButton(QWidget* parent) : RoundButton(parent)
{
    setAction(tr("Go to the next mention of you"));
}

void MentionButton::paintSign(QPainter& painter, const QRectF& circle) const
{
    QFont letter = font();
    letter.setPixelSize(20);
    painter.setFont(letter);
    painter.setPen(theme().dim);
    // The "@" hangs below the baseline: centre its ink.
    const QRectF ink = QFontMetricsF(letter).tightBoundingRect(QStringLiteral("@"));
    painter.drawText(circle.center() - ink.center(), QStringLiteral("@"));
}

ReactionButton::ReactionButton(QWidget* parent) : RoundButton(parent)
{
    setAction(tr("Go to the next unread reaction"));
}

void ReactionButton::paintSign(QPainter& painter, const QRectF& circle) const
{
    paintGlyph(painter, Glyph::Heart, circle.adjusted(12, 13, -12, -11), theme().error);
}

} // namespace tidemark
