#pragma once

#include "core/base/file_descriptor.h"

#include <QByteArray>
#include <QString>

namespace tidemark {

/// Opens a file for PictureDecoder. Returns a descriptor that is not open if that fails. Does not wait for
/// the other end of a pipe.
[[nodiscard]] FileDescriptor openPicture(const QString& path);

/// Makes a file in memory with these bytes, for PictureDecoder. Returns a descriptor that is not open if
/// there is no memory.
[[nodiscard]] FileDescriptor pictureInMemory(const QByteArray& bytes);

/// The bytes from `offset` on; fewer if the file is shorter or cannot be read.
[[nodiscard]] QByteArray readBytes(const FileDescriptor& file, qint64 offset, qint64 count);

/// The size in bytes; 0 if the system cannot tell it.
[[nodiscard]] qint64 sizeOf(const FileDescriptor& file);

} // namespace tidemark
