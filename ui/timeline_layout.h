#pragma once

#include "core/models/timeline_row.h"

#include <QFont>
#include <QRect>
#include <QStyleOptionViewItem>
#include <QTextLayout>

#include <memory>

namespace tidemark {

/// Where the parts of a timeline row are, relative to the upper left corner of the row. Empty rectangles are
/// not shown.
struct TimelineLayout {
    int height = 0;

    QRect label;  ///< words of a day, notice, divider or loading row
    QRect column; ///< what bubbles and the divider's lines keep inside

    QRect bubble;
    bool isBare = false; ///< a few emoji and nothing else stand without the bubble's ground
    QRect avatar;
    QRect name;
    QRect quote; ///< with its bar
    QPoint textAt;
    std::shared_ptr<QTextLayout> text; ///< laid out; colours are the painter's business
    QRect showAll;                     ///< link under a text that is shown in part
    QRect meta;                        ///< marks, time and ticks
    QString metaText;
    QRect ticks; ///< clock, tick, two ticks or failed mark, inside `meta`
};

/// Pure: the same width, font and row give the same layout. Uses of `option` only rect.width() and font.
/// A bubble takes at most 72 % of the column. Long texts are cut to `longestText` and `mostLines` so that
/// time and height are bounded. Where a text goes from right to left its lines stand on the right of the
/// bubble.
[[nodiscard]] TimelineLayout layoutOf(const QStyleOptionViewItem& option, const TimelineRow& row);

/// What stands below a text that is not shown whole.
[[nodiscard]] QString showAllText();

/// UTF-16 units of a message that are shown in its bubble.
inline constexpr int longestText = 6000;
/// Emoji of a message that are shown in its bubble: each takes as long to lay out as a few hundred letters.
inline constexpr int mostEmoji = 256;
/// Lines of a message that are shown in its bubble; a few more are not worth a "Show all".
inline constexpr int mostLines = 40;
inline constexpr int sparedLines = 4;
/// A message of so many emoji at most, and of nothing else, is shown large.
inline constexpr int mostLargeEmoji = 6;
/// What could not be sent stays at the bottom until somebody sees to it, and must not hide what is new.
inline constexpr int longestFailedText = 240;
inline constexpr int mostFailedLines = 4;

/// A quick guess at layoutOf().height, without laying out text.
[[nodiscard]] int estimatedHeight(int width, const QFont& font, const TimelineRow& row);

/// The fonts of a timeline, derived from the view's.
struct TimelineFonts {
    explicit TimelineFonts(const QFont& base);
    QFont text;
    QFont name;
    QFont quote;
    QFont meta;
    QFont label;
    QFont divider;
    QFont emoji; ///< of messages that are a few of them and nothing else
};

/// What of a row is at a point.
struct TimelineHit {
    enum class Kind : quint8 { Nothing, Bubble, Link, Quote, Failed, ShowAll };
    Kind kind = Kind::Nothing;
    QUrl url;
    int character = -1; ///< of the shown text, where the point is on its lines
    friend bool operator==(const TimelineHit&, const TimelineHit&) = default;
};

/// `at`: relative to the row.
[[nodiscard]] TimelineHit hitAt(const TimelineLayout& layout, const TimelineRow& row, QPoint at);

/// The place between two characters of the shown text that is nearest to `at`, relative to the row.
[[nodiscard]] int placeInText(const TimelineLayout& layout, QPoint at);

/// The part of the row's own text that stands in `layout`, without the sign for what is cut off.
[[nodiscard]] int shownCharacters(const TimelineLayout& layout, const TimelineRow& row);

} // namespace tidemark
