#pragma once

#include "core/pictures/file_descriptor.h"

#include <QByteArray>

namespace tidemark {

/// Whether a picture that begins with `beginning` says where it was taken, by EXIF or XMP. It is a hint for
/// the user who sends the file: a place that stands further back, or is hidden otherwise, is not found.
[[nodiscard]] bool tellsPlace(const QByteArray& beginning);

/// The same for a file: looks at its beginning and its end, where metadata stand. False for a file that is no
/// picture.
[[nodiscard]] bool fileTellsPlace(const FileDescriptor& file);

/// Returns an animated GIF or WebP without the parts that playing does not need: comments, EXIF, XMP, colour
/// profiles and bytes after the end. `format` is a result of pictureFormat(). Empty if the file is damaged or
/// has another format.
[[nodiscard]] QByteArray animationWithoutMetadata(const QByteArray& bytes, const QByteArray& format);

} // namespace tidemark
