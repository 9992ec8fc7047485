#include "app/pictures/codecs.h"
#include "app/pictures/decoding.h"
#include "app/pictures/sealed_raster.h"
#include "tests/programs/fuzz/require.h"

#include <QBuffer>

#include <cstddef>
#include <cstdint>
#include <new>

namespace tidemark::fuzz {

namespace {

constexpr QSize maxSize{300, 200};

/// The whole input as a picture, of which the last byte says the frame. Decoded in this process, without the
/// sandbox.
void decodeBytes(const std::uint8_t* bytes, std::size_t size)
{
    QByteArray content(reinterpret_cast<const char*>(bytes), static_cast<qsizetype>(size));
    QBuffer file(&content);
    file.open(QIODevice::ReadOnly);
    const int frame = size > 0 ? bytes[size - 1] % 4 : 0;
    const auto decoded = decodePicture(file, maxSize, frame);
    if (!decoded) {
        require(decoded.error() <= PictureProblem::Unreadable, "the helper says such a problem");
        return;
    }
    require(!decoded->image.isNull() && decoded->image.width() <= maxSize.width()
                && decoded->image.height() <= maxSize.height(),
            "the picture is not larger than asked for");
    require(frame < decoded->frameCount && decoded->delayMs >= 0, "the frame exists");
    require(!decoded->originalSize.isEmpty(), "the picture had a size");
    require(sealedRaster(decoded->image).isOpen(), "the picture becomes a raster");
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
