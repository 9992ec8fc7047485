#pragma once

#include <QList>
#include <QRect>
#include <QSize>

namespace tidemark {

/// The size in which a single picture is shown: as large as it is, but within `room`, and in neither
/// direction smaller than `least`. The picture itself may be smaller than this.
[[nodiscard]] QSize pictureSize(QSize original, QSize room, QSize least);

/// Places the pictures of an album next to each other in rows that are exactly `width` wide. The order stays.
/// Depends on the sizes alone.
[[nodiscard]] QList<QRect> mosaicOf(const QList<QSize>& originals, int width);

} // namespace tidemark
