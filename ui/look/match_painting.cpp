#include "ui/look/match_painting.h"

#include "ui/look/fonts.h"

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
        if (range.length > 0) {
            formats.append(range);
        }
    }
    return formats;
}

void prepare(QTextLayout& layout, const MatchedText& text, int from,
             QTextOption::WrapMode wrap = QTextOption::WrapAtWordBoundaryOrAnywhere)
{
    layout.setFormats(formatsOf(text, from));
    QTextOption option;
    option.setWrapMode(wrap);
    layout.setTextOption(option);
}

/// Returns how many UTF-16 units of `text` after `from` fit into `width`, without white space at their end.
/// Counts in reading order: a right-to-left text is cut at its left.
int unitsWithin(const MatchedText& text, int from, int width)
{
    const QString words = text.text.mid(from);
    QTextLayout layout(words, text.font);
    prepare(layout, text, from, QTextOption::WrapAnywhere);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(width);
    layout.endLayout();
    int length = line.isValid() ? line.textLength() : 0;
    while (length > 0 && words[length - 1].isSpace()) {
        --length;
    }
    return length;
}

/// Draws one line of `words`, which start at `from` in the whole text, and cuts it to the width. Returns how
/// many units fitted.
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
        // Draw the ellipsis here: QTextLayout draws none.
        const int room = line.width() - QFontMetrics(text.font).horizontalAdvance(u'…');
        length = unitsWithin(text, from, room);
        MatchedText cut = text;
        cut.text = text.text.left(from + length) + u'…';
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
        if (length <= 0) {
            return;
        }
        from += length;
        line.translate(0, height);
    }
}

} // namespace tidemark
