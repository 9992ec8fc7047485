#include "core/pictures/picture_source.h"

#include <QFile>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tidemark {

FileDescriptor openPicture(const QString& path)
{
    return FileDescriptor(
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
}

FileDescriptor pictureInMemory(const QByteArray& bytes)
{
    FileDescriptor memory(::memfd_create("tidemark-picture", MFD_CLOEXEC));
    const bool isWritten =
        memory.isOpen()
        && ::write(memory.number(), bytes.constData(), std::size_t(bytes.size())) == bytes.size();
    return isWritten ? std::move(memory) : FileDescriptor();
}

QByteArray readBytes(const FileDescriptor& file, qint64 offset, qint64 count)
{
    QByteArray bytes(count, Qt::Uninitialized);
    qint64 length = 0;
    while (length < count) {
        const ssize_t got = ::pread(file.number(), bytes.data() + length, std::size_t(count - length),
                                    off_t(offset + length));
        if (got <= 0) {
            break;
        }
        length += got;
    }
    bytes.truncate(length);
    return bytes;
}

qint64 sizeOf(const FileDescriptor& file)
{
    struct stat status {};
    return ::fstat(file.number(), &status) == 0 ? status.st_size : 0;
}

} // namespace tidemark
