#pragma once

class QFont;

/// Sizes in the window, in logical pixels at 100 % text size, on a grid of four.
namespace tidemark::metrics {

inline constexpr int gap = 12;
inline constexpr int rowHeight = 64;
inline constexpr int avatar = 44;
inline constexpr int badgeHeight = 20;
inline constexpr int sideMinimum = 240;
inline constexpr int sideDefault = 320;
inline constexpr int sideMaximum = 420;
inline constexpr int header = 56;
inline constexpr int hintHeight = 24;
inline constexpr int hintPadding = 10;  ///< on either side of the words
inline constexpr int narrowBelow = 640; ///< below this width, one pane at a time
inline constexpr int infoFrom = 1100;   ///< from this width on, three panes
inline constexpr int infoWidth = 300;

inline constexpr int columnMaximum = 860;
inline constexpr int columnMargin = 16;
inline constexpr int bubblePercent = 72;
inline constexpr int bubblePaddingX = 12;
inline constexpr int bubblePaddingY = 7;
inline constexpr int bubbleRadius = 14;
inline constexpr int bubbleJoint = 5; ///< radius of the corners between grouped bubbles
inline constexpr int groupGap = 10;
inline constexpr int insideGap = 2;
inline constexpr int bubbleAvatar = 32;

inline constexpr int pictureMaximum = 430; ///< of a picture or an album in the timeline, in either direction
inline constexpr int pictureMinimum = 100;
inline constexpr int captionMinimum = 240; ///< of the words above or below a narrow picture
inline constexpr int mosaicGap = 2;
inline constexpr int fileButton = 44; ///< round, in the middle of a picture or left of a file's name
inline constexpr int fileGap = 8;     ///< between files
inline constexpr int quotePicture = 32;
inline constexpr int pillMargin = 6;  ///< of words over a picture, from its edges
inline constexpr int pillPadding = 7; ///< on either side of the words

inline constexpr int chipGap = 4;      ///< between reactions, and above them
inline constexpr int chipPaddingX = 8; ///< of a reaction
inline constexpr int chipPaddingY = 3;

inline constexpr int roundButton = 42;
inline constexpr int composerLine = 38;
inline constexpr int composerLines = 8;

} // namespace tidemark::metrics

namespace tidemark {

/// Returns the height of a header with a line in `font` and a smaller one below it.
[[nodiscard]] int headerHeight(const QFont& font);

/// Returns the height of the pill that holds a hint, in a font smaller than `font`.
[[nodiscard]] int hintHeight(const QFont& font);

} // namespace tidemark
