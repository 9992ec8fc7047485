#pragma once

#include "core/pictures/file_descriptor.h"

#include <QImage>
#include <QSize>

namespace tidemark {

/// The memory of the memfd as a picture of premultiplied ARGB32. The picture owns the mapping. Returns a null
/// picture unless the memory is sealed, so that nobody can change or shorten it any more, and holds exactly
/// `size`.
[[nodiscard]] QImage mapRaster(const FileDescriptor& memory, QSize size);

} // namespace tidemark
