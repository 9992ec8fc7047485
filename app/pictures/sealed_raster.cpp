#include "app/pictures/sealed_raster.h"

#include <QColorSpace>
#include <QColorTransform>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace tidemark {
namespace {

constexpr qsizetype bytesPerPixel = 4;
/// Qt starts threads to convert more than 131,072 pixels at once. Strips also need less memory.
constexpr int stripPixels = 16384;

/// Converts to the colours that the window shows, if the file says that its colours are others. A picture
/// that says nothing is taken for sRGB.
std::optional<QColorTransform> toSrgb(const QImage& image)
{
    const QColorSpace own = image.colorSpace();
    const QColorSpace srgb(QColorSpace::SRgb);
    return own.isValid() && own != srgb ? std::optional(own.transformationToColorSpace(srgb)) : std::nullopt;
}

bool writeAll(const FileDescriptor& memory, const void* bytes, std::size_t size, std::size_t offset)
{
    // The kernel writes to memory in one piece. If it has no room, the picture is too large.
    return ::pwrite(memory.number(), bytes, size, off_t(offset)) == ssize_t(size);
}

bool writeStrip(const FileDescriptor& memory, std::size_t offset, const QImage& image, int row, int rows,
                const std::optional<QColorTransform>& colours)
{
    QImage strip(image.constScanLine(row), image.width(), rows, image.bytesPerLine(), image.format());
    strip.setColorTable(image.colorTable());
    QImage converted = strip.convertToFormat(QImage::Format_ARGB32_Premultiplied);
    if (colours) {
        converted.applyColorTransform(*colours);
    }
    return writeAll(memory, converted.constBits(), std::size_t(bytesPerPixel * image.width() * rows), offset);
}

bool writeImage(const FileDescriptor& memory, std::size_t offset, const QImage& image)
{
    const std::optional<QColorTransform> colours = toSrgb(image);
    // An opaque pixel has the same bytes in both formats. Lines of four bytes a pixel follow without a gap.
    const bool isReady =
        image.format() == QImage::Format_RGB32 || image.format() == QImage::Format_ARGB32_Premultiplied;
    if (isReady && !colours) {
        return writeAll(memory, image.constBits(), std::size_t(image.sizeInBytes()), offset);
    }
    const int stripRows = std::max(1, stripPixels / image.width());
    for (int row = 0; row < image.height(); row += stripRows) {
        const auto before = std::size_t(row * bytesPerPixel * image.width());
        if (!writeStrip(memory, offset + before, image, row, std::min(stripRows, image.height() - row),
                        colours)) {
            return false;
        }
    }
    return true;
}

/// Writing takes half the time of filling a mapping, in which each page is a fault.
bool fill(const FileDescriptor& memory, const std::vector<QImage>& images, const std::vector<int>& numbers)
{
    std::size_t offset = 0;
    for (const QImage& image : images) {
        if (!writeImage(memory, offset, image)) {
            return false;
        }
        offset += std::size_t(bytesPerPixel * image.width() * image.height());
    }
    const std::vector<std::int32_t> stored(numbers.begin(), numbers.end());
    return stored.empty() || writeAll(memory, stored.data(), stored.size() * sizeof(std::int32_t), offset);
}

} // namespace

FileDescriptor sealedRaster(const QImage& image)
{
    return sealedRasters({image}, {});
}

FileDescriptor sealedRasters(const std::vector<QImage>& images, const std::vector<int>& numbers)
{
    FileDescriptor memory(::memfd_create("picture", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!memory.isOpen() || !fill(memory, images, numbers)
        || ::fcntl(memory.number(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)
               != 0) {
        return {};
    }
    return memory;
}

} // namespace tidemark
