#pragma once

#include "core/base/file_descriptor.h"

#include <QByteArray>
#include <QImage>

namespace tidemark::test {

/// Left half red, right half blue.
[[nodiscard]] QImage twoColours(QSize size);
[[nodiscard]] QByteArray encoded(const QImage& image, const QByteArray& format);
/// A picture in Display P3, of which the left half is the red of sRGB and the right half the green of P3,
/// which sRGB lacks. Formats that Qt writes without a profile have none.
[[nodiscard]] QImage wideColours(QSize size);
/// Whether `image` has the colours of wideColours(), as sRGB shows them.
[[nodiscard]] bool showsWideColours(const QImage& image);
[[nodiscard]] QByteArray progressiveJpeg(const QImage& image);

/// A row of a test for each format, with its name in the column "format".
void addFormats();

/// The bytes of app/pictures/tiny_pictures.h by Qt's name of their format.
[[nodiscard]] QByteArray tinyPicture(const QByteArray& format);

/// `jpeg` with metadata that says how to turn it; 6 is a quarter to the right.
[[nodiscard]] QByteArray withOrientation(const QByteArray& jpeg, char orientation);
/// `jpeg` with another size in its header.
[[nodiscard]] QByteArray jpegOfSize(QByteArray jpeg, int width, int height);
/// `png` with another size in its header, and the right checksum of it.
[[nodiscard]] QByteArray pngOfSize(QByteArray png, int width, int height);
/// A GIF whose frames have one pixel each, or say that they are as large as `frame`.
[[nodiscard]] QByteArray gif(QSize screen, int frames, QSize frame = {1, 1});
/// A WebP animation whose frames are `image`. Each frame has an unknown chunk with `hidden` in it, and so has
/// the end of the chunk that says how to play them.
[[nodiscard]] QByteArray webpAnimation(const QImage& image, int frames, const QByteArray& hidden);

/// A file with these bytes, as a descriptor.
[[nodiscard]] FileDescriptor fileOf(const QByteArray& bytes);

} // namespace tidemark::test
