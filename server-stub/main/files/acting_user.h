#pragma once

#include <QString>

namespace tidemark::server {

/// If this process runs as root and the folder of `file` (or of what `file` links to) belongs to another
/// user, makes the process act as that user from now on; it may still read everything. Then new files belong
/// to that user, and no link in their folder can lead the process to anything that they could not change
/// themselves. Returns the human-readable error; empty if there is none.
[[nodiscard]] QString actAsOwnerBeside(const QString& file);

/// Whether this process runs as root and other users could replace what it makes in the folder of `file`.
[[nodiscard]] bool isOutOfRootsHands(const QString& file);

} // namespace tidemark::server
