#pragma once

#include "core/base/expected.h"
#include "core/pictures/picture_messages.h"

#include <QImage>
#include <QSize>

#include <vector>

class QIODevice;

namespace tidemark {

/// 90 megapixels for one picture.
inline constexpr qint64 maxStillPixels = 90'000'000;
/// 30 megapixels for all frames of an animation together.
inline constexpr qint64 maxAnimationPixels = 30'000'000;

struct Decoded {
    QImage image; ///< upright, in any format
    QSize originalSize;
    int frameCount;
    int delayMs;
};

struct DecodedFrames {
    std::vector<QImage> images; ///< upright, all of one size, in any format
    std::vector<int> delaysMs;
    QSize originalSize;
};

/// Decodes frame `frame` of a JPEG, PNG, GIF or WebP to at most `maxSize`, which is not empty. The file's
/// first bytes decide which of them it is, and its header whether it is decoded at all.
[[nodiscard]] Expected<Decoded, PictureProblem> decodePicture(QIODevice& file, QSize maxSize, int frame);

/// Decodes all frames to at most `maxSize`, and smaller if they would have more than `maxPixels` together.
/// The frames before a damaged one are given back.
[[nodiscard]] Expected<DecodedFrames, PictureProblem> decodeFrames(QIODevice& file, QSize maxSize,
                                                                   qint64 maxPixels);

} // namespace tidemark
