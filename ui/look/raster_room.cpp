#include "ui/look/raster_room.h"

#include "core/domain/attachment.h"

#include <algorithm>

namespace tidemark {

QSize rasterRoom(const Attachment& file, const QRect& place, double scale, bool isWhole)
{
    constexpr double maxCropped = 4; ///< a picture that is much longer than its place is decoded less sharp
    const QSizeF room = QSizeF(place.size()) * scale;
    const QSizeF size = QSizeF(file.width, file.height)
                            .scaled(room, isWhole ? Qt::KeepAspectRatio : Qt::KeepAspectRatioByExpanding);
    const double longer = std::max(size.width() / room.width(), size.height() / room.height());
    return (size * std::min(1.0, maxCropped / longer)).toSize().expandedTo({1, 1});
}

} // namespace tidemark
