#pragma once

#include "core/models/timeline/timeline_row.h"

#include <QFont>
#include <QRect>
#include <QStyleOptionViewItem>
#include <QTextLayout>

#include <memory>

namespace tidemark {

/// The places of the parts of a timeline row, relative to the row's upper left corner. A part with an empty
/// rectangle is not shown.
struct TimelineLayout {
    int height = 0;

    QRect label;  ///< the words of a day, notice, divider or loading row
    QRect column; ///< the horizontal limits of bubbles and of the divider's lines

    QRect bubble;
    /// The message is shown without a bubble, because it is a few emoji and nothing else, or pictures.
    bool isBare = false;
    QRect avatar;
    QRect name;
    QRect forwarded;    ///< "Forwarded from Anna"
    QRect quote;        ///< includes its bar
    QRect quotePicture; ///< inside `quote`
    /// The place of a file of the message. It depends on what the message says, never on the file itself.
    struct File {
        int index = 0; ///< in TimelineRow::files
        QRect rect;
        QRect button;  ///< round, inside `rect`
        QRect name;    ///< of a file that is not shown as a picture
        QRect details; ///< size and kind, or how its transfer goes
        bool isPicture = false;
        friend bool operator==(const File&, const File&) = default;
    };
    QList<File> files;
    QPoint textAt;
    std::shared_ptr<QTextLayout> text; ///< laid out; the painter adds the colours
    QRect showAll;                     ///< the link under a text that is shown only in part
    QRect meta;                        ///< the marks, the time and the ticks
    QString metaText;
    QRect metaPill; ///< around `meta` where it stands over a picture
    /// The place of a reaction below the message.
    struct Chip {
        QRect rect;
        QRect emoji;
        QRect count;
        friend bool operator==(const Chip&, const Chip&) = default;
    };
    QList<Chip> chips; ///< one for each of TimelineRow::reactions
    QRect ticks;       ///< clock, tick, two ticks or failed mark, inside `meta`
};

/// Pure: the same width, font and row give the same layout. Uses only rect.width() and font of `option`. A
/// bubble takes at most 72 % of the column. Long texts are cut to `maxTextLength` and `maxLines`, which
/// bounds time and height. In a right-to-left text, the lines are aligned to the right of the bubble.
[[nodiscard]] TimelineLayout layoutOf(const QStyleOptionViewItem& option, const TimelineRow& row);

/// The words below a text that is shown only in part.
[[nodiscard]] QString showAllText();

/// The maximum number of UTF-16 units of a message that a bubble shows.
inline constexpr int maxTextLength = 6000;
/// The maximum number of emoji that a bubble shows. Laying out one takes as long as laying out a few
/// hundred letters.
inline constexpr int maxEmoji = 256;
/// The maximum number of lines that a bubble shows. A text that is longer by at most `sparedLines` is
/// shown whole, because "Show all" would reveal so little.
inline constexpr int maxLines = 40;
inline constexpr int sparedLines = 4;
/// A message of at most this many emoji, and nothing else, is shown large.
inline constexpr int maxLargeEmoji = 6;
/// Limits for messages that could not be sent. They stay at the bottom until the user deals with them, and
/// must not hide new messages.
inline constexpr int maxFailedTextLength = 240;
inline constexpr int maxFailedLines = 4;

/// Estimates layoutOf().height quickly, without laying out text.
[[nodiscard]] int estimatedHeight(int width, const QFont& font, const TimelineRow& row);

/// The fonts of a timeline, derived from the view's font.
struct TimelineFonts {
    explicit TimelineFonts(const QFont& base);
    QFont text;
    QFont name;
    QFont quote;
    QFont meta;
    QFont label;
    QFont divider;
    QFont emoji; ///< for messages that are a few emoji and nothing else
};

/// The part of a row at a point.
struct TimelineHit {
    enum class Kind : quint8 {
        Nothing,
        Bubble,
        Link,
        Quote,
        Failed,
        ShowAll,
        File,
        FileButton,
        Chip,
        Closed,
        Author
    };
    Kind kind = Kind::Nothing;
    QUrl url;
    int character = -1; ///< index in the shown text if the point is on its lines; -1 otherwise
    int file = -1;      ///< index in TimelineRow::files
    int chip = -1;      ///< index in TimelineRow::reactions
    friend bool operator==(const TimelineHit&, const TimelineHit&) = default;
};

/// `at` is relative to the row.
[[nodiscard]] TimelineHit hitAt(const TimelineLayout& layout, const TimelineRow& row, QPoint at);

/// The place between two characters of the shown text that is nearest to `at`; `at` is relative to the row.
[[nodiscard]] int placeInText(const TimelineLayout& layout, QPoint at);

/// Returns how many characters of the row's own text `layout` shows, without the ellipsis.
[[nodiscard]] int shownCharacters(const TimelineLayout& layout, const TimelineRow& row);

} // namespace tidemark
