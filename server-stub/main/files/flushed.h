#pragma once

#include <QString>

namespace tidemark::server {

/// Waits until a file, or the entries of a folder, are on the disk. Returns the error; empty if it has
/// succeeded.
[[nodiscard]] QString flushed(const QString& path);

} // namespace tidemark::server
