#include "ui/widgets/check_box.h"

#include "ui/look/painting.h"

#include <QPainter>

#include <algorithm>

namespace tidemark {

namespace {
constexpr int boxSide = 18;
constexpr int gap = 8;
} // namespace

QSize CheckBox::sizeHint() const
{
    const QFontMetrics metrics(font());
    return {boxSide + gap + metrics.size(Qt::TextShowMnemonic, text()).width() + 2,
            std::max(boxSide, metrics.height()) + 4};
}

void CheckBox::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor accent = palette().color(QPalette::Highlight);
    const QColor frame = palette().color(QPalette::PlaceholderText);
    const int top = (height() - boxSide) / 2;
    const QRectF box(0.5, top + 0.5, boxSide - 1, boxSide - 1);
    painter.setPen(QPen(hasFocus() || isChecked() ? accent : frame, hasFocus() ? 2 : 1));
    painter.setBrush(isChecked() ? accent : palette().color(QPalette::Base));
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    if (isChecked()) {
        paintGlyph(painter, Glyph::Tick, box.adjusted(1, 1, -1, -1),
                   palette().color(QPalette::HighlightedText));
    }
    painter.setPen(isEnabled() ? palette().color(QPalette::WindowText) : frame);
    painter.drawText(rect().adjusted(boxSide + gap, 0, 0, 0),
                     Qt::AlignVCenter | Qt::AlignLeft | Qt::TextShowMnemonic, text());
}

} // namespace tidemark
