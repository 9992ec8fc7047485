#include "core/pictures/picture_preparer.h"

#include "core/pictures/picture_decoder.h"
#include "core/pictures/picture_format.h"
#include "core/pictures/picture_metadata.h"
#include "core/pictures/picture_source.h"

#include <QBuffer>
#include <QFutureWatcher>
#include <QImageWriter>
#include <QPainter>
#include <QPointer>
#include <QPromise>
#include <QThreadPool>

#include <fcntl.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

namespace tidemark {
namespace {

using Result = PicturePreparer::Result;

/// Animations are copied through memory.
constexpr qint64 maxAnimationBytes = qint64(100) << 20;

/// A copy that has pixels and nothing else: no texts, no resolution, no profile.
QImage pixelsOf(const QImage& image)
{
    const auto format = image.hasAlphaChannel() ? QImage::Format_ARGB32 : QImage::Format_RGB32;
    const QImage source = image.convertToFormat(format);
    return QImage(source.constBits(), source.width(), source.height(), source.bytesPerLine(), format).copy();
}

bool isOpaque(const QImage& image)
{
    for (int row = 0; row < image.height(); ++row) {
        const auto* pixels = reinterpret_cast<const QRgb*>(image.constScanLine(row)); // NOLINT: rows of QRgb
        for (int column = 0; column < image.width(); ++column) {
            if (qAlpha(pixels[column]) != 255) {
                return false;
            }
        }
    }
    return true;
}

QByteArray encoded(const QImage& image, const char* format, int quality)
{
    QBuffer buffer;
    QImageWriter writer(&buffer, format);
    writer.setQuality(quality);
    if (*format == 'j') {
        writer.setOptimizedWrite(true);
    }
    return writer.write(image) ? buffer.data() : QByteArray();
}

QByteArray previewOf(const QImage& image)
{
    constexpr int previewSide = 40;
    const QSize size = image.size().scaled(previewSide, previewSide, Qt::KeepAspectRatio).expandedTo({1, 1});
    QImage small(size, QImage::Format_RGB32);
    small.fill(Qt::white); // JPEG has no transparency
    QPainter(&small).drawImage(0, 0, image.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
    for (int quality = 60; quality > 0; quality -= 15) {
        QByteArray bytes = encoded(small, "jpeg", quality);
        if (bytes.size() <= PicturePreparer::maxPreviewBytes) {
            return bytes;
        }
    }
    return {};
}

/// `source` is the format of the file, or empty.
PreparedPicture encodeAnew(const QImage& picture, const QByteArray& source)
{
    constexpr int jpegQuality = 87;
    constexpr int bestCompression = 50; // Qt's quality of a PNG is the compression turned round
    PreparedPicture prepared;
    const QSize bound(PicturePreparer::maxSide, PicturePreparer::maxSide);
    const bool isLarge = picture.width() > bound.width() || picture.height() > bound.height();
    prepared.image =
        pixelsOf(isLarge ? picture.scaled(bound, Qt::KeepAspectRatio, Qt::SmoothTransformation) : picture);
    prepared.size = prepared.image.size();
    prepared.preview = previewOf(prepared.image);
    const bool mayBeJpeg = !prepared.image.hasAlphaChannel() || isOpaque(prepared.image);
    if (mayBeJpeg) {
        prepared.image = prepared.image.convertToFormat(QImage::Format_RGB32);
        prepared.bytes = encoded(prepared.image, "jpeg", jpegQuality);
        prepared.mime = QStringLiteral("image/jpeg");
    }
    // Screenshots and drawings are sharper as PNG, and often no larger.
    if (!mayBeJpeg || source != "jpeg") {
        QByteArray png = encoded(prepared.image, "png", bestCompression);
        if (!mayBeJpeg || (!png.isEmpty() && png.size() <= 2 * prepared.bytes.size())) {
            prepared.bytes = std::move(png);
            prepared.mime = QStringLiteral("image/png");
        }
    }
    return prepared;
}

PreparedPicture makeAvatar(const QImage& picture)
{
    const int side = std::min(picture.width(), picture.height());
    const QImage square =
        picture.copy((picture.width() - side) / 2, (picture.height() - side) / 2, side, side);
    PreparedPicture prepared;
    // Few pictures with transparency are too large even when they are smaller than they could be.
    for (int bound = PicturePreparer::maxAvatarSide; bound >= PicturePreparer::maxAvatarSide / 4;
         bound /= 2) {
        prepared = encodeAnew(
            side > bound ? square.scaled(bound, bound, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                         : square,
            {});
        if (prepared.bytes.size() <= PicturePreparer::maxAvatarBytes) {
            break;
        }
    }
    return prepared;
}

PreparedPicture describe(const DecodedPicture& picture, const QByteArray& format)
{
    PreparedPicture prepared;
    prepared.image = picture.image;
    prepared.mime = QStringLiteral("image/") + QString::fromLatin1(format);
    prepared.size = picture.originalSize;
    prepared.preview = previewOf(picture.image);
    return prepared;
}

Result copyAnimation(const DecodedPicture& picture, const QByteArray& format, const FileDescriptor& file)
{
    const qint64 size = sizeOf(file);
    if (size > maxAnimationBytes) {
        return Unexpected(UnpreparedPicture{PictureProblem::TooLarge});
    }
    PreparedPicture prepared = describe(picture, format);
    prepared.bytes = animationWithoutMetadata(readBytes(file, 0, size), format);
    if (prepared.bytes.isEmpty()) {
        return Unexpected(UnpreparedPicture{PictureProblem::Damaged});
    }
    return prepared;
}

Result prepared(const DecodedPicture& picture, PicturePreparer::As as, const QByteArray& format,
                const FileDescriptor& file)
{
    using As = PicturePreparer::As;
    switch (as) {
    case As::Picture:
        return picture.frameCount > 1 ? copyAnimation(picture, format, file)
                                      : encodeAnew(picture.image, format);
    case As::File:
        return describe(picture, format);
    case As::Avatar:
        return makeAvatar(picture.image);
    }
    return Unexpected(UnpreparedPicture{PictureProblem::NotAPicture});
}

/// Adds what the unchanged file says about the place.
Result withPlace(Result result, const FileDescriptor& file)
{
    const PlaceHint place = placeHintOf(file);
    if (!result) {
        return Unexpected(UnpreparedPicture{result.error().problem, place});
    }
    result->place = place;
    return result;
}

/// Runs `work` in another thread and then `answer` in that of `owner`, unless that is gone. QFuture::then()
/// with a context cannot do this, because Qt 6.4 asserts that the context lives.
void run(QObject* owner, std::function<Result()> work, PicturePreparer::Answer answer)
{
    using Shared = std::shared_ptr<const Result>; // a promise needs values that can be made without arguments
    auto* watcher = new QFutureWatcher<Shared>(owner);
    QObject::connect(watcher, &QFutureWatcher<Shared>::finished, owner,
                     [watcher, answer = std::move(answer)] {
                         const Shared result = watcher->result();
                         watcher->deleteLater();
                         answer(*result);
                     });
    auto promise = std::make_shared<QPromise<Shared>>();
    watcher->setFuture(promise->future());
    QThreadPool::globalInstance()->start([promise, work = std::move(work)] {
        promise->start();
        promise->addResult(std::make_shared<const Result>(work()));
        promise->finish();
    });
}

} // namespace

PicturePreparer::PicturePreparer(PictureDecoder& decoder, QObject* parent)
    : QObject(parent), m_decoder(decoder)
{
}

void PicturePreparer::prepare(const QImage& image, Answer answer)
{
    if (image.isNull()) {
        run(
            this, [] { return Unexpected(UnpreparedPicture{PictureProblem::NotAPicture}); },
            std::move(answer));
        return;
    }
    run(
        this, [image] { return encodeAnew(image, {}); }, std::move(answer));
}

void PicturePreparer::prepare(const QString& path, As as, Answer answer)
{
    FileDescriptor file = openPicture(path);
    if (!file.isOpen()) {
        run(
            this, [] { return Unexpected(UnpreparedPicture{PictureProblem::Unreadable}); },
            std::move(answer));
        return;
    }
    prepare(std::move(file), as, std::move(answer));
}

void PicturePreparer::prepare(FileDescriptor file, As as, Answer answer)
{
    const QByteArray format = pictureFormat(readBytes(file, 0, pictureMagicBytes));
    auto copy = std::make_shared<const FileDescriptor>(::fcntl(file.number(), F_DUPFD_CLOEXEC, 0));
    const QPointer<PicturePreparer> self(this);
    m_decoder.decode(std::move(file), {maxSide, maxSide}, 0,
                     [self, as, format, copy,
                      answer = std::move(answer)](const Expected<DecodedPicture, PictureProblem>& decoded) {
                         if (!self) {
                             return;
                         }
                         run(
                             self,
                             [decoded, as, format, copy] {
                                 return withPlace(decoded ? prepared(*decoded, as, format, *copy)
                                                          : Unexpected(UnpreparedPicture{decoded.error()}),
                                                  *copy);
                             },
                             answer);
                     });
}

} // namespace tidemark
