#include "server-stub/main/files/flushed.h"

#include "core/system/flush.h"

namespace tidemark::server {

QString flushed(const QString& path)
{
    const int error = flushToDisk(path);
    return error == 0 ? QString() : QStringLiteral("%1: %2").arg(path, qt_error_string(error));
}

} // namespace tidemark::server
