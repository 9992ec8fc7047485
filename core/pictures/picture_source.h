#pragma once

#include "core/pictures/file_descriptor.h"

#include <QByteArray>
#include <QString>

namespace tidemark {

/// Opens a file for PictureDecoder; none is open if that fails. Does not wait for the other end of a pipe.
[[nodiscard]] FileDescriptor openPicture(const QString& path);

/// A file in memory with these bytes, for PictureDecoder; none is open if there is no room.
[[nodiscard]] FileDescriptor pictureInMemory(const QByteArray& bytes);

/// The bytes from `offset` on; fewer if the file is shorter or cannot be read.
[[nodiscard]] QByteArray readBytes(const FileDescriptor& file, qint64 offset, qint64 count);

/// 0 if the file cannot be asked.
[[nodiscard]] qint64 sizeOf(const FileDescriptor& file);

} // namespace tidemark
