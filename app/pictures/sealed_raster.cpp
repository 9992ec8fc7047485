#include "app/pictures/sealed_raster.h"

#include <QColorSpace>
#include <QColorTransform>

#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
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

void copyStrip(const QImage& image, int row, int rows, const std::optional<QColorTransform>& colours,
               uchar* target)
{
    QImage strip(image.constScanLine(row), image.width(), rows, image.bytesPerLine(), image.format());
    strip.setColorTable(image.colorTable());
    QImage converted = strip.convertToFormat(QImage::Format_ARGB32_Premultiplied);
    if (colours) {
        converted.applyColorTransform(*colours);
    }
    const qsizetype rowBytes = bytesPerPixel * image.width();
    for (int line = 0; line < rows; ++line) {
        std::memcpy(target + line * rowBytes, converted.constScanLine(line), std::size_t(rowBytes));
    }
}

void copyImage(const QImage& image, uchar* target)
{
    const std::optional<QColorTransform> colours = toSrgb(image);
    const int stripRows = std::max(1, stripPixels / image.width());
    for (int row = 0; row < image.height(); row += stripRows) {
        copyStrip(image, row, std::min(stripRows, image.height() - row), colours,
                  target + row * bytesPerPixel * image.width());
    }
}

bool fill(const FileDescriptor& memory, const std::vector<QImage>& images, const std::vector<int>& numbers,
          std::size_t size)
{
    void* const begin = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory.number(), 0);
    if (begin == MAP_FAILED) {
        return false;
    }
    auto* target = static_cast<uchar*>(begin);
    for (const QImage& image : images) {
        copyImage(image, target);
        target += bytesPerPixel * image.width() * image.height();
    }
    std::copy(numbers.begin(), numbers.end(), reinterpret_cast<std::int32_t*>(target));
    // Memory that is mapped for writing cannot be sealed.
    ::munmap(begin, size);
    return true;
}

} // namespace

FileDescriptor sealedRaster(const QImage& image)
{
    return sealedRasters({image}, {});
}

FileDescriptor sealedRasters(const std::vector<QImage>& images, const std::vector<int>& numbers)
{
    const QSize each = images.front().size();
    const auto size = images.size() * std::size_t(bytesPerPixel * each.width() * each.height())
                      + numbers.size() * sizeof(std::int32_t);
    FileDescriptor memory(::memfd_create("picture", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!memory.isOpen() || ::ftruncate(memory.number(), off_t(size)) != 0
        || !fill(memory, images, numbers, size)
        || ::fcntl(memory.number(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)
               != 0) {
        return {};
    }
    return memory;
}

} // namespace tidemark
