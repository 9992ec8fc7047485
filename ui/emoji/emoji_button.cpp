#include "ui/emoji/emoji_button.h"

#include "ui/look/emoji_font.h"
#include "ui/widgets/plain_text.h"

#include <QKeyEvent>
#include <QPainter>

namespace tidemark {

namespace {

constexpr int aroundSign = 6; ///< between the emoji and the edge of the button
constexpr int glyphSide = 16;
constexpr int corner = 6;

} // namespace

EmojiButton::EmojiButton(QWidget* parent) : QAbstractButton(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
}

void EmojiButton::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void EmojiButton::setEmoji(const QString& emoji)
{
    m_emoji = emoji;
    update();
}

void EmojiButton::setGlyph(Glyph glyph)
{
    m_glyph = glyph;
    update();
}

void EmojiButton::setWords(const QString& words)
{
    setAccessibleName(words);
    setPlainTip(this, words);
}

QSize EmojiButton::sizeHint() const
{
    const int side = fontMetrics().height() + 2 * aroundSign;
    return {side, side};
}

void EmojiButton::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = QRectF(rect()).adjusted(1, 1, -1, -1);
    if (underMouse() || isDown() || isChecked()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(isChecked() ? m_theme.tint : m_theme.hover);
        painter.drawRoundedRect(area, corner, corner);
    }
    if (hasFocus()) {
        painter.setPen(QPen(m_theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(area, corner, corner);
    }
    if (m_glyph) {
        QRectF sign(0, 0, glyphSide, glyphSide);
        sign.moveCenter(QRectF(rect()).center());
        paintGlyph(painter, *m_glyph, sign, m_theme.dim);
    } else {
        painter.setFont(emojiFont(font()));
        painter.setPen(m_theme.text);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextSingleLine, m_emoji);
    }
}

void EmojiButton::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        click();
        return;
    }
    QAbstractButton::keyPressEvent(event);
}

} // namespace tidemark
