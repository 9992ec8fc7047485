#include "ui/chat/pinned_line.h"

#include "ui/look/fonts.h"

#include <QPainter>
#include <QStyle>

namespace tidemark {

namespace {
constexpr int markWidth = 3; ///< of the bar before the words
constexpr int markGap = 9;
constexpr int padding = 6; ///< above and below the words
} // namespace

PinnedLine::PinnedLine(QWidget* parent) : QAbstractButton(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void PinnedLine::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void PinnedLine::setWords(const QString& caption, const QString& words)
{
    m_caption = caption;
    m_words = words;
    setAccessibleName(caption + QStringLiteral(": ") + words);
    update();
}

QSize PinnedLine::sizeHint() const
{
    return {240, minimumSizeHint().height()};
}

QSize PinnedLine::minimumSizeHint() const
{
    const int lines = QFontMetrics(resized(font(), -1)).lineSpacing() + QFontMetrics(font()).lineSpacing();
    return {80, lines + 2 * padding};
}

void PinnedLine::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    if (underMouse() || hasFocus()) {
        painter.fillRect(rect(), m_theme.hover);
    }
    const QRect mark(0, padding, markWidth, height() - 2 * padding);
    painter.fillRect(mark, m_theme.accent);
    const QFont small = resized(font(), -1);
    const int captionHeight = QFontMetrics(small).lineSpacing();
    const int left = markWidth + markGap;
    const QRect caption(left, padding, width() - left, captionHeight);
    const QRect words(left, padding + captionHeight, width() - left, height() - 2 * padding - captionHeight);
    const auto draw = [&](const QFont& face, const QColor& colour, const QRect& area, const QString& text) {
        painter.setFont(face);
        painter.setPen(colour);
        painter.drawText(QStyle::visualRect(layoutDirection(), rect(), area),
                         int(Qt::AlignVCenter) | int(Qt::TextSingleLine)
                             | int(isRightToLeft() ? Qt::AlignRight : Qt::AlignLeft),
                         QFontMetrics(face).elidedText(text, Qt::ElideRight, area.width()));
    };
    draw(small, m_theme.accent, caption, m_caption);
    draw(font(), m_theme.text, words, m_words);
}

void PinnedLine::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void PinnedLine::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

} // namespace tidemark
