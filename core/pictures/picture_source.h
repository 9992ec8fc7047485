#pragma once

#include "core/pictures/file_descriptor.h"

#include <QByteArray>
#include <QString>

namespace tidemark {

/// Opens a file for PictureDecoder; none is open if that fails. Does not wait for the other end of a pipe.
[[nodiscard]] FileDescriptor openPicture(const QString& path);

/// A file in memory with these bytes, for PictureDecoder; none is open if there is no room.
[[nodiscard]] FileDescriptor pictureInMemory(const QByteArray& bytes);

} // namespace tidemark
