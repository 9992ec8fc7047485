#include "server-stub/main/files/flushed.h"

#include <QFile>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace tidemark::server {

QString flushed(const QString& path)
{
    const int descriptor = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC);
    const bool isDone = descriptor >= 0 && ::fsync(descriptor) == 0;
    const int error = errno;
    if (descriptor >= 0) {
        ::close(descriptor);
    }
    return isDone ? QString() : QStringLiteral("%1: %2").arg(path, qt_error_string(error));
}

} // namespace tidemark::server
