#include "ui/match_painting.h"

#include "ui/fonts.h"

#include <QFontMetrics>
#include <QPainter>
#include <QTextLayout>

namespace tidemark {

namespace {

QList<QTextLayout::FormatRange> formatsOf(const MatchedText& text, int from)
{
    QList<QTextLayout::FormatRange> formats;
    for (const TextPart& part : text.parts) {
        QTextLayout::FormatRange range;
        range.start = std::max(0, part.start - from);
        range.length = part.start + part.length - from - range.start;
        range.format.setForeground(text.emphasis);
        range.format.setFontWeight(semibold(text.font).weight());
        if (range.length > 0)
            formats.append(range);
    }
    return formats;
}

void prepare(QTextLayout& layout, const MatchedText& text, int from)
{
    layout.setFormats(formatsOf(text, from));
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
}

/// Draws one line of `words`, which begin at `from` of the whole, cut to the width; how many units fitted.
int paintLine(QPainter& painter, const QRect& line, const MatchedText& text, int from, bool isLast)
{
    QTextLayout layout(text.text.mid(from), text.font);
    prepare(layout, text, from);
    layout.beginLayout();
    QTextLine first = layout.createLine();
    first.setLineWidth(line.width());
    layout.endLayout();
    int length = first.isValid() ? first.textLength() : 0;
    if (isLast && length < layout.text().size()) {
        // A sign of its own for what does not fit, in the room of what it stands for.
        const int room = line.width() - QFontMetrics(text.font).horizontalAdvance(u'…');
        length = first.xToCursor(room, QTextLine::CursorBetweenCharacters);
        MatchedText cut = text;
        cut.text = text.text.left(from + std::max(0, length)) + u'…';
        paintLine(painter, line, cut, from, false);
        return length;
    }
    painter.setPen(text.colour);
    layout.draw(&painter, line.topLeft());
    return length;
}

} // namespace

int linesOf(const MatchedText& text, int width)
{
    QTextLayout layout(text.text, text.font);
    prepare(layout, text, 0);
    layout.beginLayout();
    int lines = 0;
    for (QTextLine line = layout.createLine(); line.isValid() && lines < text.lines;
         line = layout.createLine()) {
        line.setLineWidth(width);
        ++lines;
    }
    layout.endLayout();
    return std::max(1, lines);
}

void paintMatched(QPainter& painter, const QRect& rect, const MatchedText& text)
{
    const int height = QFontMetrics(text.font).height();
    QRect line(rect.topLeft(), QSize(rect.width(), height));
    int from = 0;
    for (int i = 0; i < text.lines && from < text.text.size(); ++i) {
        const int length = paintLine(painter, line, text, from, i + 1 == text.lines);
        if (length <= 0)
            return;
        from += length;
        line.translate(0, height);
    }
}

} // namespace tidemark
