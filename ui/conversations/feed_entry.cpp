#include "ui/conversations/feed_entry.h"

#include "core/models/words/badge.h"
#include "core/models/words/plural.h"
#include "ui/look/fonts.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"
#include "ui/widgets/plain_text.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int lineGap = 3;
constexpr int backHeight = 40;
constexpr int signSide = 20;

QFont secondFont(const QFont& base)
{
    return resized(base, -1);
}

} // namespace

FeedEntry::FeedEntry(QWidget* parent) : QAbstractButton(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FeedEntry::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void FeedEntry::setContent(const Totals& totals, qint64 channels, bool isOpen)
{
    m_isOpen = isOpen;
    m_badge = isOpen ? QString() : badgeText(totals.feed, totals.feedExact);
    m_second = tr("%Ln channels", nullptr, pluralOf(channels));
    setText(isOpen ? tr("All conversations") : tr("Following"));
    const QString news =
        m_badge.isEmpty()
            ? QString()
            : tr("%1 since you last looked here").arg(badgeHint(totals.feed, 0, totals.feedExact));
    setPlainTip(this, isOpen ? tr("Back from the followed channels") : news);
    const QString holds = news.isEmpty() ? m_second : news;
    setAccessibleName(isOpen ? tr("Back to all conversations")
                             : tr("%1, %2", "an entry and what it holds").arg(text(), holds));
    updateGeometry();
    update();
}

QSize FeedEntry::sizeHint() const
{
    const int first = QFontMetrics(semibold(font())).height();
    if (m_isOpen) {
        return {metrics::sideMinimum, std::max(backHeight, first + metrics::gap)};
    }
    const int lines = first + lineGap + QFontMetrics(secondFont(font())).height();
    return {metrics::sideMinimum, std::max(metrics::rowHeight, lines + 2 * metrics::gap)};
}

void FeedEntry::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintGround(painter);
    const bool isMirrored = layoutDirection() == Qt::RightToLeft;
    QRect area = rect().adjusted(metrics::gap, 0, -metrics::gap, 0);
    QRect sign(area.left(), (height() - metrics::avatar) / 2, metrics::avatar, metrics::avatar);
    if (isMirrored) {
        sign.moveRight(area.right());
    }
    paintSign(painter, sign);
    const int taken = metrics::avatar + metrics::gap;
    paintWords(painter, isMirrored ? area.adjusted(0, 0, -taken, 0) : area.adjusted(taken, 0, 0, 0));
}

void FeedEntry::paintGround(QPainter& painter) const
{
    if (underMouse()) {
        painter.fillRect(rect(), m_theme.hover);
    }
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme.line);
    if (hasFocus()) {
        painter.setPen(QPen(m_theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -3), 6, 6);
    }
}

/// Draws an arrow that points back, or waves around a point.
void FeedEntry::paintSign(QPainter& painter, const QRect& area) const
{
    const QPointF middle = QRectF(area).center();
    if (m_isOpen) {
        const QRectF arrow(middle.x() - signSide / 2.0, middle.y() - signSide / 2.0, signSide, signSide);
        paintGlyph(painter, Glyph::Back, arrow, m_theme.accent);
        return;
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.accent);
    painter.drawEllipse(area);
    painter.setBrush(m_theme.onAccent);
    const QPointF point(middle.x() - 7, middle.y() + 7);
    painter.drawEllipse(point, 2.6, 2.6);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.onAccent, 2.4, Qt::SolidLine, Qt::RoundCap));
    for (const qreal radius : {8.5, 15.0}) {
        painter.drawArc(QRectF(point.x() - radius, point.y() - radius, 2 * radius, 2 * radius), 0, 90 * 16);
    }
}

void FeedEntry::paintWords(QPainter& painter, QRect area) const
{
    const bool isMirrored = layoutDirection() == Qt::RightToLeft;
    const int side = isMirrored ? Qt::AlignRight : Qt::AlignLeft;
    if (!m_badge.isEmpty()) {
        const QFont font = badgeFont(this->font());
        const QSize size = badgeSize(m_badge, font);
        QRect badge({}, size);
        badge.moveCenter(area.center());
        if (isMirrored) {
            badge.moveLeft(area.left());
        } else {
            badge.moveRight(area.right());
        }
        paintBadge(painter, badge, m_badge, m_theme.accent, m_theme.onAccent, font);
        const int taken = size.width() + metrics::gap;
        area = isMirrored ? area.adjusted(taken, 0, 0, 0) : area.adjusted(0, 0, -taken, 0);
    }
    const QFont first = m_badge.isEmpty() ? font() : semibold(font());
    const QFontMetrics firstMetrics(first);
    const QFontMetrics secondMetrics(secondFont(font()));
    const int lines = firstMetrics.height() + (m_isOpen ? 0 : lineGap + secondMetrics.height());
    const int top = (height() - lines) / 2;
    painter.setFont(first);
    painter.setPen(m_isOpen ? m_theme.accent : m_theme.text);
    painter.drawText(QRect(area.left(), top, area.width(), firstMetrics.height()), side | Qt::AlignVCenter,
                     firstMetrics.elidedText(text(), Qt::ElideRight, area.width()));
    if (m_isOpen) {
        return;
    }
    painter.setFont(secondFont(font()));
    painter.setPen(m_theme.dim);
    painter.drawText(
        QRect(area.left(), top + firstMetrics.height() + lineGap, area.width(), secondMetrics.height()),
        side | Qt::AlignVCenter, secondMetrics.elidedText(m_second, Qt::ElideRight, area.width()));
}

void FeedEntry::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        click();
    } else if (event->key() == Qt::Key_Down) {
        Q_EMIT listWanted();
    } else {
        QAbstractButton::keyPressEvent(event);
    }
}

bool FeedEntry::event(QEvent* event)
{
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
    }
    return QAbstractButton::event(event);
}

} // namespace tidemark
