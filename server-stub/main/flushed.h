#pragma once

#include <QString>

namespace tidemark::server {

/// Waits until a file, or what a folder's names stand for, is on the disk. What is wrong; empty: it is.
[[nodiscard]] QString flushed(const QString& path);

} // namespace tidemark::server
