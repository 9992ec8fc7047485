#pragma once

#include <QString>

namespace tidemark {

/// Waits until a file, or the names in a folder, are on the disk. Returns errno; 0: it has succeeded.
[[nodiscard]] int flushToDisk(const QString& path);

} // namespace tidemark
