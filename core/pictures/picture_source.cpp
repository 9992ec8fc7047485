#include "core/pictures/picture_source.h"

#include <QFile>

#include <fcntl.h>
#include <sys/mman.h>

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

} // namespace tidemark
