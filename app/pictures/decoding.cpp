#include "app/pictures/decoding.h"

#include "core/pictures/picture_format.h"

#include <QImageReader>
#include <QtEndian>

#include <algorithm>
#include <cmath>

namespace tidemark {
namespace {

/// Qt's own limit is 128 MiB, and 90 megapixels of four bytes are 343.
constexpr int allocationLimitMb = 512;

int uint24(const char* bytes)
{
    return qFromLittleEndian<quint16>(bytes) + (quint8(bytes[2]) << 16);
}

/// The size in the header of a GIF or WebP, for which Qt's answer does not serve; invalid for other formats.
/// Of a GIF Qt reports the size of one frame, but allocates the whole screen. Of an animated WebP it
/// allocates the canvas before it reports the size.
QSize claimedSize(const QByteArray& format, const QByteArray& magic)
{
    if (format == "gif") {
        return {qFromLittleEndian<quint16>(magic.constData() + 6),
                qFromLittleEndian<quint16>(magic.constData() + 8)};
    }
    if (format == "webp" && magic.mid(12, 4) == "VP8X") {
        return {uint24(magic.constData() + 24) + 1, uint24(magic.constData() + 27) + 1};
    }
    return {};
}

/// Whether Qt would refuse to allocate the whole picture. Qt does not report this, and reads some
/// formats in parts. So only pictures with more than four bytes a pixel are checked.
bool isTooDeep(const QImageReader& reader, QSize size)
{
    const qint64 pixels = qint64(size.width()) * size.height();
    const int depth = QImage::toPixelFormat(reader.imageFormat()).bitsPerPixel();
    return depth > 32 && pixels * depth / 8 > qint64(allocationLimitMb) << 20;
}

bool isTooLarge(QSize size, int frameCount)
{
    const qint64 pixels = qint64(size.width()) * size.height();
    return pixels > maxStillPixels || (frameCount > 1 && pixels > maxAnimationPixels / frameCount);
}

QSize fitted(QSize size, QSize maxSize)
{
    if (size.width() <= maxSize.width() && size.height() <= maxSize.height()) {
        return size;
    }
    return size.scaled(maxSize, Qt::KeepAspectRatio).expandedTo({1, 1});
}

/// Reads the frames before `frame`, because a frame may show what the earlier ones left.
bool skipTo(QImageReader& reader, int frame)
{
    for (int skipped = 0; skipped < frame; ++skipped) {
        if (reader.read().isNull()) {
            return false;
        }
    }
    return true;
}

/// A picture whose header was found good, and what the header says.
struct Opened {
    QSize size; ///< as it is stored, not turned
    int frameCount = 1;
    bool isTurned = false;

    [[nodiscard]] QSize upright() const { return isTurned ? size.transposed() : size; }
};

Expected<Opened, PictureProblem> openReader(QImageReader& reader, QIODevice& file)
{
    const QByteArray magic = file.peek(pictureMagicBytes);
    const QByteArray format = pictureFormat(magic);
    if (format.isEmpty()) {
        return Unexpected(PictureProblem::NotAPicture);
    }
    QImageReader::setAllocationLimit(allocationLimitMb);
    reader.setDevice(&file);
    reader.setFormat(format);
    reader.setAutoDetectImageFormat(false);
    reader.setAutoTransform(true);
    const QSize claimed = claimedSize(format, magic);
    if (isTooLarge(claimed, 1)) {
        return Unexpected(PictureProblem::TooLarge);
    }
    Opened opened;
    opened.size = claimed.isEmpty() ? reader.size() : claimed;
    if (opened.size.isEmpty()) {
        return Unexpected(PictureProblem::Damaged);
    }
    opened.frameCount = reader.supportsAnimation() ? std::max(1, reader.imageCount()) : 1;
    if (isTooLarge(opened.size, opened.frameCount) || isTooDeep(reader, opened.size)) {
        return Unexpected(PictureProblem::TooLarge);
    }
    opened.isTurned = reader.transformation().testFlag(QImageIOHandler::TransformationRotate90);
    return opened;
}

/// The size in which `frames` frames have at most `maxPixels` together, each with one to spare; empty if
/// there is none.
QSize fittedTogether(QSize size, int frames, qint64 maxPixels)
{
    const qint64 each = maxPixels / frames - 1;
    const qint64 pixels = qint64(size.width()) * size.height();
    if (pixels <= each) {
        return size;
    }
    const double scale = std::sqrt(double(std::max<qint64>(each, 0)) / double(pixels));
    const QSize smaller(std::max(1, int(size.width() * scale)), std::max(1, int(size.height() * scale)));
    return qint64(smaller.width()) * smaller.height() <= each ? smaller : QSize();
}

} // namespace

Expected<Decoded, PictureProblem> decodePicture(QIODevice& file, QSize maxSize, int frame)
{
    QImageReader reader;
    const auto opened = openReader(reader, file);
    if (!opened) {
        return Unexpected(opened.error());
    }
    if (frame >= opened->frameCount) {
        return Unexpected(PictureProblem::NoSuchFrame);
    }
    const QSize upright = opened->upright();
    const QSize target = fitted(upright, maxSize);
    if (!skipTo(reader, frame)) {
        return Unexpected(PictureProblem::Damaged);
    }
    if (target != upright) {
        reader.setScaledSize(opened->isTurned ? target.transposed() : target);
    }
    QImage image = reader.read();
    // The frames of a damaged animation may be larger than its header says.
    if (image.isNull() || image.width() > maxSize.width() || image.height() > maxSize.height()) {
        return Unexpected(PictureProblem::Damaged);
    }
    return Decoded{std::move(image), upright, opened->frameCount, std::max(0, reader.nextImageDelay())};
}

Expected<DecodedFrames, PictureProblem> decodeFrames(QIODevice& file, QSize maxSize, qint64 maxPixels)
{
    QImageReader reader;
    const auto opened = openReader(reader, file);
    if (!opened) {
        return Unexpected(opened.error());
    }
    const QSize upright = opened->upright();
    const QSize target = fittedTogether(fitted(upright, maxSize), opened->frameCount, maxPixels);
    if (opened->frameCount > int(maxFramesTogether) || target.isEmpty()) {
        return Unexpected(PictureProblem::TooLarge);
    }
    DecodedFrames decoded;
    decoded.originalSize = upright;
    for (int frame = 0; frame < opened->frameCount; ++frame) {
        // A codec may scale each frame before it lays it over the earlier ones, so the scaling is done here.
        const QImage image = reader.read();
        if (image.size() != upright) {
            break;
        }
        decoded.images.push_back(target == upright
                                     ? image
                                     : image.scaled(target, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
        decoded.delaysMs.push_back(std::max(0, reader.nextImageDelay()));
    }
    if (decoded.images.empty()) {
        return Unexpected(PictureProblem::Damaged);
    }
    return decoded;
}

} // namespace tidemark
