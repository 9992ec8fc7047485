#include "tests/pictures/sample_pictures.h"

#include "app/pictures/tiny_pictures.h"

#include <QBuffer>
#include <QColorSpace>
#include <QImageWriter>
#include <QPainter>
#include <QTest>
#include <QtEndian>

#include <sys/mman.h>

#include <cstdlib>

namespace tidemark::test {
namespace {

template <class Integer>
QByteArray bigEndian(Integer value)
{
    QByteArray bytes(sizeof(value), '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

QByteArray littleEndian(int value)
{
    QByteArray bytes(2, '\0');
    qToLittleEndian(quint16(value), bytes.data());
    return bytes;
}

QByteArray littleEndian(QSize size)
{
    return littleEndian(size.width()) + littleEndian(size.height());
}

/// As in appendix D of the PNG specification.
quint32 checksum(const QByteArray& bytes)
{
    quint32 sum = 0xffffffff;
    for (const char byte : bytes) {
        sum ^= quint8(byte);
        for (int bit = 0; bit < 8; ++bit) {
            sum = (sum >> 1) ^ ((sum & 1) != 0 ? 0xedb88320 : 0);
        }
    }
    return ~sum;
}

template <class Bytes>
QByteArray copyOf(const Bytes& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size())};
}

QByteArray write(const QImage& image, const QByteArray& format, bool isProgressive)
{
    QByteArray bytes;
    QBuffer file(&bytes);
    file.open(QIODevice::WriteOnly);
    QImageWriter writer(&file, format);
    writer.setQuality(100);
    writer.setProgressiveScanWrite(isProgressive);
    writer.write(image);
    return bytes;
}

} // namespace

QImage twoColours(QSize size)
{
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::blue);
    QPainter(&image).fillRect(0, 0, size.width() / 2, size.height(), Qt::red);
    return image;
}

QImage wideColours(QSize size)
{
    QImage image(size, QImage::Format_RGB32);
    image.fill(QColor(0, 255, 0));
    QPainter(&image).fillRect(0, 0, size.width() / 2, size.height(), QColor(234, 51, 35));
    image.setColorSpace(QColorSpace(QColorSpace::DisplayP3));
    return image;
}

bool showsWideColours(const QImage& image)
{
    const auto isNear = [](QColor colour, QColor wanted) {
        constexpr int most = 6; // JPEG is not exact
        return std::abs(colour.red() - wanted.red()) <= most
               && std::abs(colour.green() - wanted.green()) <= most
               && std::abs(colour.blue() - wanted.blue()) <= most;
    };
    const int middle = image.height() / 2;
    return isNear(image.pixelColor(image.width() / 4, middle), QColor(255, 0, 0))
           && isNear(image.pixelColor(3 * image.width() / 4, middle), QColor(0, 255, 0));
}

QByteArray encoded(const QImage& image, const QByteArray& format)
{
    return write(image, format, false);
}

QByteArray progressiveJpeg(const QImage& image)
{
    return write(image, "jpeg", true);
}

void addFormats()
{
    QTest::addColumn<QByteArray>("format");
    for (const char* format : {"jpeg", "png", "gif", "webp"}) {
        QTest::newRow(format) << QByteArray(format);
    }
}

QByteArray tinyPicture(const QByteArray& format)
{
    if (format == "jpeg") {
        return copyOf(tiny::jpeg);
    }
    if (format == "png") {
        return copyOf(tiny::png);
    }
    return format == "gif" ? copyOf(tiny::gif) : copyOf(tiny::webp);
}

QByteArray withOrientation(const QByteArray& jpeg, char orientation)
{
    // One directory of one entry: tag 0x112, of type 3 (16 bits), one value.
    const QByteArray exif = QByteArrayLiteral("Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0")
                            + orientation + QByteArray(6, '\0');
    QByteArray turned = jpeg;
    return turned.insert(2, "\xff\xe1" + bigEndian(quint16(exif.size() + 2)) + exif);
}

QByteArray jpegOfSize(QByteArray jpeg, int width, int height)
{
    // SOF0 or SOF2: the marker, two bytes of length, one of precision, height, width.
    const qsizetype baseline = jpeg.indexOf(QByteArrayLiteral("\xff\xc0\0"));
    const qsizetype marker = baseline >= 0 ? baseline : jpeg.indexOf(QByteArrayLiteral("\xff\xc2\0"));
    return jpeg.replace(marker + 5, 4, bigEndian(quint16(height)) + bigEndian(quint16(width)));
}

QByteArray pngOfSize(QByteArray png, int width, int height)
{
    // The chunk's name at 12, width at 16, height at 20, five more bytes, the checksum at 29.
    png.replace(16, 8, bigEndian(quint32(width)) + bigEndian(quint32(height)));
    return png.replace(29, 4, bigEndian(checksum(png.mid(12, 17))));
}

QByteArray gif(QSize screen, int frames, QSize frame)
{
    const QByteArray control = QByteArrayLiteral("\x21\xf9\x04\0\x0a\0\0\0");
    const QByteArray pixels = QByteArrayLiteral("\0\x02\x02\x44\x01\0");
    const QByteArray one = control + QByteArrayLiteral(",\0\0\0\0") + littleEndian(frame) + pixels;
    return "GIF89a" + littleEndian(screen) + QByteArrayLiteral("\x80\0\0\0\0\0\xff\xff\xff")
           + one.repeated(frames) + ';';
}

QByteArray webpAnimation(const QImage& image, int frames, const QByteArray& hidden)
{
    const auto number = [](quint32 value, int bytes) {
        QByteArray digits(4, '\0');
        qToLittleEndian(value, digits.data());
        return digits.first(bytes);
    };
    const auto chunk = [&](const QByteArray& name, const QByteArray& content) {
        return name + number(quint32(content.size()), 4) + content + QByteArray(content.size() & 1, '\0');
    };
    const QByteArray size = number(quint32(image.width() - 1), 3) + number(quint32(image.height() - 1), 3);
    // The still picture's own chunk comes last.
    const QByteArray file = encoded(image, "webp");
    const QByteArray still = file.sliced(qMax(file.indexOf("VP8L"), file.indexOf("VP8 ")));
    const QByteArray frame = chunk("ANMF", number(0, 3) + number(0, 3) + size + number(100, 3)
                                               + QByteArray(1, '\0') + still + chunk("HIDE", hidden));
    const QByteArray header = QByteArrayLiteral("\x02\0\0\0");
    const QByteArray chunks =
        chunk("VP8X", header + size) + chunk("ANIM", QByteArray(6, '\0') + hidden) + frame.repeated(frames);
    return "RIFF" + number(quint32(chunks.size() + 4), 4) + "WEBP" + chunks;
}

FileDescriptor fileOf(const QByteArray& bytes)
{
    FileDescriptor file(::memfd_create("sample", MFD_CLOEXEC));
    [[maybe_unused]] const auto written =
        ::write(file.number(), bytes.constData(), std::size_t(bytes.size()));
    return file;
}

} // namespace tidemark::test
