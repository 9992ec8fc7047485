#pragma once

#include <QString>

namespace tidemark::server {

/// If this process runs as root and the folder of `file` (or of the target of its link) belongs to another
/// user, makes the process act as that user from now on; it may still read all files. Then new files belong
/// to that user, and a link in their folder can lead the process only to files that they could change
/// themselves. Returns the human-readable error; empty if there is none.
[[nodiscard]] QString actAsOwnerBeside(const QString& file);

/// Whether this process runs as root and other users could replace files that it creates in the folder of
/// `file`.
[[nodiscard]] bool isOutOfRootsHands(const QString& file);

} // namespace tidemark::server
