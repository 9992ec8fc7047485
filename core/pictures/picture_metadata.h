#pragma once

#include "core/base/file_descriptor.h"

#include <QByteArray>

#include <cstdint>

namespace tidemark {

/// Whether a file says where it was taken. It is a hint for the user who sends the file.
enum class PlaceHint : std::uint8_t {
    None,
    Possible, ///< cameras write such files, and this program does not read all that they say
    Found,
};

/// Whether a picture that begins with `beginning` says where it was taken, by EXIF or XMP. A place that
/// stands further back, or is hidden otherwise, is not found.
[[nodiscard]] bool tellsPlace(const QByteArray& beginning);

/// Looks at the beginning and the end of the file, where metadata stand. PlaceHint::None for a file that
/// comes from no camera.
[[nodiscard]] PlaceHint placeHintOf(const FileDescriptor& file);

/// Returns an animated GIF or WebP without the parts that playing does not need: comments, EXIF, XMP, colour
/// profiles and bytes after the end. `format` is a result of pictureFormat(). Empty if the file is damaged or
/// has another format.
[[nodiscard]] QByteArray animationWithoutMetadata(const QByteArray& bytes, const QByteArray& format);

} // namespace tidemark
