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
/// A bubble takes at most 72 % of the column. Long texts are cut to `longestText` so that the time is
/// bounded.
[[nodiscard]] TimelineLayout layoutOf(const QStyleOptionViewItem& option, const TimelineRow& row);

/// UTF-16 units of a message that are shown in its bubble.
inline constexpr int longestText = 6000;
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
};

/// What of a row is at a point.
struct TimelineHit {
    enum class Kind : quint8 { Nothing, Bubble, Link, Quote, Failed, ShowAll };
    Kind kind = Kind::Nothing;
    QUrl url;
    friend bool operator==(const TimelineHit&, const TimelineHit&) = default;
};

/// `at`: relative to the row.
[[nodiscard]] TimelineHit hitAt(const TimelineLayout& layout, const TimelineRow& row, QPoint at);

} // namespace tidemark
