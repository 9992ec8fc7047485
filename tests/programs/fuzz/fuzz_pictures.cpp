#include "app/pictures/codecs.h"
#include "app/pictures/decoding.h"
#include "app/pictures/sealed_raster.h"
#include "core/pictures/picture_format.h"
#include "core/pictures/picture_metadata.h"
#include "tests/programs/fuzz/require.h"

#include <QBuffer>

#include <cstddef>
#include <cstdint>
#include <new>

namespace tidemark::fuzz {

namespace {

constexpr QSize maxSize{300, 200};

/// All frames are decoded to at most so many pixels together.
constexpr qint64 maxPixels = 100000;

bool isWithin(QSize size)
{
    return !size.isEmpty() && size.width() <= maxSize.width() && size.height() <= maxSize.height();
}

void decodeOne(QIODevice& file, int frame)
{
    const auto decoded = decodePicture(file, maxSize, frame);
    if (!decoded) {
        require(decoded.error() <= PictureProblem::Unreadable, "the helper says such a problem");
        return;
    }
    require(isWithin(decoded->image.size()), "the picture is not larger than asked for");
    require(frame < decoded->frameCount && decoded->delayMs >= 0, "the frame exists");
    require(!decoded->originalSize.isEmpty(), "the picture had a size");
    require(sealedRaster(decoded->image).isOpen(), "the picture becomes a raster");
}

void decodeAll(QIODevice& file)
{
    const auto decoded = decodeFrames(file, maxSize, maxPixels);
    if (!decoded) {
        require(decoded.error() <= PictureProblem::Unreadable, "the helper says such a problem");
        return;
    }
    require(!decoded->images.empty() && decoded->images.size() == decoded->delaysMs.size(),
            "each frame has a time");
    qint64 pixels = 0;
    for (const QImage& image : decoded->images) {
        require(isWithin(image.size()) && image.size() == decoded->images.front().size(),
                "the frames have one size, which is not larger than asked for");
        pixels += qint64(image.width()) * image.height();
    }
    require(pixels <= maxPixels, "the frames together are not larger than asked for");
    require(sealedRasters(decoded->images, decoded->delaysMs).isOpen(), "the frames become a raster");
}

/// The sender's program reads these files outside the helper.
void readMetadata(const QByteArray& content)
{
    (void)tellsPlace(content);
    const QByteArray format = pictureFormat(content.left(pictureMagicBytes));
    const QByteArray stripped = animationWithoutMetadata(content, format);
    require(stripped.size() <= content.size(), "nothing is added");
    require(stripped.isEmpty() || animationWithoutMetadata(stripped, format) == stripped,
            "nothing is left to remove");
}

/// The whole input as a picture, of which the last byte says the frame, or that all frames are wanted.
/// Decoded in this process, without the sandbox.
void decodeBytes(const std::uint8_t* bytes, std::size_t size)
{
    QByteArray content(reinterpret_cast<const char*>(bytes), static_cast<qsizetype>(size));
    readMetadata(content);
    QBuffer file(&content);
    file.open(QIODevice::ReadOnly);
    const int wanted = size > 0 ? bytes[size - 1] % 8 : 0;
    constexpr int frames = 4;
    if (wanted < frames) {
        decodeOne(file, wanted);
    } else {
        decodeAll(file);
    }
}

} // namespace

} // namespace tidemark::fuzz

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/)
{
    tidemark::discardMessages();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    try {
        tidemark::fuzz::decodeBytes(bytes, size);
    } catch (const std::bad_alloc&) {
        return 0;
    }
    return 0;
}
