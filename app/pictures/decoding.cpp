#include "app/pictures/decoding.h"

#include "app/pictures/picture_format.h"

#include <QImageReader>
#include <QtEndian>

#include <algorithm>

namespace tidemark {
namespace {

/// Qt's own limit is 128 MiB, and 90 megapixels of four bytes are 343.
constexpr int allocationLimitMb = 512;

int uint24(const char* bytes)
{
    return qFromLittleEndian<quint16>(bytes) + (quint8(bytes[2]) << 16);
}

/// The size that the beginning of the file says, or an invalid one for formats of which Qt reads just the
/// header to say it. Of a GIF Qt says the size of a frame, but decodes to that of the screen. It allocates
/// the canvas of an animated WebP to say its size.
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

/// Whether Qt would refuse to allocate the whole picture. It does not say so, and reads some formats in
/// parts, so this asks for those with more than four bytes a pixel only.
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

} // namespace

Expected<Decoded, PictureProblem> decodePicture(QIODevice& file, QSize maxSize, int frame)
{
    const QByteArray magic = file.peek(pictureMagicBytes);
    const QByteArray format = pictureFormat(magic);
    if (format.isEmpty()) {
        return Unexpected(PictureProblem::NotAPicture);
    }
    QImageReader::setAllocationLimit(allocationLimitMb);
    QImageReader reader(&file, format);
    reader.setAutoDetectImageFormat(false);
    reader.setAutoTransform(true);
    const QSize claimed = claimedSize(format, magic);
    if (isTooLarge(claimed, 1)) {
        return Unexpected(PictureProblem::TooLarge);
    }
    const QSize size = claimed.isEmpty() ? reader.size() : claimed;
    if (size.isEmpty()) {
        return Unexpected(PictureProblem::Damaged);
    }
    const int frameCount = reader.supportsAnimation() ? std::max(1, reader.imageCount()) : 1;
    if (isTooLarge(size, frameCount) || isTooDeep(reader, size)) {
        return Unexpected(PictureProblem::TooLarge);
    }
    if (frame >= frameCount) {
        return Unexpected(PictureProblem::NoSuchFrame);
    }
    const bool isTurned = reader.transformation().testFlag(QImageIOHandler::TransformationRotate90);
    const QSize upright = isTurned ? size.transposed() : size;
    const QSize target = fitted(upright, maxSize);
    if (!skipTo(reader, frame)) {
        return Unexpected(PictureProblem::Damaged);
    }
    if (target != upright) {
        reader.setScaledSize(isTurned ? target.transposed() : target);
    }
    QImage image = reader.read();
    // The frames of a damaged animation may be larger than its header says.
    if (image.isNull() || image.width() > maxSize.width() || image.height() > maxSize.height()) {
        return Unexpected(PictureProblem::Damaged);
    }
    return Decoded{std::move(image), upright, frameCount, std::max(0, reader.nextImageDelay())};
}

} // namespace tidemark
