#pragma once

#include "core/models/matching/fuzzy_match.h"

#include <QColor>
#include <QFont>
#include <QRect>

class QPainter;

namespace tidemark {

/// A text in which the matches of a search are emphasised.
struct MatchedText {
    QString text;
    QList<TextPart> parts;
    QFont font;
    QColor colour;
    QColor emphasis; ///< the colour of the matches, which are also semibold
    int lines = 1;   ///< the maximum; the last line is elided
};

/// Returns how many lines the text takes at `width`: at most `text.lines`, and one for an empty text.
[[nodiscard]] int linesOf(const MatchedText& text, int width);

/// Draws the text from the upper left corner of `rect`.
void paintMatched(QPainter& painter, const QRect& rect, const MatchedText& text);

} // namespace tidemark
