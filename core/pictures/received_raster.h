#pragma once

#include "core/base/file_descriptor.h"

#include <QImage>
#include <QSize>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tidemark {

/// The memory of the memfd as a picture of premultiplied ARGB32. The picture owns the mapping. Returns a null
/// picture unless the memory is sealed, so that the sender cannot change or shorten it, and holds exactly
/// `size`.
[[nodiscard]] QImage mapRaster(const FileDescriptor& memory, QSize size);

struct ReceivedRasters {
    std::vector<QImage> images;         ///< they own the mapping together
    std::vector<std::uint32_t> numbers; ///< one for each
};

/// The same with `count` pictures and then as many numbers. Has no pictures if any of these conditions is
/// violated.
[[nodiscard]] ReceivedRasters mapRasters(const FileDescriptor& memory, QSize size, std::size_t count);

} // namespace tidemark
