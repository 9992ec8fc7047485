#include "ui/chat/composer/drop_sign.h"

#include "core/models/words/isolated_text.h"
#include "ui/look/fonts.h"
#include "ui/look/painting.h"

#include <QPainter>

#include <algorithm>

namespace tidemark {

DropSign::DropSign(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void DropSign::appear(const QString& title, const QRect& area)
{
    m_words = tr("Drop to send to %1").arg(isolated(title));
    setGeometry(area);
    raise();
    show();
    update();
}

void DropSign::paintEvent(QPaintEvent* /*event*/)
{
    constexpr int margin = 12;
    constexpr int padding = 16;
    constexpr int glyphSide = 28;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = m_theme.background;
    veil.setAlphaF(0.88F);
    painter.fillRect(rect(), veil);
    painter.setPen(QPen(m_theme.accent, 2, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    const QRect frame = rect().adjusted(margin, margin, -margin, -margin);
    painter.drawRoundedRect(frame, 14, 14);
    const QFont words = semibold(font());
    const QFontMetrics wordMetrics(words);
    const int height = glyphSide + 8 + wordMetrics.height();
    const int top = std::max(frame.center().y() - height / 2, frame.top());
    paintGlyph(painter, Glyph::Clip, QRect(frame.center().x() - glyphSide / 2, top, glyphSide, glyphSide),
               m_theme.accent);
    const QRect line(frame.left() + padding, top + glyphSide + 8, frame.width() - 2 * padding,
                     wordMetrics.height());
    painter.setFont(words);
    painter.setPen(m_theme.text);
    painter.drawText(line, Qt::AlignCenter | Qt::TextSingleLine,
                     wordMetrics.elidedText(m_words, Qt::ElideMiddle, line.width()));
}

} // namespace tidemark
