#pragma once

#include "core/base/file_descriptor.h"

#include <QImage>

#include <vector>

namespace tidemark {

/// A sealed memfd with the picture as premultiplied ARGB32 in the colours of sRGB. Not open if there was not
/// enough memory.
[[nodiscard]] FileDescriptor sealedRaster(const QImage& image);

/// The same with several pictures of one size, one after the other, and then the numbers.
[[nodiscard]] FileDescriptor sealedRasters(const std::vector<QImage>& images,
                                           const std::vector<int>& numbers);

} // namespace tidemark
