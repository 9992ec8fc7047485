#pragma once

#include "core/pictures/file_descriptor.h"

#include <QImage>

namespace tidemark {

/// A sealed memfd with the picture as premultiplied ARGB32. Not open if there was not enough memory.
[[nodiscard]] FileDescriptor sealedRaster(const QImage& image);

} // namespace tidemark
