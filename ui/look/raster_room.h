#pragma once

#include <QRect>
#include <QSize>

namespace tidemark {

struct Attachment;

/// The size in device pixels in which a picture is decoded for `place`: so that it is whole there, or so that
/// it fills it. `scale` is that of the screen.
[[nodiscard]] QSize rasterRoom(const Attachment& file, const QRect& place, double scale, bool isWhole);

} // namespace tidemark
