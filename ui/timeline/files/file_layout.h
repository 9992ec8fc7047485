#pragma once

#include "ui/timeline/timeline_layout.h"

namespace tidemark {

/// The files of a message, above its text. Places are relative to the upper left corner of the block, which
/// is as wide as the bubble.
struct FileBlock {
    QList<TimelineLayout::File> files; ///< pictures first
    int height = 0;
    int pictureWidth = 0; ///< of the bubble around the pictures; 0 without pictures
    int tileWidth = 0;    ///< that files need within the paddings of the bubble
    bool endsInTile = false;
};

/// The room for a FileBlock.
struct FileRoom {
    int bubble = 0;       ///< the most
    int least = 0;        ///< of the bubble around pictures
    int belowDetails = 0; ///< for the time beside the last line of a tile
};

/// Depends on what the message says of its files, never on the files themselves.
[[nodiscard]] FileBlock fileBlockOf(const QList<Attachment>& files, const TimelineFonts& fonts,
                                    const FileRoom& room);

/// Makes the tiles as wide as the bubble.
void widenTiles(FileBlock& block, int bubbleWidth);

/// Estimates the height of the block quickly.
[[nodiscard]] int estimatedFilesHeight(const QList<Attachment>& files, const QFont& font, int bubbleRoom);

} // namespace tidemark
