#pragma once

#include "core/models/fuzzy_match.h"

#include <QColor>
#include <QFont>
#include <QRect>

class QPainter;

namespace tidemark {

/// A text of which some parts were looked for.
struct MatchedText {
    QString text;
    QList<TextPart> parts;
    QFont font;
    QColor colour;
    QColor emphasis; ///< of the parts, which are semibold too
    int lines = 1;   ///< at most; the last one is cut to fit
};

/// How many lines it takes at a width: not more than `text.lines`, and one where there is no text.
[[nodiscard]] int linesOf(const MatchedText& text, int width);

/// Draws it from the upper left corner of `rect`.
void paintMatched(QPainter& painter, const QRect& rect, const MatchedText& text);

} // namespace tidemark
