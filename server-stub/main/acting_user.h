#pragma once

#include <QString>

namespace tidemark::server {

/// From now on, if this process is root's and the folder of `file` (or of what `file` is a link to) is
/// another user's, it does as that user and may besides read everything: what it makes is theirs, and no link
/// that they lay in their folder leads it to anything that they could not change themselves. What is wrong,
/// for people; empty: nothing.
[[nodiscard]] QString actAsOwnerBeside(const QString& file);

/// Whether this process is root's and others could exchange what it makes in the folder of `file`.
[[nodiscard]] bool isOutOfRootsHands(const QString& file);

} // namespace tidemark::server
